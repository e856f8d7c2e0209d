// RUN: xla-opt %s --hlo-simplify-loops --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @no_trip(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    return %[[X]]
func.func @no_trip(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c5 = hlo.constant dense<5> : tensor<i32>
  %r:2 = hlo.while(%i = %c5, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %n = hlo.constant dense<5> : tensor<i32>
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %one = hlo.constant dense<1> : tensor<i32>
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.negate %a : tensor<4xf32>
      hlo.return %j, %b : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @one_trip(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[I:.*]] = hlo.constant dense<4> : tensor<ui8>
// CHECK-DAG:     %[[N:.*]] = hlo.negate %[[X]]
// CHECK-NEXT:    return %[[I]], %[[N]]
func.func @one_trip(%x: tensor<4xf32>) -> (tensor<ui8>, tensor<4xf32>) {
  %c7 = hlo.constant dense<7> : tensor<ui8>
  %three = hlo.constant dense<3> : tensor<ui8>
  %r:2 = hlo.while(%i = %c7, %a = %x) : tensor<ui8>, tensor<4xf32>
    cond {
      %n = hlo.constant dense<5> : tensor<ui8>
      %p = hlo.compare LE, %n, %i : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.subtract %i, %three : tensor<ui8>
      %b = hlo.negate %a : tensor<4xf32>
      hlo.return %j, %b : tensor<ui8>, tensor<4xf32>
    }
  return %r#0, %r#1 : tensor<ui8>, tensor<4xf32>
}

// -----

// What the body swaps it returns swapped.

// CHECK-LABEL: func.func @one_trip_swaps(
// CHECK-SAME:    %[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>
// CHECK-NEXT:    return %[[Y]], %[[X]]
func.func @one_trip_swaps(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = hlo.constant dense<0> : tensor<i64>
  %one = hlo.constant dense<1> : tensor<i64>
  %r:3 = hlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i64>, tensor<f32>, tensor<f32>
    cond {
      %p = hlo.compare NE, %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i64>
      hlo.return %j, %b, %a : tensor<i64>, tensor<f32>, tensor<f32>
    }
  return %r#1, %r#2 : tensor<f32>, tensor<f32>
}

// -----

// The counter comes round to where the condition holds: it runs for ever.

// CHECK-LABEL: func.func @comes_round(
// CHECK:         hlo.while
func.func @comes_round(%x: tensor<f32>) -> tensor<f32> {
  %c = hlo.constant dense<100> : tensor<i8>
  %most = hlo.constant dense<127> : tensor<i8>
  %one = hlo.constant dense<1> : tensor<i8>
  %r:2 = hlo.while(%i = %c, %a = %x) : tensor<i8>, tensor<f32>
    cond {
      %p = hlo.compare LE, %i, %most : (tensor<i8>, tensor<i8>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i8>
      %b = hlo.negate %a : tensor<f32>
      hlo.return %j, %b : tensor<i8>, tensor<f32>
    }
  return %r#1 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @last_counter(
// CHECK:         %[[C:.*]] = hlo.constant dense<12> : tensor<i32>
// CHECK:         return %{{.*}}, %[[C]]
func.func @last_counter(%x: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %ten = hlo.constant dense<10> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
    cond {
      %p = hlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %three : tensor<i32>
      %b = hlo.negate %a : tensor<f32>
      hlo.return %j, %b : tensor<i32>, tensor<f32>
    }
  return %r#1, %r#0 : tensor<f32>, tensor<i32>
}

// -----

// Only the slice of the last trip, the eighth, is returned.

// CHECK-LABEL: func.func @last_trip(
// CHECK-SAME:    %[[X:.*]]: tensor<8x4xf32>
// CHECK-NOT:     dynamic_slice
// CHECK:         hlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<4xf32>{{$}}
// CHECK-NOT:     dynamic_slice
// CHECK:         {{^    }$}}
// CHECK-NEXT:    hlo.dynamic_slice %[[X]]
func.func @last_trip(%x: tensor<8x4xf32>, %y: tensor<4xf32>) -> (tensor<1x4xf32>, tensor<4xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %eight = hlo.constant dense<8> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %init = hlo.slice %x [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
  %r:3 = hlo.while(%i = %zero, %a = %y, %l = %init) : tensor<i32>, tensor<4xf32>, tensor<1x4xf32>
    cond {
      %p = hlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.negate %a : tensor<4xf32>
      %s = hlo.dynamic_slice %x, %i, %zero, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
      hlo.return %j, %b, %s : tensor<i32>, tensor<4xf32>, tensor<1x4xf32>
    }
  return %r#2, %r#1 : tensor<1x4xf32>, tensor<4xf32>
}

// -----

// Zero times three is zero again.

// CHECK-LABEL: func.func @constant(
// CHECK:         hlo.while(%{{.*}} = %{{.*}}) : tensor<i32>
// CHECK:         do {
// CHECK-NEXT:      hlo.multiply
// CHECK-NEXT:      hlo.return
func.func @constant(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %r:2 = hlo.while(%i = %one, %a = %zero) : tensor<i32>, tensor<i32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.multiply %i, %three : tensor<i32>
      %b = hlo.multiply %a, %three : tensor<i32>
      hlo.return %j, %b : tensor<i32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// -----

// Both begin with %x and are what the same ops make of them.

// CHECK-LABEL: func.func @equal(
// CHECK:         %[[R:.*]]:2 = hlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<f32>, tensor<f32>
// CHECK:         return %[[R]]#0, %[[R]]#0, %[[R]]#1
func.func @equal(%x: tensor<f32>, %n: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %r:3 = hlo.while(%a = %x, %b = %x, %c = %x) : tensor<f32>, tensor<f32>, tensor<f32>
    cond {
      %p = hlo.compare LT, %a, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %d = hlo.add %a, %n : tensor<f32>
      %e = hlo.add %b, %n : tensor<f32>
      %f = hlo.add %n, %c : tensor<f32>
      hlo.return %d, %e, %f : tensor<f32>, tensor<f32>, tensor<f32>
    }
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// One of two equal at the start goes another way later.

// CHECK-LABEL: func.func @equal_at_first(
// CHECK:         hlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<f32>, tensor<f32>, tensor<f32>
func.func @equal_at_first(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %r:3 = hlo.while(%a = %x, %b = %x, %c = %y) : tensor<f32>, tensor<f32>, tensor<f32>
    cond {
      %p = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      hlo.return %b, %c, %a : tensor<f32>, tensor<f32>, tensor<f32>
    }
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// The second counts twice as fast from another start.

// CHECK-LABEL: func.func @two_counters(
// CHECK-SAME:    %[[N:.*]]: tensor<i32>, %[[S:.*]]: tensor<i32>
// CHECK-DAG:     %[[TWO:.*]] = hlo.constant dense<2> : tensor<i32>
// CHECK:         hlo.while(%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<i32>
// CHECK:         do {
// CHECK-NEXT:      %[[M:.*]] = hlo.multiply %[[I]], %[[TWO]]
// CHECK-NEXT:      %[[J:.*]] = hlo.add %[[S]], %[[M]]
// CHECK:           hlo.xor %{{.*}}, %[[J]]
func.func @two_counters(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %two = hlo.constant dense<2> : tensor<i32>
  %r:3 = hlo.while(%j = %s, %i = %zero, %a = %s) : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %b = hlo.xor %a, %j : tensor<i32>
      %k = hlo.add %two, %j : tensor<i32>
      %l = hlo.add %i, %one : tensor<i32>
      hlo.return %k, %l, %b : tensor<i32>, tensor<i32>, tensor<i32>
    }
  return %r#2 : tensor<i32>
}

// -----

// A condition with an effect has it at least once.

// CHECK-LABEL: func.func @effect(
// CHECK:         hlo.while
func.func @effect(%x: tensor<f32>) -> tensor<f32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
    cond {
      hlo.custom_call @print(%a) {has_side_effect = true} : (tensor<f32>) -> ()
      %p = hlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %one = hlo.constant dense<1> : tensor<i32>
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.negate %a : tensor<f32>
      hlo.return %j, %b : tensor<i32>, tensor<f32>
    }
  return %r#1 : tensor<f32>
}

// -----

// What a counter was in the trip before, and what no trip changes.

// CHECK-LABEL: func.func @before_last(
// CHECK-SAME:      %[[Q:.*]]: tensor<i1>)
// CHECK-DAG:     %[[FOUR:.*]] = hlo.constant dense<4> : tensor<i32>
// CHECK-DAG:     %[[THREE:.*]] = hlo.constant dense<3> : tensor<i32>
// CHECK:         return %[[FOUR]], %[[THREE]], %[[Q]]
func.func @before_last(%q: tensor<i1>) -> (tensor<i32>, tensor<i32>, tensor<i1>) {
  %one = hlo.constant dense<1> : tensor<i32>
  %p = hlo.constant dense<true> : tensor<i1>
  %0:3 = hlo.while(%i = %one, %a = %one, %b = %p) : tensor<i32>, tensor<i32>, tensor<i1>
  cond {
    %n = hlo.constant dense<4> : tensor<i32>
    %c = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %i, %one : tensor<i32>
    hlo.return %j, %i, %q : tensor<i32>, tensor<i32>, tensor<i1>
  }
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<i32>, tensor<i1>
}
