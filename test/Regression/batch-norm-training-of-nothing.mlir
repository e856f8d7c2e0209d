// The mean of no elements is zero divided by zero.
// RUN: xla-run %s --print --arg=2x0xf32=0 --arg=2xf32=1,2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2x0xf32=0 --arg=2xf32=1,2 | FileCheck %s

// CHECK: result 0: 2xf32
// CHECK-NEXT: [nan, nan]
// CHECK-NEXT: result 1: 2xf32
// CHECK-NEXT: [nan, nan]
func.func @main(%x: tensor<2x0xf32>, %v: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %y, %mean, %variance = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.125 : f32, feature_index = 0 : i64}> : (tensor<2x0xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x0xf32>, tensor<2xf32>, tensor<2xf32>)
  return %mean, %variance : tensor<2xf32>, tensor<2xf32>
}
