// Numbers are drawn in a loop's condition, in maps, reductions and scatters:
// from the same stream in both backends.
// RUN: xla-run %s --print --arg=4xf32=1,2,3,4 > %t.native
// RUN: xla-run %s --print --arg=4xf32=1,2,3,4 --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s --input-file=%t.native

// How often a die has to be thrown for a 5.
// CHECK: result 0: i32
// CHECK-NEXT: [[#]]
// Not all alike.
// CHECK: result 1: 4xf32
// CHECK-NOT: [1.0, 2.0, 3.0, 4.0]
// CHECK: result 2: f32
func.func @main(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) {
  %scalar = stablehlo.constant dense<> : tensor<0xi64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %throws = stablehlo.while(%n = %zero) : tensor<i32>
  cond {
    %die = stablehlo.rng %zero, %six, %scalar, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
    %again = stablehlo.compare NE, %die, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %next = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %u = stablehlo.rng %low, %a, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %u : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce"(%x, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %u = stablehlo.rng %low, %b, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %s = stablehlo.add %a, %u : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %places = stablehlo.constant dense<[[1], [9], [1]]> : tensor<3x1xi32>
  %updates = stablehlo.constant dense<[5.0, 6.0, 7.0]> : tensor<3xf32>
  %2 = "stablehlo.scatter"(%x, %places, %updates) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %u = stablehlo.rng %low, %b, %scalar, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %s = stablehlo.add %a, %u : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
  return %throws, %0, %1, %2 : tensor<i32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>
}
