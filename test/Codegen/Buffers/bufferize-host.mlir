// RUN: xla-opt %s --xla-bufferize-host --split-input-file | FileCheck %s

func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}

// A temporary lies in the arena; the last kernel writes into the result.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>, %[[ARENA:.*]]: memref<128xi8>)
// CHECK:         %[[OFF0:.*]] = arith.constant 0 : index
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[OFF0]]][] : memref<128xi8> to memref<4xf32>
// CHECK:         %[[OFF64:.*]] = arith.constant 64 : index
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%[[OFF64]]][]
// CHECK-NEXT:    xla.call_kernel @k(%[[X]], %[[A]])
// CHECK-NEXT:    xla.call_kernel @k(%[[A]], %[[B]])
// CHECK-NEXT:    xla.call_kernel @k(%[[B]], %[[A]])
// CHECK-NEXT:    xla.call_kernel @k(%[[A]], %[[OUT]])
// CHECK-NEXT:    return
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.call_kernel @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = xla.call_kernel @k(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = xla.call_kernel @k(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// Arguments and constants are copied into results, and so is what is returned
// twice.
func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// CHECK: memref.global "private" constant @constant : memref<4xf32> = dense<{{.*}}> {alignment = 64 : i64}
// CHECK-LABEL: func.func @results(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[R0:.*]]: memref<4xf32>, %[[R1:.*]]: memref<4xf32>, %[[R2:.*]]: memref<4xf32>, %[[R3:.*]]: memref<2x2xf32>, %{{.*}}: memref<0xi8>)
// CHECK-DAG:     %[[C:.*]] = memref.get_global @constant
// CHECK-DAG:     %[[X22:.*]] = memref.expand_shape %[[X]]
// CHECK:         xla.call_kernel @k(%[[X]], %[[R0]])
// CHECK-DAG:     memref.copy %[[R0]], %[[R1]]
// CHECK-DAG:     memref.copy %[[C]], %[[R2]]
// CHECK-DAG:     memref.copy %[[X22]], %[[R3]]
func.func @results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0, %0, %c, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}

// -----

func.func private @less(memref<i32>, memref<i32>, memref<i1>) attributes {xla.kernel}
func.func private @next(memref<i32>, memref<i32>) attributes {xla.kernel}
func.func private @step(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}

// A loop has one buffer for what it carries, but the step reads while it
// writes: its result is copied back. The counter's last value is not returned.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[N:.*]]: memref<i32>, %[[X:.*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %{{.*}}, %[[I:.*]] : memref<i32>
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.while : () -> () {
// CHECK-NEXT:      xla.call_kernel @less(%[[I]], %[[N]], %[[P:[^,)]*]])
// CHECK-NEXT:      %[[C:.*]] = memref.load %[[P]][] : memref<i1>
// CHECK-NEXT:      scf.condition(%[[C]])
// CHECK-NEXT:    } do {
// CHECK-NEXT:      xla.call_kernel @next(%[[I]], %[[J:[^,)]*]])
// CHECK-NEXT:      xla.call_kernel @step(%[[OUT]], %[[Y:[^,)]*]])
// CHECK-DAG:       memref.copy %[[J]], %[[I]]
// CHECK-DAG:       memref.copy %[[Y]], %[[OUT]]
// CHECK:           scf.yield
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %r:2 = scf.while (%i = %zero, %a = %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
    %p = xla.call_kernel @less(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %i, %a : tensor<i32>, tensor<4xf32>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %j = xla.call_kernel @next(%i) : (tensor<i32>) -> tensor<i32>
    %b = xla.call_kernel @step(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %j, %b : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @test(memref<4xf32>, memref<i1>) attributes {xla.kernel}
func.func private @read(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
func.func private @make(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}

// The old value is dead when the new one is made: no copy in the loop.
// CHECK-LABEL: func.func @direct(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         xla.call_kernel @read(%[[X]], %[[OUT]])
// CHECK-NEXT:    scf.while
// CHECK:           xla.call_kernel @read(%[[OUT]], %[[T:[^,)]*]])
// CHECK-NEXT:      xla.call_kernel @make(%[[T]], %[[OUT]])
// CHECK-NEXT:      scf.yield
func.func @direct(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = xla.call_kernel @read(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r = scf.while (%a = %0) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @test(%a) : (tensor<4xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %t = xla.call_kernel @read(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %b = xla.call_kernel @make(%t) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func private @test(memref<4xf32>, memref<i1>) attributes {xla.kernel}

// A swap needs one temporary.
// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[OUT0:[^:]*]]: memref<4xf32>, %[[OUT1:[^:]*]]: memref<4xf32>
// CHECK:         } do {
// CHECK-NEXT:      memref.copy %[[OUT0]], %[[TEMP:.*]] :
// CHECK-NEXT:      memref.copy %[[OUT1]], %[[OUT0]]
// CHECK-NEXT:      memref.copy %[[TEMP]], %[[OUT1]]
// CHECK-NEXT:      scf.yield
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.while (%a = %x, %b = %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %p = xla.call_kernel @test(%a) : (tensor<4xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %a, %b : tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @test(memref<4xf32>, memref<i1>) attributes {xla.kernel}
func.func private @update(memref<4xf32>, memref<f32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0>}

// An update in a loop is in place, with one copy of the argument before it.
// CHECK-LABEL: func.func @update_in_loop(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[V:.*]]: memref<f32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NOT:     memref.copy
// CHECK:         xla.call_kernel @update(%[[OUT]], %[[V]])
// CHECK-NOT:     memref.copy
func.func @update_in_loop(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @test(%a) : (tensor<4xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %b = xla.call_kernel @update(%a, %v) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
func.func private @update(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0>}

// The operand lives on, and then is the update too: both times it is copied.
// CHECK-LABEL: func.func @update_live(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT0:[^:]*]]: memref<4xf32>, %[[OUT1:[^:]*]]: memref<4xf32>
// CHECK:         xla.call_kernel @k(%[[X]], %[[A:[^,)]*]])
// CHECK-NEXT:    memref.copy %[[A]], %[[OUT0]]
// CHECK-NEXT:    xla.call_kernel @update(%[[OUT0]], %[[X]])
// CHECK-NEXT:    memref.copy %[[A]], %[[OUT1]]
// CHECK-NEXT:    xla.call_kernel @update(%[[OUT1]], %[[A]])
// CHECK-NEXT:    return
func.func @update_live(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.call_kernel @update(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = xla.call_kernel @update(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @k(memref<4xf32>, memref<4xf32>, memref<100xi8>) attributes {xla.kernel, xla.scratch_bytes = 100 : i64}

// Scratch lies behind what is live during the call. Both branches write into
// the result.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[P:.*]]: memref<i1>, %[[I:.*]]: memref<i32>, %[[X:.*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>, %[[ARENA:.*]]: memref<192xi8>
// CHECK:         scf.if
// CHECK-NEXT:      xla.call_kernel @k(%[[X]], %[[A:[^,]*]], %{{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[A]]
// CHECK-NEXT:    }
// CHECK:         scf.index_switch
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      xla.call_kernel @k(%[[A]], %[[OUT]], %{{.*}})
// CHECK-NEXT:      scf.yield
// CHECK:         default {
// CHECK-NEXT:      memref.copy %[[A]], %[[OUT]]
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %e = tensor.extract %i[] : tensor<i32>
  %s = arith.index_cast %e : i32 to index
  %2 = scf.index_switch %s -> tensor<4xf32>
  case 0 {
    %3 = xla.call_kernel @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  default {
    scf.yield %0 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}

// -----

func.func private @test(memref<4xf32>, memref<i1>) attributes {xla.kernel}
func.func private @read(memref<2x2xf32>, memref<4xf32>) attributes {xla.kernel}

// A reshape of what a loop carries is in the loop's buffer.
// CHECK-LABEL: func.func @reshape_in_loop(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         %[[SQUARE:.*]] = memref.expand_shape %[[OUT]]
// CHECK:         xla.call_kernel @read(%[[SQUARE]], %[[NEXT:[^,)]*]])
// CHECK-NEXT:    memref.copy %[[NEXT]], %[[OUT]]
func.func @reshape_in_loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @test(%a) : (tensor<4xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %s = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    %b = xla.call_kernel @read(%s) : (tensor<2x2xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A call of the host writes into the buffers of its results; one that takes an
// operand's buffer over gets a copy where the operand is an argument or is read
// again.
// CHECK-LABEL: func.func @host_call(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<2xf32>, %{{.*}}: memref<{{.*}}xi8>)
// CHECK:         memref.copy %[[X]], %[[A]]
// CHECK-NEXT:    xla.call_host "custom_call"(%[[A]]) into(%[[A]], %[[C]] : memref<4xf32>, memref<2xf32>) in_place [0, 0] {target = "f"} : (memref<4xf32>) -> ()
// CHECK-NEXT:    memref.copy %[[A]], %[[B]]
// CHECK-NEXT:    xla.call_host "custom_call"(%[[B]]) into(%[[B]] : memref<4xf32>) in_place [0, 0] {target = "g"} : (memref<4xf32>) -> ()
// CHECK-NEXT:    xla.call_host "custom_call"(%[[A]]) {target = "h"} : (memref<4xf32>) -> ()
// CHECK-NEXT:    return
func.func @host_call(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %0:2 = xla.call_host "custom_call"(%x) in_place [0, 0] {target = "f"} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  %1 = xla.call_host "custom_call"(%0#0) in_place [0, 0] {target = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  xla.call_host "custom_call"(%0#0) {target = "h"} : (tensor<4xf32>) -> ()
  return %0#0, %1, %0#1 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}

// -----

func.func private @test(memref<4xf32>, memref<i1>) attributes {xla.kernel}
func.func private @step(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.may_alias = array<i64: 0, 1>}
func.func private @reverse(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}

// What the outer loop carries is dead when the inner one has begun with it, but
// the call that makes the next reads what lies in its place.
// CHECK-LABEL: func.func @inner_loop(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<4xf32>
// CHECK:         memref.copy %[[OUT]], %[[Y:.*]] :
// CHECK:         xla.call_kernel @step(%[[Y]], %[[Y]])
// CHECK:         xla.call_kernel @reverse(%[[Y]], %[[OUT]])
// CHECK-NEXT:    scf.yield
func.func @inner_loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @test(%a) : (tensor<4xf32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %s = scf.while (%b = %a) : (tensor<4xf32>) -> tensor<4xf32> {
      %p = xla.call_kernel @test(%b) : (tensor<4xf32>) -> tensor<i1>
      %c = tensor.extract %p[] : tensor<i1>
      scf.condition(%c) %b : tensor<4xf32>
    } do {
    ^bb0(%b: tensor<4xf32>):
      %n = xla.call_kernel @step(%b) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %n : tensor<4xf32>
    }
    %t = xla.call_kernel @reverse(%s) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
