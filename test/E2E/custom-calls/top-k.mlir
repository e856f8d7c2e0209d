// The first elements under all names that front ends have for them, natively as
// in the interpreter.
// RUN: xla-run %s --print > %t.native
// RUN: xla-run %s --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s < %t.native

func.func private @first(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK:      result 0: 2x2xf32
// CHECK-NEXT: {{\[}}[3.0, 2.0], [7.0, 6.0]]
// CHECK-NEXT: result 1: 2x2xi32
// CHECK-NEXT: {{\[}}[1, 2], [3, 0]]
// CHECK:      result 4: 2x2xf32
// CHECK-NEXT: {{\[}}[0.0, 1.0], [4.0, 5.0]]
// CHECK-NEXT: result 5: 2x2xi32
// CHECK-NEXT: {{\[}}[3, 0], [1, 2]]
func.func @main() -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<[[1.0, 3.0, 2.0, 0.0], [6.0, 4.0, 5.0, 7.0]]> : tensor<2x4xf32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.custom_call @TopK(%x) : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<2x4xf32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %2:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %v, %k) {called_computations = [@first],
    mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 2 : i64}}
    : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x2xf32>, tensor<2x2xi32>
}
