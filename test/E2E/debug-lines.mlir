// Machine code knows the lines of the program as the user wrote it.
// RUN: xla-compile %s --emit=asm --target=x86_64 | FileCheck %s
// RUN: xla-compile %s --stop-after=lower --target=x86_64 -o %t.mlir
// RUN: xla-compile %t.mlir --emit=asm | FileCheck %s

// CHECK: .file 1 "{{.*}}E2E" "debug-lines.mlir"
// CHECK: .loc 1 [[#@LINE + 4]] {{[0-9]+}}
// CHECK: vaddps
func.func public @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %0 = stablehlo.add %x, %y : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
