// What was begun for a GPU goes on for it without being told again.
// RUN: xla-compile %s --stop-after=fusion --target=nvptx64 -o %t
// RUN: xla-compile %t --emit=ptx | FileCheck %s
// RUN: xla-compile %s --target=nvptx64 | FileCheck %s
// RUN: xla-compile %s --stop-after=lower --target=nvptx64 -o %t.lower
// RUN: FileCheck %s --check-prefix=LOWER --input-file=%t.lower
// RUN: xla-compile %t.lower | FileCheck %s
// RUN: xla-translate %t.lower --to=ptx | FileCheck %s
// RUN: bash -c 'xla-compile %s --target=nvptx64 --emit=obj; test $? = 3' 2>&1 | FileCheck %s --check-prefix=OBJECT

// OBJECT: error: expected --emit=ptx, cubin or mlir for a GPU
// LOWER: xla.phase = "lower"
// LOWER: gpu.module
// CHECK: .target sm_90
// CHECK: neg.f32
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
