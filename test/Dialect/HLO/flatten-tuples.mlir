// RUN: xla-opt %s --hlo-flatten-tuples | FileCheck %s

// CHECK-LABEL: func.func @signature(
// CHECK-SAME:    %[[A:.*]]: tensor<f32> {test.note = "t"}, %[[B:.*]]: tensor<i32> {test.note = "t"}, %[[C:.*]]: tensor<f32>
// CHECK-SAME:    -> (tensor<i32>, tensor<f32>, tensor<f32>)
// CHECK-NEXT:    return %[[B]], %[[A]], %[[C]]
func.func @signature(%t: tuple<tensor<f32>, tuple<tensor<i32>>> {test.note = "t"}, %c: tensor<f32>) -> (tuple<tensor<i32>, tensor<f32>>, tensor<f32>) {
  %0 = hlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tuple<tensor<i32>>>) -> tensor<f32>
  %1 = hlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  %2 = hlo.get_tuple_element %1[0] : (tuple<tensor<i32>>) -> tensor<i32>
  %3 = hlo.tuple %2, %0 : tuple<tensor<i32>, tensor<f32>>
  return %3, %c : tuple<tensor<i32>, tensor<f32>>, tensor<f32>
}

// CHECK-LABEL: func.func @loop(
// CHECK:         hlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<i1>
// CHECK-NOT:     tuple
// CHECK:         return
func.func @loop(%i: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
  %t = hlo.tuple %i, %p : tuple<tensor<i32>, tensor<i1>>
  %r = hlo.while(%arg = %t) : tuple<tensor<i32>, tensor<i1>>
    cond {
      %q = hlo.get_tuple_element %arg[1] : (tuple<tensor<i32>, tensor<i1>>) -> tensor<i1>
      hlo.return %q : tensor<i1>
    } do {
      %j = hlo.get_tuple_element %arg[0] : (tuple<tensor<i32>, tensor<i1>>) -> tensor<i32>
      %k = hlo.add %j, %j : tensor<i32>
      %q = hlo.get_tuple_element %arg[1] : (tuple<tensor<i32>, tensor<i1>>) -> tensor<i1>
      %n = hlo.not %q : tensor<i1>
      %u = hlo.tuple %k, %n : tuple<tensor<i32>, tensor<i1>>
      hlo.return %u : tuple<tensor<i32>, tensor<i1>>
    }
  %s = hlo.get_tuple_element %r[0] : (tuple<tensor<i32>, tensor<i1>>) -> tensor<i32>
  return %s : tensor<i32>
}

// CHECK-LABEL: func.func @custom_call(
// CHECK-NEXT:    %[[R:.*]]:2 = hlo.custom_call @foo(%{{.*}}) : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
// CHECK-NEXT:    return %[[R]]#1
func.func @custom_call(%x: tensor<f32>) -> tensor<i32> {
  %t = hlo.custom_call @foo(%x) : (tensor<f32>) -> tuple<tensor<f32>, tensor<i32>>
  %r = hlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return %r : tensor<i32>
}

// Of a tuple of one element the only result is left, which aliases name alone.

// CHECK-LABEL: func.func @alias_of_one(
// CHECK-NEXT:    hlo.custom_call @foo(%{{.*}}) {output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>
func.func @alias_of_one(%x: tensor<f32>) -> tensor<f32> {
  %t = hlo.custom_call @foo(%x) {output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tuple<tensor<f32>>
  %r = hlo.get_tuple_element %t[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
