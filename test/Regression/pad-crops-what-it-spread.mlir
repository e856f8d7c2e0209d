// As many elements as before, but others: what padding inside spreads, negative
// padding at the edge crops.
// RUN: xla-run %s --print --arg=2xi32=3,23 --arg=i32=7 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2xi32=3,23 --arg=i32=7 | FileCheck %s

// CHECK: [3, 7]
func.func @main(%x: tensor<2xi32>, %p: tensor<i32>) -> tensor<2xi32> {
  %0 = stablehlo.pad %x, %p, low = [0], high = [-2], interior = [2] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
