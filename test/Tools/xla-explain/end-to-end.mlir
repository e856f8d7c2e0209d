// From a program to answers about it.
// RUN: xla-compile %s --symbol=f --decisions=%t.json -o %t.o
// RUN: xla-explain %t.json --op=negate | FileCheck %s --check-prefix=FUSED
// RUN: xla-explain %t.json --op=dot_general | FileCheck %s --check-prefix=DOT
// RUN: xla-explain %t.json --memory | FileCheck %s --check-prefix=MEMORY
// RUN: xla-compile %s --symbol=f --decisions=%t.2.json --compile-options=parallel=false -o %t.o
// RUN: xla-explain %t.json %t.2.json | FileCheck %s --check-prefix=CHANGE

// FUSED: fusion (done) at {{.*}}end-to-end.mlir:[[# @LINE + 11]]:8: fuse hlo.negate: its users are in one kernel
// FUSED: kernel (fact) {{.*}} kernel of 2 ops: hlo.negate, hlo.exponential
// DOT: fusion (not done) {{.*}}: do not fuse hlo.dot_general: it is a kernel of its own
// DOT: schedule (done) {{.*}}: tiles of [
// MEMORY: temporaries: {{[0-9]+}} bytes, of which {{[0-9]+}} are needed at once, in call {{[0-9]+}}
// MEMORY-NEXT: needed then, by the lines that make it:
// MEMORY: 1048576  {{.*}}end-to-end.mlir:20-21
// CHANGE: kernels: 2
// CHANGE: parallel:
// CHANGE-NEXT: - in parallel:
func.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.negate %x : tensor<512x512xf32>
  %1 = stablehlo.exponential %0 : tensor<512x512xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %2 : tensor<512x512xf32>
}
