// Regions that a kernel would run call the host: ops with them become loops. See
// comparators.mlir and rng-in-windows.mlir for other ops than map, reduce and scatter.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --load-library=%t.so --arg=4xf32=1,2,3,4 | FileCheck %s
// RUN: xla-run %s --backend=interpreter --load-library=%t.so --arg=4xf32=1,2,3,4 | FileCheck %s

// CHECK:      [3.0, 5.0, 7.0, 9.0]
// Rows of 2, 4, 6, 8 and 1 times 2, from 10; their number.
// CHECK:      [50.0, 18.0]
// CHECK:      [4, 4]
// The update at 9 is outside.
// CHECK:      [1.0, 26.0, 3.0, 4.0]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %d = stablehlo.custom_call @double(%a) : (tensor<f32>) -> tensor<f32>
    %s = stablehlo.add %d, %one : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %twice = stablehlo.add %x, %x : tensor<4xf32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %c0 = stablehlo.reshape %twice : (tensor<4xf32>) -> tensor<4x1xf32>
  %c1 = stablehlo.reshape %ones : (tensor<4xf32>) -> tensor<4x1xf32>
  %table = stablehlo.concatenate %c0, %c1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
  %count = stablehlo.constant dense<1> : tensor<4x2xi32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %1:2 = "stablehlo.reduce"(%table, %count, %ten, %none) ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %d = stablehlo.custom_call @double(%b) : (tensor<f32>) -> tensor<f32>
    %s = stablehlo.add %a, %d : tensor<f32>
    %n = stablehlo.add %k, %l : tensor<i32>
    stablehlo.return %s, %n : tensor<f32>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %places = stablehlo.constant dense<[[1], [9], [1]]> : tensor<3x1xi32>
  %updates = stablehlo.constant dense<[5.0, 6.0, 7.0]> : tensor<3xf32>
  %2 = "stablehlo.scatter"(%x, %places, %updates) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = stablehlo.custom_call @double(%b) : (tensor<f32>) -> tensor<f32>
    %s = stablehlo.add %a, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
  return %0, %1#0, %1#1, %2 : tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xf32>
}
