// RUN: xla-opt %s --hlo-refine-shapes="entry=batch arguments=2x3xf32" | FileCheck %s --check-prefix=BATCH
// RUN: xla-opt %s --hlo-refine-shapes="entry=size arguments=i64=5" | FileCheck %s --check-prefix=SIZE
// RUN: xla-opt %s --hlo-refine-shapes="entry=calls arguments=2xf32;3xf32" | FileCheck %s --check-prefix=CALLS
// RUN: xla-opt %s --hlo-refine-shapes="entry=computed arguments=i32=3" | FileCheck %s --check-prefix=COMPUTED
// RUN: xla-opt %s --hlo-refine-shapes="entry=loop arguments=3xf32" | FileCheck %s --check-prefix=LOOP
// RUN: xla-opt %s --hlo-refine-shapes="entry=branch arguments=3xf32;" | FileCheck %s --check-prefix=BRANCH
// RUN: xla-opt %s --hlo-refine-shapes="entry=composite arguments=4xf32" | FileCheck %s --check-prefix=COMPOSITE
// RUN: xla-opt %s --hlo-refine-shapes="entry=bounded arguments=3xf32" | FileCheck %s --check-prefix=BOUNDED

// RUN: xla-opt %s --hlo-refine-shapes="entry=window arguments=5x3xf32" | FileCheck %s --check-prefix=WINDOW

// Types follow from the argument's.

// BATCH-LABEL: func.func @batch(%arg0: tensor<2x3xf32>) -> tensor<2xf32> {
// BATCH:         hlo.reduce({{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
func.func @batch(%x: tensor<?x3xf32>) -> tensor<?xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %y = hlo.exponential %x : tensor<?x3xf32>
  %r = hlo.reduce(%y init: %zero) applies hlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A size that is a value: the argument stays, and nothing but the assertion
// reads it.

// SIZE-LABEL: func.func @size(%arg0: tensor<i64>) -> tensor<5xf32> {
// SIZE-NEXT:    %[[FIVE:.*]] = hlo.constant dense<5> : tensor<i64>
// SIZE-NEXT:    %[[RIGHT:.*]] = hlo.compare EQ, %arg0, %[[FIVE]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// SIZE-NEXT:    hlo.custom_call @shape_assertion(%[[RIGHT]], %arg0) {error_message = "expected argument 0 to be 5, as the program was compiled for, but got {0}", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
// SIZE-NOT:     %arg0
// SIZE:         %[[SHAPE:.*]] = hlo.constant dense<5> : tensor<1xi64>
// SIZE:         hlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]], dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<5xf32>
func.func @size(%n: tensor<i64>) -> tensor<?xf32> {
  %one = hlo.constant dense<1.0> : tensor<f32>
  %s = hlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %r = hlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// One copy of the callee for each shape; equal ones are shared.

// CALLS-LABEL: func.func @calls(
// CALLS:         call @[[TWO:.*]](%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CALLS:         call @[[THREE:.*]](%arg1) : (tensor<3xf32>) -> tensor<3xf32>
// CALLS:         call @[[TWO]](%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CALLS-NOT:   func.func private @negate(
// CALLS:       func.func private @[[TWO]](%arg0: tensor<2xf32>) -> tensor<2xf32>
// CALLS:       func.func private @[[THREE]](%arg0: tensor<3xf32>) -> tensor<3xf32>
// CALLS-NOT:   func.func private @negate
func.func @calls(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @negate(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @negate(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @negate(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %2, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @negate(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = hlo.negate %x : tensor<?xf32>
  return %r : tensor<?xf32>
}

// Sizes are computed in functions, loops and reductions.

// COMPUTED-LABEL: func.func @computed(
// COMPUTED-SAME:    -> (tensor<6xi32>, tensor<8xi32>, tensor<9xi32>)
func.func @computed(%n: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = call @twice(%n) : (tensor<i32>) -> tensor<i32>
  %s0 = hlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %a = hlo.dynamic_iota %s0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %1:2 = hlo.while(%i = %zero, %p = %one) : tensor<i32>, tensor<i32>
  cond {
    %c = hlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %next = hlo.add %i, %one : tensor<i32>
    %power = func.call @twice(%p) : (tensor<i32>) -> tensor<i32>
    hlo.return %next, %power : tensor<i32>, tensor<i32>
  }
  %s1 = hlo.reshape %1#1 : (tensor<i32>) -> tensor<1xi32>
  %b = hlo.dynamic_iota %s1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %v = hlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = hlo.reduce(%v init: %one) applies hlo.multiply across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %s2 = hlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %c = hlo.dynamic_iota %s2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %a, %b, %c : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
func.func private @twice(%n: tensor<i32>) -> tensor<i32> {
  %r = hlo.add %n, %n : tensor<i32>
  return %r : tensor<i32>
}

// What a loop carries has one shape.

// LOOP-LABEL: func.func @loop(%arg0: tensor<3xf32>) -> tensor<3xf32> {
// LOOP:         hlo.while({{.*}}) : tensor<i32>, tensor<3xf32>
func.func @loop(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r:2 = hlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %c = hlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %one = hlo.constant dense<1> : tensor<i32>
    %next = hlo.add %i, %one : tensor<i32>
    %z = hlo.add %y, %y : tensor<?xf32>
    hlo.return %next, %z : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// A decided branch is taken, so that the other may be of another shape.

// BRANCH-LABEL: func.func @branch(
// BRANCH-SAME:    -> (tensor<3xf32>, tensor<3xf32>)
// BRANCH:         "hlo.if"(%arg1)
// BRANCH:         }) : (tensor<i1>) -> tensor<3xf32>
// BRANCH:         hlo.negate %arg0 : tensor<3xf32>
// BRANCH-NOT:     hlo.if
func.func @branch(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "hlo.if"(%p) ({
    hlo.return %x : tensor<?xf32>
  }, {
    %n = hlo.exponential %x : tensor<?xf32>
    hlo.return %n : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %size = hlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %four = hlo.constant dense<4> : tensor<i32>
  %small = hlo.compare LT, %size, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "hlo.if"(%small) ({
    %n = hlo.negate %x : tensor<?xf32>
    hlo.return %n : tensor<?xf32>
  }, {
    %s = hlo.slice %x [0:4] : (tensor<?xf32>) -> tensor<4xf32>
    hlo.return %s : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// COMPOSITE-LABEL: func.func @composite(
// COMPOSITE:         hlo.composite "my.op" %arg0 {decomposition = @[[BODY:.*]]} : (tensor<4xf32>) -> tensor<4xf32>
// COMPOSITE:       func.func private @[[BODY]](%arg0: tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = hlo.composite "my.op" %x {decomposition = @my_op} : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @my_op(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = hlo.negate %x : tensor<?xf32>
  return %r : tensor<?xf32>
}

// Bounds go where the size is known.

// BOUNDED-LABEL: func.func @bounded(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
// BOUNDED:         hlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<2xf32>
func.func @bounded(%x: tensor<?xf32, #hlo.bounds<8>>) -> (tensor<?xf32, #hlo.bounds<8>>, tensor<?xf32, #hlo.bounds<8>>) {
  %0 = hlo.negate %x : tensor<?xf32, #hlo.bounds<8>>
  %n = hlo.constant dense<2> : tensor<i32>
  %1 = hlo.set_dimension_size %0, %n, dim = 0 : (tensor<?xf32, #hlo.bounds<8>>, tensor<i32>) -> tensor<?xf32, #hlo.bounds<8>>
  return %0, %1 : tensor<?xf32, #hlo.bounds<8>>, tensor<?xf32, #hlo.bounds<8>>
}

// A slice of known extent: where it starts is data.

// WINDOW-LABEL: func.func @window(
// WINDOW:         hlo.real_dynamic_slice %arg0, %{{.*}} : (tensor<5x3xf32>, {{.*}}) -> tensor<2x3xf32>
func.func @window(%x: tensor<?x3xf32>, %i: tensor<2xi32>) -> tensor<?x3xf32> {
  %n = hlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %two = hlo.constant dense<2> : tensor<i32>
  %half = hlo.divide %n, %two : tensor<i32>
  %rows = hlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %three = hlo.constant dense<3> : tensor<1xi32>
  %extent = hlo.concatenate %rows, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %limit = hlo.add %i, %extent : tensor<2xi32>
  %ones = hlo.constant dense<1> : tensor<2xi32>
  %r = hlo.real_dynamic_slice %x, %i, %limit, %ones : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
