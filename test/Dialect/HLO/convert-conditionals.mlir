// RUN: xla-opt %s --hlo-convert-conditionals --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[A:.*]] = hlo.add %[[X]], %[[X]]
// CHECK-DAG:     %[[B:.*]] = hlo.negate %[[X]]
// CHECK-NEXT:    %[[R:.*]] = hlo.select %[[P]], %[[A]], %[[B]]
// CHECK-NEXT:    return %[[R]]
func.func @select(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.if"(%p) ({
    %a = hlo.add %x, %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }, {
    %b = hlo.negate %x : tensor<4xf32>
    hlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An index outside selects the last branch.

// CHECK-LABEL: func.func @select_of_three(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>, %[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>, %[[Z:.*]]: tensor<f32>
// CHECK-DAG:     %[[ZERO:.*]] = hlo.constant dense<0>
// CHECK-DAG:     %[[ONE:.*]] = hlo.constant dense<1>
// CHECK-DAG:     %[[IS1:.*]] = hlo.compare EQ, %[[I]], %[[ONE]]
// CHECK:         %[[S:.*]] = hlo.select %[[IS1]], %[[Y]], %[[Z]]
// CHECK:         %[[IS0:.*]] = hlo.compare EQ, %[[I]], %[[ZERO]]
// CHECK-NEXT:    %[[R:.*]] = hlo.select %[[IS0]], %[[X]], %[[S]]
// CHECK-NEXT:    return %[[R]]
func.func @select_of_three(%i: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %r = "hlo.case"(%i) ({
    hlo.return %x : tensor<f32>
  }, {
    hlo.return %y : tensor<f32>
  }, {
    hlo.return %z : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A loop may run for ever, functions are work, and what keeps a large tensor
// costs nothing.

// CHECK-LABEL: func.func @branches_stay(
// CHECK:         hlo.if
// CHECK:         hlo.if
// CHECK:         hlo.if
func.func @branches_stay(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4096xf32>) -> (tensor<i1>, tensor<4xf32>, tensor<4096xf32>) {
  %r = "hlo.if"(%p) ({
    %w = hlo.while(%q = %p) : tensor<i1>
      cond {
        hlo.return %q : tensor<i1>
      } do {
        %n = hlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
        %m = hlo.slice %n [0:1] : (tensor<4xi1>) -> tensor<1xi1>
        %o = hlo.reshape %m : (tensor<1xi1>) -> tensor<i1>
        hlo.return %o : tensor<i1>
      }
    hlo.return %w : tensor<i1>
  }, {
    hlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  %s = "hlo.if"(%p) ({
    %a = hlo.sine %x : tensor<4xf32>
    %b = hlo.cosine %a : tensor<4xf32>
    hlo.return %b : tensor<4xf32>
  }, {
    hlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %t = "hlo.if"(%p) ({
    %a = hlo.add %y, %y : tensor<4096xf32>
    hlo.return %a : tensor<4096xf32>
  }, {
    hlo.return %y : tensor<4096xf32>
  }) : (tensor<i1>) -> tensor<4096xf32>
  return %r, %s, %t : tensor<i1>, tensor<4xf32>, tensor<4096xf32>
}

// -----

// CHECK-LABEL: func.func @common_op(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<4x4xf32>
// CHECK-NEXT:    %[[D:.*]] = hlo.dot_general %[[X]], %[[X]]
// CHECK-NEXT:    %[[E:.*]] = hlo.dot_general %[[D]], %[[X]]
// CHECK-NEXT:    hlo.if
// CHECK-NOT:     hlo.dot_general
func.func @common_op(%p: tensor<i1>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = "hlo.if"(%p) ({
    %a = hlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %b = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %c = hlo.sine %b : tensor<4x4xf32>
    hlo.return %c : tensor<4x4xf32>
  }, {
    %s = hlo.exponential %x : tensor<4x4xf32>
    %a = hlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %b = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %c = hlo.power %b, %s : tensor<4x4xf32>
    hlo.return %c : tensor<4x4xf32>
  }) : (tensor<i1>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @common_end(
// CHECK:         %[[IF:.*]] = "hlo.if"
// CHECK-NOT:     hlo.add
// CHECK:         }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = hlo.add %[[IF]],
// CHECK-NEXT:    return %[[R]]
func.func @common_end(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.if"(%p) ({
    %a = hlo.sine %x : tensor<4xf32>
    %b = hlo.add %a, %x : tensor<4xf32>
    hlo.return %b : tensor<4xf32>
  }, {
    %a = hlo.cosine %x : tensor<4xf32>
    %b = hlo.add %a, %x : tensor<4xf32>
    hlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// All branches are the same, so there is none.

// CHECK-LABEL: func.func @same_branches(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = hlo.sine %[[X]]
// CHECK-NEXT:    return %[[R]]
func.func @same_branches(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.case"(%i) ({
    %a = hlo.sine %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }, {
    %a = hlo.sine %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The first result is the second again, nobody needs the third, and the fourth
// is %y either way.

// CHECK-LABEL: func.func @results(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = "hlo.if"
// CHECK:         }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[R]], %[[R]], %[[Y]]
func.func @results(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r:4 = "hlo.if"(%p) ({
    %a = hlo.sine %x : tensor<4xf32>
    %b = hlo.exponential %x : tensor<4xf32>
    hlo.return %a, %a, %b, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }, {
    %a = hlo.cosine %y : tensor<4xf32>
    hlo.return %a, %a, %a, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %r#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>
// CHECK-DAG:     %[[TRUE:.*]] = hlo.constant dense<true>
// CHECK-DAG:     %[[FALSE:.*]] = hlo.constant dense<false>
// CHECK:         "hlo.if"(%[[P]])
// CHECK:         hlo.custom_call @print(%[[TRUE]])
// CHECK:         hlo.custom_call @print(%[[FALSE]])
func.func @nested(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.if"(%p) ({
    hlo.custom_call @print(%p) {has_side_effect = true} : (tensor<i1>) -> ()
    hlo.return %x : tensor<4xf32>
  }, {
    hlo.custom_call @print(%p) {has_side_effect = true} : (tensor<i1>) -> ()
    %a = hlo.sine %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @same_predicate(
// CHECK:         "hlo.if"
// CHECK-NOT:     "hlo.if"
// CHECK-NOT:     hlo.cosine
// CHECK:         return
func.func @same_predicate(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "hlo.if"(%p) ({
    %s = "hlo.if"(%p) ({
      %a = hlo.sine %x : tensor<4xf32>
      hlo.return %a : tensor<4xf32>
    }, {
      %a = hlo.cosine %x : tensor<4xf32>
      hlo.return %a : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %b = hlo.exponential %s : tensor<4xf32>
    hlo.return %b : tensor<4xf32>
  }, {
    hlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Tokens and tuples have no size: what makes them stays.

// CHECK-LABEL: func.func @no_tensors(
// CHECK:         hlo.if
// CHECK-COUNT-2: hlo.after_all
// CHECK:         hlo.if
// CHECK-COUNT-2: hlo.tuple
func.func @no_tensors(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tuple<tensor<4xf32>>, !hlo.token) {
  %a = hlo.create_token : !hlo.token
  %b = hlo.after_all %a : !hlo.token
  %r = "hlo.if"(%p) ({
    %u = hlo.after_all %a, %a : !hlo.token
    hlo.return %u : !hlo.token
  }, {
    %v = hlo.after_all %a, %b : !hlo.token
    hlo.return %v : !hlo.token
  }) : (tensor<i1>) -> !hlo.token
  %t = "hlo.if"(%p) ({
    %u = hlo.tuple %x : tuple<tensor<4xf32>>
    hlo.return %u : tuple<tensor<4xf32>>
  }, {
    %v = hlo.tuple %y : tuple<tensor<4xf32>>
    hlo.return %v : tuple<tensor<4xf32>>
  }) : (tensor<i1>) -> tuple<tensor<4xf32>>
  return %t, %r : tuple<tensor<4xf32>>, !hlo.token
}

// -----

// What reads a common op is one as well, twice if there are two.

// CHECK-LABEL: func.func @common_chain(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<8x8xf32>
// CHECK:         %[[A:.*]] = hlo.dot_general %[[X]], %[[X]]
// CHECK-NEXT:    %[[B:.*]] = hlo.dot_general %[[A]], %[[X]]
// CHECK-NEXT:    %[[C:.*]] = hlo.dot_general %[[A]], %[[X]]
// CHECK-NEXT:    %[[D:.*]] = hlo.dot_general %[[B]], %[[C]]
// CHECK-NEXT:    return %[[D]]
func.func @common_chain(%p: tensor<i1>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = "hlo.if"(%p) ({
    %a = hlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %b = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %c = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %d = hlo.dot_general %b, %c, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    hlo.return %d : tensor<8x8xf32>
  }, {
    %a = hlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %b = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %c = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %d = hlo.dot_general %b, %c, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    hlo.return %d : tensor<8x8xf32>
  }) : (tensor<i1>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
