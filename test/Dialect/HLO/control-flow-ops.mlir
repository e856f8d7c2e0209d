// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[I:.*]]: tensor<i32>
func.func @branches(%p: tensor<i1>, %i: tensor<i32>) {
  // CHECK-NEXT: "hlo.if"(%[[P]]) ({
  // CHECK-NEXT:   hlo.return %[[I]] : tensor<i32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   hlo.return %[[I]] : tensor<i32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<i32>
  %0 = "hlo.if"(%p) ({
    hlo.return %i : tensor<i32>
  }, {
    hlo.return %i : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  // CHECK-NEXT: "hlo.case"(%[[I]]) ({
  "hlo.case"(%i) ({
    hlo.return
  }) : (tensor<i32>) -> ()
  return
}

// Both regions call their arguments alike.
// CHECK-LABEL: func.func @loops(
// CHECK-SAME:    %[[P:.*]]: tensor<i1>, %[[I:.*]]: tensor<i32>, %[[A:.*]]: tensor<4xf32>
func.func @loops(%p: tensor<i1>, %i: tensor<i32>, %a: tensor<4xf32>) {
  // CHECK-NEXT: hlo.while(%[[X:.*]] = %[[I]], %[[Y:.*]] = %[[A]]) : tensor<i32>, tensor<4xf32> attributes {mhlo.x = 1 : i32}
  // CHECK-NEXT:  cond {
  // CHECK-NEXT:   hlo.return %[[P]] : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   hlo.return %[[X]], %[[Y]] : tensor<i32>, tensor<4xf32>
  // CHECK-NEXT: }
  %0:2 = hlo.while(%x = %i, %y = %a) : tensor<i32>, tensor<4xf32> attributes {mhlo.x = 1 : i32} cond {
    hlo.return %p : tensor<i1>
  } do {
    hlo.return %x, %y : tensor<i32>, tensor<4xf32>
  }
  // CHECK-NEXT: hlo.while()
  hlo.while() cond {
    hlo.return %p : tensor<i1>
  } do {
    hlo.return
  }
  return
}

// Arguments and results may leave a size to run time.
// CHECK-LABEL: func.func @loop_of_other_types(
// CHECK:         hlo.while(%[[X:.*]]: tensor<?xf32> = %{{.*}}) : (tensor<4xf32>) -> tensor<?xf32>
func.func @loop_of_other_types(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "hlo.while"(%a) ({
  ^bb0(%x: tensor<?xf32>):
    hlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<?xf32>):
    hlo.return %x : tensor<?xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @tuples(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>
func.func @tuples(%i: tensor<i32>) {
  // CHECK-NEXT: %[[T:.*]] = hlo.tuple %[[I]], %[[I]] : tuple<tensor<i32>, tensor<i32>>
  %0 = hlo.tuple %i, %i : tuple<tensor<i32>, tensor<i32>>
  // CHECK-NEXT: hlo.tuple : tuple<>
  %1 = hlo.tuple : tuple<>
  // CHECK-NEXT: hlo.get_tuple_element %[[T]][1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %2 = hlo.get_tuple_element %0[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  // CHECK-NEXT: hlo.optimization_barrier %[[I]], %[[I]] : tensor<i32>, tensor<i32>
  %3:2 = hlo.optimization_barrier %i, %i : tensor<i32>, tensor<i32>
  // CHECK-NEXT: hlo.optimization_barrier()
  hlo.optimization_barrier()
  return
}

func.func private @callee(tensor<i32>) -> tensor<i32>

// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[I:.*]]: tensor<i32>
func.func @calls(%i: tensor<i32>) {
  // CHECK-NEXT: hlo.custom_call @f(%[[I]]) : (tensor<i32>) -> tensor<f32>
  %0 = hlo.custom_call @f(%i) {has_side_effect = false, api_version = 1 : i32} : (tensor<i32>) -> tensor<f32>
  // CHECK-NEXT: hlo.custom_call @"not-an-id"(%[[I]]) {api_version = 4 : i32, backend_config = {a = 1 : i64}, has_side_effect = true} : (tensor<i32>) -> ()
  hlo.custom_call @"not-an-id"(%i) {has_side_effect = true, backend_config = {a = 1 : i64}, api_version = 4 : i32} : (tensor<i32>) -> ()
  // CHECK-NEXT: hlo.composite "x.y" %[[I]] {decomposition = @callee} : (tensor<i32>) -> tensor<i32>
  %1 = hlo.composite "x.y" %i {decomposition = @callee} : (tensor<i32>) -> tensor<i32>
  // CHECK-NEXT: hlo.composite "x.y" %[[I]] ({
  // CHECK-NEXT:   hlo.return
  // CHECK-NEXT: }, {
  // CHECK-NEXT: }) {decomposition = @callee, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  %2 = hlo.composite "x.y" %i ({
    hlo.return
  }, {
  }) {decomposition = @callee, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @tokens(
// CHECK-SAME:    %[[T:.*]]: !hlo.token
func.func @tokens(%t: !hlo.token) {
  // CHECK-NEXT: hlo.after_all %[[T]], %[[T]] : !hlo.token
  %0 = hlo.after_all %t, %t : !hlo.token
  // CHECK-NEXT: hlo.after_all : !hlo.token
  %1 = hlo.after_all : !hlo.token
  // CHECK-NEXT: hlo.create_token : !hlo.token
  %2 = hlo.create_token : !hlo.token
  return
}

// CHECK-LABEL: func.func @async(
func.func @async(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "hlo.async_start"(%{{.*}}) ({
  %0 = "hlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    hlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> !hlo.future<tensor<4xf32>>
  // CHECK: "hlo.async_done"(%{{.*}}) : (!hlo.future<tensor<4xf32>>) -> tensor<4xf32>
  %1 = "hlo.async_done"(%0) : (!hlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
