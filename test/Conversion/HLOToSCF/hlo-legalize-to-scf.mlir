// RUN: xla-opt %s --hlo-legalize-to-scf --split-input-file | FileCheck %s

func.func private @less(tensor<ui32>, tensor<ui32>) -> tensor<i1> attributes {xla.kernel}
func.func private @step(tensor<ui32>, tensor<4xf32>) -> tensor<ui32> attributes {xla.kernel}

// What the body hands on unchanged is not carried. Signs go, but the entry
// remembers.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
// CHECK-SAME:    xla.entry = #xla.entry<"loop", arguments = [<name = "n", type = tensor<ui32>>, <name = "", type = tensor<4xf32>, alias = 1, donated = true>], results = [<name = "count", type = tensor<ui32>>, <name = "", type = tensor<4xf32>>]>
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[R:.*]] = scf.while (%[[I:.*]] = %[[ZERO]]) : (tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:      %[[P:.*]] = xla.call_kernel @less(%[[I]], %[[N]])
// CHECK-NEXT:      %[[C:.*]] = tensor.extract %[[P]][] : tensor<i1>
// CHECK-NEXT:      scf.condition(%[[C]]) %[[I]] : tensor<i32>
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[J:.*]]: tensor<i32>):
// CHECK-NEXT:      %[[K:.*]] = xla.call_kernel @step(%[[J]], %[[X]])
// CHECK-NEXT:      scf.yield %[[K]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]], %[[X]]
func.func @loop(%n: tensor<ui32> {jax.arg_info = "n"}, %x: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<ui32> {jax.result_info = "count"}, tensor<4xf32>) {
  %zero = hlo.constant dense<0> : tensor<ui32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<ui32>, tensor<4xf32>
  cond {
    %p = xla.call_kernel @less(%i, %n) : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %j = xla.call_kernel @step(%i, %a) : (tensor<ui32>, tensor<4xf32>) -> tensor<ui32>
    hlo.return %j, %a : tensor<ui32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<ui32>, tensor<4xf32>
}

// -----

// An index that is no case takes the last region.
// CHECK-LABEL: func.func @branches(
// CHECK:         %[[I:.*]] = tensor.extract %{{.*}}[] : tensor<i32>
// CHECK-NEXT:    %[[INDEX:.*]] = arith.index_cast %[[I]] : i32 to index
// CHECK-NEXT:    %[[R:.*]] = scf.index_switch %[[INDEX]] -> tensor<f32>
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      scf.yield %[[X:.*]] : tensor<f32>
// CHECK:         default {
// CHECK-NEXT:      scf.yield %[[Y:.*]] : tensor<f32>
// CHECK:         %[[P:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
// CHECK-NEXT:    scf.if %[[P]] -> (tensor<f32>) {
// CHECK-NEXT:      scf.yield %[[R]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[X]]
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "hlo.case"(%i) ({
    hlo.return %x : tensor<f32>
  }, {
    hlo.return %y : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %1 = "hlo.if"(%p) ({
    hlo.return %0 : tensor<f32>
  }, {
    hlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Reshapes go over the flat form; tokens are no data.
// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME:    %[[X:.*]]: tensor<2x6xf32>, %[[S:.*]]: tensor<f32>) -> (tensor<3x4xf32>, tensor<1xf32>)
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
// CHECK-NEXT:    %[[Y:.*]] = tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [3, 4]
// CHECK-NEXT:    %[[T:.*]] = tensor.expand_shape %[[S]] [] output_shape [1]
// CHECK-NEXT:    return %[[Y]], %[[T]]
func.func @reshapes(%x: tensor<2x6xf32>, %s: tensor<f32>, %token: !hlo.token) -> (tensor<3x4xf32>, !hlo.token, tensor<1xf32>) {
  %0 = hlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
  %1 = hlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  %2 = hlo.after_all %token, %token : !hlo.token
  return %0, %2, %1 : tensor<3x4xf32>, !hlo.token, tensor<1xf32>
}

// A custom call keeps what types say no more: signs, dimensions, orders. Tokens
// go, and aliases are counted without them.

// CHECK-LABEL: func.func @custom_call(
// CHECK:         %[[R:.*]] = xla.call_host "custom_call"(%{{.*}}, %{{.*}}) in_place [0, 0]
// CHECK-SAME:      {api_version = 4 : i32, attributes = {a = 1 : i64}, has_side_effect = true,
// CHECK-SAME:       operand_layouts = [array<i64: 0, 1>, array<i64>], operands = [tensor<3x2xui8>, tensor<f32>],
// CHECK-SAME:       result_layouts = [array<i64: 0, 1>], results = [tensor<3x2xui8>], target = "foo", text = ""}
// CHECK-SAME:      : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xi8>
// CHECK-NEXT:    return %[[R]]
func.func @custom_call(%t: !hlo.token, %x: tensor<2x3xui8>, %y: tensor<f32>) -> (!hlo.token, tensor<2x3xui8>) {
  %0:2 = hlo.custom_call @foo(%t, %x, %y) {hlo.physical_order, has_side_effect = true, api_version = 4 : i32,
    backend_config = {a = 1 : i64},
    output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = []>],
    operand_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>],
    result_layouts = [dense<> : tensor<0xindex>, dense<[0, 1]> : tensor<2xindex>]}
    : (!hlo.token, tensor<2x3xui8>, tensor<f32>) -> (!hlo.token, tensor<2x3xui8>)
  return %0#0, %0#1 : !hlo.token, tensor<2x3xui8>
}
