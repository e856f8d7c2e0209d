// IR of a later phase is reduced as well.
// RUN: xla-compile %s --stop-after=bufferize -o %t
// RUN: xla-reduce %t --test=%S/has-seven.sh | FileCheck %s

// CHECK: constant 7 : i32
// CHECK-NOT: call_kernel
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<7> : tensor<4xi32>
  %0 = stablehlo.add %x, %c : tensor<4xi32>
  %1 = stablehlo.multiply %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}
