// Custom calls that stand for ops, on values known by hand.
// RUN: xla-run %s --backend=interpreter | FileCheck %s

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: result 0
// CHECK-NEXT: [9.0, 7.0]
// CHECK-NEXT: result 1
// CHECK-NEXT: [3, 1]
// CHECK-NEXT: result 2
// CHECK-NEXT: [9.0, 7.0, 5.0]
// CHECK-NEXT: result 3
// CHECK-NEXT: [3, 1, 2]
// CHECK-NEXT: result 4
// CHECK-NEXT: [9.0]
// CHECK-NEXT: result 5
// CHECK-NEXT: [3]
// CHECK-NEXT: result 6
// CHECK-NEXT: [9.0, 7.0]
// CHECK-NEXT: result 7
// CHECK-NEXT: [3, 1]
// CHECK-NEXT: result 8
// CHECK-NEXT: [9.0]
// CHECK-NEXT: result 9
// CHECK-NEXT: [3]
// CHECK-NEXT: result 10
// CHECK-NEXT: [0.84270{{[0-9]*}}, 0.999999{{[0-9]*}}, -0.520499{{[0-9]*}}, 0.0]
// CHECK-NEXT: result 11: 3xf32
// CHECK-NEXT: [8.0, 12.0, 14.0]
// CHECK-NEXT: result 12: 2x3xui32
func.func @main() -> (tensor<2xf32>, tensor<2xi32>, tensor<3xf32>, tensor<3xi32>, tensor<1xf32>, tensor<1xi32>,
    tensor<2xf32>, tensor<2xi32>, tensor<1xf32>, tensor<1xi32>, tensor<4xf32>, tensor<?xf32>, tensor<?x?xui32>) {
  %x = stablehlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %1:2 = stablehlo.custom_call @TopK(%x) : (tensor<4xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  %2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %one) : (tensor<4xf32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
  %3:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %zero, %none) {called_computations = [@greater],
    mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}}
    : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %4:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %i, %zero, %none, %one) {called_computations = [@greater],
    mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64}}
    : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
  %scale = stablehlo.constant dense<[1.0, 3.5, -0.5, 0.0]> : tensor<4xf32>
  %5 = stablehlo.custom_call @mhlo.erf(%scale) : (tensor<4xf32>) -> tensor<4xf32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %pad = stablehlo.constant dense<0> : tensor<1x2xi32>
  %6 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %two, %ones, %ones, %ones, %pad) {api_version = 2 : i32, called_computations = [@sum]}
    : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %7:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
    : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %5, %6, %7#1
    : tensor<2xf32>, tensor<2xi32>, tensor<3xf32>, tensor<3xi32>, tensor<1xf32>, tensor<1xi32>,
      tensor<2xf32>, tensor<2xi32>, tensor<1xf32>, tensor<1xi32>, tensor<4xf32>, tensor<?xf32>, tensor<?x?xui32>
}
