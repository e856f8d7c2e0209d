// The stream that hlo-expand-rng defines: its order is that of execution,
// through loops too; numbers computed outside from the definition.
// DEFINE: %{args} = --arg=f32=-1 --arg=f32=1 --arg=i8=-5 --arg=i8=5
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4xf32
// CHECK-NEXT: [0.20099807, 0.5067824, 0.96941817, -0.959231]
// CHECK: result 1: 4xf32
// CHECK-NEXT: [-0.84109{{[0-9]*}}, 0.8513{{[0-9]*}}, -0.6847{{[0-9]*}}, -0.5562{{[0-9]*}}]
// CHECK: result 2: 2x3xi8
// CHECK-NEXT: {{\[\[}}-2, 1, -3], [3, 2, -5]]
// CHECK: result 3: i32
// CHECK-NEXT: 515544517
// CHECK: result 4: i8
// CHECK-NEXT: 5
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i8>, %d: tensor<i8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x3xi8>, tensor<i32>, tensor<i8>) {
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %matrix = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %scalar = stablehlo.constant dense<> : tensor<0xi64>
  %uniform = stablehlo.rng %a, %b, %four, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %normal = stablehlo.rng %zero, %b, %four, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %integers = stablehlo.rng %c, %d, %matrix, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<2xi64>) -> tensor<2x3xi8>
  // Three draws below 1000, in decimal places.
  %low = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %thousand = stablehlo.constant dense<1000> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %low, %sum = %low) : tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %draw = stablehlo.rng %low, %thousand, %scalar, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
    %moved = stablehlo.multiply %sum, %thousand : tensor<i32>
    %total = stablehlo.add %moved, %draw : tensor<i32>
    stablehlo.return %next, %total : tensor<i32>, tensor<i32>
  }
  // An empty range gives its start.
  %none = stablehlo.rng %d, %c, %scalar, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<0xi64>) -> tensor<i8>
  return %uniform, %normal, %integers, %loop#1, %none : tensor<4xf32>, tensor<4xf32>, tensor<2x3xi8>, tensor<i32>, tensor<i8>
}
