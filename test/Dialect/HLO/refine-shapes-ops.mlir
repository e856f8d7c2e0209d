// RUN: xla-opt %s --hlo-refine-shapes="arguments=2x4xf32;i64=3" | FileCheck %s

// Every kind of op whose shape is a value or follows from its operands.

// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<?x4xf32>, %n: tensor<i64>) -> () {
  %one = hlo.constant dense<1> : tensor<1xi64>
  %zero = hlo.constant dense<0> : tensor<1xi64>
  %zeros = hlo.constant dense<0> : tensor<2xi64>
  %ones = hlo.constant dense<1> : tensor<2xi64>
  %four = hlo.constant dense<4> : tensor<1xi64>
  %f = hlo.constant dense<0.0> : tensor<f32>
  %b32 = hlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %b = hlo.convert %b32 : (tensor<i32>) -> tensor<i64>
  %b1 = hlo.reshape %b : (tensor<i64>) -> tensor<1xi64>
  %n1 = hlo.reshape %n : (tensor<i64>) -> tensor<1xi64>

  // CHECK: hlo.dynamic_reshape {{.*}} -> tensor<8xf32>
  %count = hlo.multiply %b1, %four : tensor<1xi64>
  %flat = hlo.dynamic_reshape %x, %count : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  hlo.custom_call @keep(%flat) {has_side_effect = true} : (tensor<?xf32>) -> ()
  // CHECK: hlo.dynamic_pad {{.*}} -> tensor<11xf32>
  %padded = hlo.dynamic_pad %flat, %f, %n1, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  hlo.custom_call @keep(%padded) {has_side_effect = true} : (tensor<?xf32>) -> ()
  // CHECK: hlo.real_dynamic_slice {{.*}} -> tensor<2x3xf32>
  %limit = hlo.concatenate %b1, %n1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %part = hlo.real_dynamic_slice %x, %zeros, %limit, %ones : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  hlo.custom_call @keep(%part) {has_side_effect = true} : (tensor<?x?xf32>) -> ()
  // CHECK: "hlo.dynamic_gather"{{.*}} -> tensor<5x3xf32>
  %indices = hlo.constant dense<0> : tensor<5x1xi32>
  %sizes = hlo.concatenate %one, %n1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %gathered = "hlo.dynamic_gather"(%x, %indices, %sizes) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<5x1xi32>, tensor<2xi64>) -> tensor<5x?xf32>
  hlo.custom_call @keep(%gathered) {has_side_effect = true} : (tensor<5x?xf32>) -> ()
  // CHECK: hlo.concatenate {{.*}} -> tensor<19xf32>
  %all = hlo.concatenate %flat, %padded, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  hlo.custom_call @keep(%all) {has_side_effect = true} : (tensor<?xf32>) -> ()
  // CHECK: hlo.dot_general {{.*}} -> tensor<2x2xf32>
  %dot = hlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  hlo.custom_call @keep(%dot) {has_side_effect = true} : (tensor<?x?xf32>) -> ()
  // CHECK: hlo.convert {{.*}} : (tensor<2x4xf32>) -> tensor<2x4xf16>
  %half = hlo.convert %x : (tensor<?x4xf32>) -> tensor<?x4xf16>
  hlo.custom_call @keep(%half) {has_side_effect = true} : (tensor<?x4xf16>) -> ()
  // CHECK: hlo.bitcast_convert {{.*}} -> tensor<2x4x2xi16>
  %bits = hlo.bitcast_convert %x : (tensor<?x4xf32>) -> tensor<?x4x2xi16>
  hlo.custom_call @keep(%bits) {has_side_effect = true} : (tensor<?x4x2xi16>) -> ()
  // CHECK: hlo.custom_call @stablehlo.dynamic_reduce_window({{.*}} -> tensor<6xf32>
  %none = hlo.constant dense<0> : tensor<1x2xi64>
  %window = hlo.custom_call @stablehlo.dynamic_reduce_window(%flat, %f, %n1, %one, %one, %one, %none) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  hlo.custom_call @keep(%window) {has_side_effect = true} : (tensor<?xf32>) -> ()
  return
}
func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = hlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}
