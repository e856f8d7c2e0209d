// RUN: xla-opt %s --xla-bufferize-host --split-input-file | FileCheck %s

// Written by the last reader, element by element: nothing is copied, whether
// or not the two are one buffer.
func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.may_alias = array<i64: 0, 1>}
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>, %{{.*}}: memref<0xi8>)
// CHECK-NEXT:    xla.call_kernel @k(%[[X]], %[[OUT]])
// CHECK-NEXT:    return
func.func @in_place(%x: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"in_place", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An update in place starts with a copy, which is left out where the two are
// one buffer.
func.func private @update(memref<4xf32>, memref<f32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0>}
// CHECK-LABEL: func.func @update_it(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<f32>, %[[OUT:.*]]: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[OUT]] {xla.unless_one}
// CHECK-NEXT:    xla.call_kernel @update(%[[OUT]], %[[Y]])
func.func @update_it(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"update_it", arguments = [<name = "", type = tensor<4xf32>, donated = true>, <name = "", type = tensor<f32>>], results = [<name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @update(%x, %y) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The argument is read when the result is made: where the two are one buffer,
// a temporary takes the result.
func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// CHECK-LABEL: func.func @stand_in(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>, %[[ARENA:.*]]: memref<64xi8>)
// CHECK:         %[[TEMP:.*]] = memref.view %[[ARENA]]
// CHECK-DAG:     %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK-DAG:     %[[Q:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[P]], %[[Q]] : index
// CHECK-NEXT:    %[[MADE:.*]] = arith.select %[[ONE]], %[[TEMP]], %[[OUT]] : memref<4xf32>
// CHECK-NEXT:    xla.call_kernel @k(%[[X]], %[[MADE]])
// CHECK-NEXT:    memref.copy %[[MADE]], %[[OUT]] {xla.unless_one}
func.func @stand_in(%x: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"stand_in", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A donor that names no result gets none that would need a temporary.
func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// CHECK-LABEL: func.func @no_result(
// CHECK-SAME:    xla.entry = #xla.entry<"no_result", arguments = [<name = "", type = tensor<4xf32>, donated = true>]
// CHECK-NEXT:    xla.call_kernel @k
// CHECK-NEXT:    return
func.func @no_result(%x: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"no_result", arguments = [<name = "", type = tensor<4xf32>, donated = true>], results = [<name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Both go to the other's place: one is saved, in case they are swapped in
// memory too.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xf32>, %[[Y:[^:]*]]: memref<4xf32>, %[[R0:[^:]*]]: memref<4xf32>, %[[R1:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[SAVED:.*]] :
// CHECK-NEXT:    memref.copy %[[Y]], %[[R0]] :
// CHECK-NEXT:    memref.copy %[[SAVED]], %[[R1]] :
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {
    xla.entry = #xla.entry<"swap", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>, <name = "", type = tensor<4xf32>, alias = 1, donated = true>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>]>} {
  return %y, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// What is returned as another result too is copied out first.
func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.may_alias = array<i64: 0, 1>}
// CHECK-LABEL: func.func @kept(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xf32>, %[[R0:[^:]*]]: memref<4xf32>, %[[R1:[^:]*]]: memref<4xf32>
// CHECK:         xla.call_kernel @k(%[[X]], %[[MADE:.*]]) :
// CHECK-NEXT:    memref.copy %[[X]], %[[R1]] :
// CHECK-NEXT:    memref.copy %[[MADE]], %[[R0]] {xla.unless_one}
func.func @kept(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {
    xla.entry = #xla.entry<"kept", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @less(memref<i32>, memref<i1>) attributes {xla.kernel}
func.func private @step(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// A loop works in the result's buffer; what enters it is there if donated.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[N:[^:]*]]: memref<i32>, %[[X:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[OUT]] {xla.unless_one}
// CHECK-NEXT:    scf.while
// CHECK:           xla.call_kernel @step(%[[OUT]], %[[NEXT:.*]]) :
// CHECK-NEXT:      memref.copy %[[NEXT]], %[[OUT]] :
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"loop", arguments = [<name = "", type = tensor<i32>>, <name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>]>} {
  %r = scf.while (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @less(%n) : (tensor<i32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    %w = xla.call_kernel @step(%v) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func private @less(memref<i32>, memref<i1>) attributes {xla.kernel}
func.func private @step(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.may_alias = array<i64: 0, 1>}
// A kernel that may write over what it reads does so in a loop.
// CHECK-LABEL: func.func @loop_in_place(
// CHECK-SAME:    %[[N:[^:]*]]: memref<i32>, %[[X:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[OUT]] :
// CHECK-NEXT:    scf.while
// CHECK:           xla.call_kernel @step(%[[OUT]], %[[OUT]]) :
// CHECK-NOT:       memref.copy
// CHECK:         return
func.func @loop_in_place(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.while (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @less(%n) : (tensor<i32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    %w = xla.call_kernel @step(%v) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
