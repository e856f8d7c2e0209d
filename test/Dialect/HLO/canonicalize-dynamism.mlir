// RUN: xla-opt %s --hlo-canonicalize-dynamism | FileCheck %s

// CHECK-LABEL: func.func @broadcast(
// CHECK-NEXT:    hlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
func.func @broadcast(%x: tensor<3xf32>, %s: tensor<2xi64>) -> tensor<2x3xf32> {
  %r = hlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT:    hlo.reshape %{{.*}} : (tensor<6xf32>) -> tensor<2x3xf32>
func.func @reshape(%x: tensor<6xf32>, %s: tensor<2xi64>) -> tensor<2x3xf32> {
  %r = hlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @iota(
// CHECK-NEXT:    hlo.iota dim = 0 : tensor<4xi32>
func.func @iota(%s: tensor<1xi64>) -> tensor<4xi32> {
  %r = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @pad(
// CHECK:         hlo.pad %{{.*}}, %{{.*}}, low = [1], high = [1], interior = [0]
func.func @pad(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %one = hlo.constant dense<1> : tensor<1xi64>
  %zero = hlo.constant dense<0> : tensor<1xi64>
  %r = hlo.dynamic_pad %x, %v, %one, %one, %zero : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK:         hlo.slice %{{.*}} [1:5:2] : (tensor<8xf32>) -> tensor<2xf32>
func.func @slice(%x: tensor<8xf32>) -> tensor<2xf32> {
  %s = hlo.constant dense<1> : tensor<1xi32>
  %l = hlo.constant dense<5> : tensor<1xi32>
  %d = hlo.constant dense<2> : tensor<1xi32>
  %r = hlo.real_dynamic_slice %x, %s, %l, %d : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK:         "hlo.gather"(%{{.*}}, %{{.*}}) <{{.*}}slice_sizes = array<i64: 1, 3>
func.func @gather(%x: tensor<5x3xf32>, %i: tensor<2x1xi32>) -> tensor<2x3xf32> {
  %s = hlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "hlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK:         hlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = {{\[\[}}1, 1]]}
func.func @convolution(%x: tensor<1x8x4xf32>, %k: tensor<3x4x16xf32>) -> tensor<1x4x16xf32> {
  %p = hlo.constant dense<1> : tensor<1x2xi32>
  %r = "hlo.dynamic_conv"(%x, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #hlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>} : (tensor<1x8x4xf32>, tensor<3x4x16xf32>, tensor<1x2xi32>) -> tensor<1x4x16xf32>
  return %r : tensor<1x4x16xf32>
}

// What is known at run time only stays.

// CHECK-LABEL: func.func @dynamic(
// CHECK:         hlo.dynamic_iota
func.func @dynamic(%s: tensor<1xi64>) -> tensor<?xi32> {
  %r = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// The result's type says what run-time operands would.

// CHECK-LABEL: func.func @slice_of_known_size(
// CHECK:         %[[ONE:.*]] = hlo.slice %arg1 [0:1]
// CHECK:         %[[START:.*]] = hlo.reshape %[[ONE]] : (tensor<1xi32>) -> tensor<i32>
// CHECK:         %[[FROM:.*]] = hlo.convert %[[START]] : (tensor<i32>) -> tensor<i64>
// CHECK:         %[[SPAN:.*]] = hlo.subtract %[[TO:.*]], %[[FROM]]
// CHECK:         hlo.custom_call @shape_assertion(%{{.*}}, %[[FROM]], %[[TO]]) {error_message = "real_dynamic_slice expects 2 elements within dimension 0 of size 8, but got {0} to {1} by 2"
// CHECK:         %[[PART:.*]] = hlo.dynamic_slice %arg0, %[[START]], sizes = [3]
// CHECK:         hlo.slice %[[PART]] [0:3:2] : (tensor<3xf32>) -> tensor<2xf32>
func.func @slice_of_known_size(%x: tensor<8xf32>, %s: tensor<1xi32>, %l: tensor<1xi32>) -> tensor<2xf32> {
  %d = hlo.constant dense<2> : tensor<1xi32>
  %r = hlo.real_dynamic_slice %x, %s, %l, %d : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @gather_of_known_size(
// CHECK:         "hlo.gather"(%{{.*}}, %{{.*}}) <{{.*}}slice_sizes = array<i64: 1, 2>
func.func @gather_of_known_size(%x: tensor<5x3xf32>, %i: tensor<2x1xi32>, %s: tensor<2xi64>) -> tensor<2x2xf32> {
  %r = "hlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// No sizes give elements of an operand without.
// CHECK-LABEL: func.func @gather_of_nothing
// CHECK-NOT:     shape_assertion
// CHECK:         hlo.dynamic_gather
func.func @gather_of_nothing(%x: tensor<0x3xf32>, %i: tensor<2x1xi32>, %s: tensor<2xi64>) -> tensor<2x2xf32> {
  %r = "hlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<0x3xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @set_dimension_size(
// CHECK:         hlo.slice %arg0 [0:4, 0:2] : (tensor<4x3xf32>) -> tensor<4x2xf32>
func.func @set_dimension_size(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %n = hlo.constant dense<2> : tensor<i32>
  %r = hlo.set_dimension_size %x, %n, dim = 1 : (tensor<4x3xf32>, tensor<i32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @reduce_window(
// CHECK:         "hlo.reduce_window"(%arg0, %{{.*}}) <{{.*}}padding = dense<{{\[\[}}1, 0]]> : tensor<1x2xi64>{{.*}}window_dimensions = array<i64: 2>
// CHECK-NEXT:    ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT:      %[[MAX:.*]] = hlo.maximum %[[A]], %[[B]]
// CHECK-NEXT:      hlo.return %[[MAX]]
func.func @reduce_window(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = hlo.constant dense<0.0> : tensor<f32>
  %two = hlo.constant dense<2> : tensor<1xi32>
  %one = hlo.constant dense<1> : tensor<1xi32>
  %p = hlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %r = hlo.custom_call @stablehlo.dynamic_reduce_window(%x, %f, %two, %one, %one, %one, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = hlo.maximum %a, %b : tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @random_bits(
// CHECK:         hlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
func.func @random_bits(%x: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>) {
  %s = hlo.constant dense<3> : tensor<1xi64>
  %r:2 = hlo.custom_call @stablehlo.dynamic_rng_bit_generator(%x, %s) {rng_algorithm = #hlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<3xui32>)
  return %r#0, %r#1 : tensor<2xui64>, tensor<3xui32>
}

// Two results share a shape operand; the alias is with the operand behind it.

// CHECK-LABEL: func.func @shared_shape_operand(
// CHECK:         hlo.custom_call @f(%arg0, %arg2) {{.*}}operand_index = 1,
func.func @shared_shape_operand(%x: tensor<4xf32>, %s: tensor<1xi32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = hlo.custom_call @f(%x, %s, %y) {indices_of_shape_operands = dense<1> : tensor<2xi64>, output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [0], operand_index = 2, operand_tuple_indices = []>]} : (tensor<4xf32>, tensor<1xi32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A result takes the buffer of a shape operand, which stays.

// CHECK-LABEL: func.func @aliased_shape_operand(
// CHECK:         hlo.custom_call @f(%arg0, %arg1) {{.*}}operand_index = 0,
func.func @aliased_shape_operand(%s: tensor<1xi32>, %x: tensor<1xi32>) -> tensor<1xi32> {
  %r = hlo.custom_call @f(%s, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// Operands that only hold shapes go, with their layouts.

// CHECK-LABEL: func.func @shape_operands(
// CHECK:         hlo.custom_call @f(%arg1) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @shape_operands(%s: tensor<2xi32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = hlo.custom_call @f(%s, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
