// RUN: xla-opt %s --hlo-expand-rng --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @uniform(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<f32>, %[[B:[^:]*]]: tensor<f32>
// CHECK:         %[[STATE:.*]] = hlo.constant dense<0> : tensor<2xui64>
// CHECK:         %{{.*}}, %[[BITS:.*]] = hlo.rng_bit_generator %[[STATE]], algorithm = THREE_FRY {{.*}} -> (tensor<2xui64>, tensor<4xui64>)
// Of f32's precision.
// CHECK:         %[[SHIFT:.*]] = hlo.constant dense<40> : tensor<4xui64>
// CHECK:         hlo.shift_right_logical %[[BITS]], %[[SHIFT]]
// CHECK:         %[[VALUE:.*]] = hlo.convert {{.*}} : (tensor<4xf64>) -> tensor<4xf32>
// CHECK:         %[[REACHES:.*]] = hlo.compare GE, %[[VALUE]]
// CHECK:         %[[RESULT:.*]] = hlo.select %[[REACHES]], %{{.*}}, %[[VALUE]]
// CHECK:         return %[[RESULT]]
func.func @uniform(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4xf32> {
  %shape = hlo.constant dense<4> : tensor<1xi64>
  %0 = hlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The state goes through the loop and through the branch in it, and on.
// CHECK-LABEL: func.func @carried(
// CHECK:         %[[START:.*]] = hlo.constant dense<0> : tensor<2xui64>
// CHECK:         %[[LOOP:.*]]:2 = hlo.while(%{{.*}} = %{{.*}}, %[[STATE:.*]] = %[[START]]) : tensor<i32>, tensor<2xui64>
// CHECK:         } do {
// CHECK:           %[[IF:.*]]:2 = "hlo.if"
// CHECK:             %[[NEXT:.*]], %{{.*}} = hlo.rng_bit_generator %[[STATE]]
// CHECK:             hlo.return %{{.*}}, %[[NEXT]]
// CHECK:             hlo.return %{{.*}}, %[[STATE]]
// CHECK:           hlo.return %[[IF]]#0, %[[IF]]#1
// CHECK:         hlo.rng_bit_generator %[[LOOP]]#1
func.func @carried(%n: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
  %shape = hlo.constant dense<> : tensor<0xi64>
  %w = hlo.while(%x = %n) : tensor<i32>
  cond {
    %c = hlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %i = "hlo.if"(%p) ({
      %r = hlo.rng %x, %n, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
      hlo.return %r : tensor<i32>
    }, {
      hlo.return %x : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    hlo.return %i : tensor<i32>
  }
  %last = hlo.rng %w, %n, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  return %w, %last : tensor<i32>, tensor<i32>
}

// -----

// A condition hands no state on: it becomes part of the body, with its draws.
// CHECK-LABEL: func.func @in_condition(
// CHECK:         %[[S:.*]], %{{.*}} = hlo.rng_bit_generator
// CHECK:         %[[FIRST:.*]] = hlo.compare LT
// CHECK:         %[[W:.*]]:3 = hlo.while(%{{.*}} = %{{.*}}, %[[GO:.*]] = %[[FIRST]], %[[STATE:.*]] = %[[S]])
// CHECK:         cond
// CHECK-NEXT:      hlo.return %[[GO]]
// CHECK:         do
// CHECK:           %[[T:.*]], %{{.*}} = hlo.rng_bit_generator %[[STATE]]
// CHECK:           %[[NEXT:.*]] = hlo.compare LT
// CHECK:           hlo.return %{{.*}}, %[[NEXT]], %[[T]]
// CHECK:         hlo.rng_bit_generator %[[W]]#2
func.func @in_condition(%n: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %shape = hlo.constant dense<> : tensor<0xi64>
  %w = hlo.while(%x = %n) : tensor<f32>
  cond {
    %r = hlo.rng %x, %n, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = hlo.compare LT, %x, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    hlo.return %x : tensor<f32>
  }
  %last = hlo.rng %w, %n, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %w, %last : tensor<f32>, tensor<f32>
}

// -----

// A comparator has no place for a state, so that the whole function is left
// alone.
// CHECK-LABEL: func.func @in_comparator(
// CHECK-COUNT-2: hlo.rng %
func.func @in_comparator(%x: tensor<4xf32>, %n: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %shape = hlo.constant dense<> : tensor<0xi64>
  %s = "hlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = hlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = hlo.compare LT, %a, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %last = hlo.rng %n, %n, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %s, %last : tensor<4xf32>, tensor<f32>
}
