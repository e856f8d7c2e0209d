// What algebra leaves of ops whose places, sizes or terms are trivial computes
// what the interpreter does with all of them: -0, NaN, indices outside.
// RUN: xla-run %s --arg=4xf32=-0,nan,-inf,1e-40 --arg=2x3x4xi32='int(-9,9,2)' --arg=4x1xi1=1,0,1,1 --print > %t.native
// RUN: xla-run %s --arg=4xf32=-0,nan,-inf,1e-40 --arg=2x3x4xi32='int(-9,9,2)' --arg=4x1xi1=1,0,1,1 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s < %t.native

// A sum of one element starts from 0, a maximum from less than all.
// CHECK: result 0: 4xf32
// CHECK-NEXT: [0.0, nan, -inf, 1e-40]
// CHECK: result 1: 4xf32
// CHECK-NEXT: [-0.0, nan, -inf, 1e-40]
func.func @main(%x: tensor<4xf32>, %y: tensor<2x3x4xi32>, %p: tensor<4x1xi1>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<1x3xi32>, tensor<2x3x4xi32>, tensor<4xi32>, tensor<3x4x2xi32>, tensor<4x4xf32>) {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %lowest = hlo.constant dense<0xFF800000> : tensor<f32>
  %column = hlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
  %sum = hlo.reduce(%column init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  %max = hlo.reduce(%column init: %lowest) applies hlo.maximum across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>

  // The comparison of a converted predicate, inverted.
  %none = hlo.constant dense<0> : tensor<4x1xi8>
  %byte = hlo.convert %p : (tensor<4x1xi1>) -> tensor<4x1xi8>
  %is = hlo.compare EQ, %byte, %none : (tensor<4x1xi8>, tensor<4x1xi8>) -> tensor<4x1xi1>
  %flat = hlo.reshape %is : (tensor<4x1xi1>) -> tensor<4xi1>

  // One index, clamped; another in place.
  %outside = hlo.constant dense<[[1, 9]]> : tensor<1x2xi32>
  %taken = "hlo.gather"(%y, %outside) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3, 1>}> : (tensor<2x3x4xi32>, tensor<1x2xi32>) -> tensor<1x3xi32>
  %inside = hlo.constant dense<[1, 2]> : tensor<2xi32>
  %row = hlo.constant dense<[7, 8, 9, 10]> : tensor<4xi32>
  %put = "hlo.scatter"(%y, %inside, %row) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    hlo.return %b : tensor<i32>
  }) : (tensor<2x3x4xi32>, tensor<2xi32>, tensor<4xi32>) -> tensor<2x3x4xi32>

  // Parts of what was put together and turned round.
  %first = hlo.slice %y [0:1, 0:1, 0:4] : (tensor<2x3x4xi32>) -> tensor<1x1x4xi32>
  %second = hlo.slice %y [1:2, 2:3, 0:4] : (tensor<2x3x4xi32>) -> tensor<1x1x4xi32>
  %twice = hlo.concatenate %first, %second, dim = 1 : (tensor<1x1x4xi32>, tensor<1x1x4xi32>) -> tensor<1x2x4xi32>
  %part = hlo.slice %twice [0:1, 1:2, 0:4] : (tensor<1x2x4xi32>) -> tensor<1x1x4xi32>
  %line = hlo.reshape %part : (tensor<1x1x4xi32>) -> tensor<4xi32>
  %turned = hlo.transpose %y, dims = [1, 2, 0] : (tensor<2x3x4xi32>) -> tensor<3x4x2xi32>
  %back = hlo.reverse %turned, dims = [1, 2] : tensor<3x4x2xi32>
  %again = hlo.reverse %back, dims = [0, 1] : tensor<3x4x2xi32>

  // Products of one term.
  %outer = hlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %sum, %max, %flat, %taken, %put, %line, %again, %outer : tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<1x3xi32>, tensor<2x3x4xi32>, tensor<4xi32>, tensor<3x4x2xi32>, tensor<4x4xf32>
}
