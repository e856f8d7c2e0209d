// RUN: xla-opt %s --hlo-form-fusions --split-input-file | FileCheck %s

// sum(x + y * z) is one kernel.
// CHECK-LABEL: func.func @multiply_add_reduce(
// CHECK-SAME:    %[[X:.*]]: tensor<64xf32>, %[[Y:.*]]: tensor<64xf32>, %[[Z:.*]]: tensor<64xf32>)
// CHECK-NEXT:    %[[ZERO:.*]] = hlo.constant
// CHECK-NEXT:    %[[SUM:.*]] = hlo.fusion(%[[Y]], %[[Z]], %[[X]]) kind "reduce"
// CHECK:           hlo.constant
// CHECK-NEXT:      hlo.multiply
// CHECK-NEXT:      hlo.add
// CHECK-NEXT:      hlo.reduce
// CHECK-NEXT:      hlo.return
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[SUM]]
func.func @multiply_add_reduce(%x: tensor<64xf32>, %y: tensor<64xf32>, %z: tensor<64xf32>) -> tensor<f32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.multiply %y, %z : tensor<64xf32>
  %1 = hlo.add %x, %0 : tensor<64xf32>
  %2 = hlo.reduce(%1 init: %zero) applies hlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// relu((a + b) * c) is one kernel: the constant and its broadcast move in.
// CHECK-LABEL: func.func @relu(
// CHECK-SAME:    %[[A:.*]]: tensor<8x8xf32>, %[[B:.*]]: tensor<8x8xf32>, %[[C:.*]]: tensor<8x8xf32>)
// CHECK:         hlo.fusion(%[[A]], %[[B]], %[[C]]) kind "loop"
// CHECK:           hlo.add
// CHECK-NEXT:      hlo.multiply
// CHECK-NEXT:      hlo.broadcast_in_dim
// CHECK-NEXT:      hlo.maximum
// CHECK-NEXT:      hlo.return
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @relu(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.add %a, %b : tensor<8x8xf32>
  %1 = hlo.multiply %0, %c : tensor<8x8xf32>
  %2 = hlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %3 = hlo.maximum %1, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// A dot is a kernel of its own; bias and relu are one after it.
// CHECK-LABEL: func.func @dense(
// CHECK:         %[[DOT:.*]] = hlo.dot_general
// CHECK-NEXT:    hlo.fusion(%{{.*}}, %[[DOT]]) kind "loop"
// CHECK:           hlo.maximum
// CHECK-NEXT:      hlo.return
func.func @dense(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = hlo.constant dense<0.0> : tensor<4x16xf32>
  %0 = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = hlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %2 = hlo.add %0, %1 : tensor<4x16xf32>
  %3 = hlo.maximum %2, %zero : tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// -----

// The mean follows its sum: nothing is computed twice for it.
// CHECK-LABEL: func.func @mean(
// CHECK:         hlo.fusion(%{{.*}}) kind "reduce"
// CHECK:           hlo.reduce
// CHECK-NEXT:      hlo.divide
// CHECK-NEXT:      hlo.return
func.func @mean(%x: tensor<8x64xf32>) -> tensor<8xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %n = hlo.constant dense<64.0> : tensor<8xf32>
  %0 = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = hlo.divide %0, %n : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// The sum is not put into what broadcasts it: each element would add again. The
// exponential is needed by both: the second kernel reads it from memory.
// CHECK-LABEL: func.func @softmax(
// CHECK:         %[[MAX:.*]] = hlo.reduce
// CHECK:         %[[EXP:.*]] = hlo.fusion(%[[MAX]], %{{.*}}) kind "loop"
// CHECK:         %[[SUM:.*]] = hlo.reduce(%[[EXP]]
// CHECK:         hlo.fusion(%{{.*}}) kind "loop"
// CHECK:           hlo.broadcast_in_dim
// CHECK-NEXT:      hlo.divide
func.func @softmax(%x: tensor<128x512xf32>) -> tensor<128x512xf32> {
  %low = hlo.constant dense<0xFF800000> : tensor<f32>
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.reduce(%x init: %low) applies hlo.maximum across dimensions = [1] : (tensor<128x512xf32>, tensor<f32>) -> tensor<128xf32>
  %1 = hlo.broadcast_in_dim %0, dims = [0] : (tensor<128xf32>) -> tensor<128x512xf32>
  %2 = hlo.subtract %x, %1 : tensor<128x512xf32>
  %3 = hlo.exponential %2 : tensor<128x512xf32>
  %4 = hlo.reduce(%3 init: %zero) applies hlo.add across dimensions = [1] : (tensor<128x512xf32>, tensor<f32>) -> tensor<128xf32>
  %5 = hlo.broadcast_in_dim %4, dims = [0] : (tensor<128xf32>) -> tensor<128x512xf32>
  %6 = hlo.divide %3, %5 : tensor<128x512xf32>
  return %6 : tensor<128x512xf32>
}

// -----

// What the return needs as well is a further result.
// CHECK-LABEL: func.func @two_results(
// CHECK:         %[[F:.*]]:2 = hlo.fusion(
// CHECK:           %[[E:.*]] = hlo.exponential
// CHECK-NEXT:      %[[A:.*]] = hlo.add
// CHECK-NEXT:      hlo.return %[[E]], %[[A]]
// CHECK:         return %[[F]]#0, %[[F]]#1
func.func @two_results(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = hlo.exponential %x : tensor<64xf32>
  %1 = hlo.add %0, %y : tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Not when a dot stands between: the kernel would wait for itself.
// CHECK-LABEL: func.func @no_cycle(
// CHECK:         %[[E:.*]] = hlo.exponential
// CHECK-NEXT:    %[[D:.*]] = hlo.dot_general %[[E]], %[[E]]
// CHECK-NEXT:    hlo.add %[[E]], %[[D]]
func.func @no_cycle(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = hlo.exponential %x : tensor<8x8xf32>
  %1 = hlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = hlo.add %0, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// Ops in loops fuse, and what they take from outside is in memory.
// CHECK-LABEL: func.func @loop(
// CHECK:         %[[E:.*]] = hlo.exponential
// CHECK:         hlo.while
// CHECK:         do {
// CHECK-NEXT:      %[[F:.*]] = hlo.fusion(%{{.*}}, %[[E]]) kind "loop"
// CHECK:           hlo.multiply
// CHECK-NEXT:      hlo.negate
func.func @loop(%x: tensor<64xf32>, %n: tensor<i32>) -> tensor<64xf32> {
  %one = hlo.constant dense<1> : tensor<i32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %0 = hlo.exponential %x : tensor<64xf32>
  %1:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64xf32>
  cond {
    %2 = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %2 : tensor<i1>
  } do {
    %2 = hlo.multiply %a, %0 : tensor<64xf32>
    %3 = hlo.negate %2 : tensor<64xf32>
    %4 = hlo.add %i, %one : tensor<i32>
    hlo.return %4, %3 : tensor<i32>, tensor<64xf32>
  }
  return %1#1 : tensor<64xf32>
}

// -----

// Sizes that are known only at run time are left alone.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT:    hlo.negate
// CHECK-NEXT:    hlo.exponential
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = hlo.negate %x : tensor<?xf32>
  %1 = hlo.exponential %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Bits that change their type and not their width stay in the kernel; parts of
// elements do not.
// CHECK-LABEL: func.func @clear_sign(
// CHECK:         hlo.fusion(%{{.*}}) kind "loop"
// CHECK:           hlo.multiply
// CHECK:           hlo.bitcast_convert
// CHECK:           hlo.and
// CHECK:           hlo.bitcast_convert
// CHECK:           hlo.return
// CHECK:         hlo.bitcast_convert {{.*}} -> tensor<64x4xui8>
func.func @clear_sign(%x: tensor<64xf32>) -> tensor<64x4xui8> {
  %mask = hlo.constant dense<2147483647> : tensor<64xui32>
  %0 = hlo.multiply %x, %x : tensor<64xf32>
  %1 = hlo.bitcast_convert %0 : (tensor<64xf32>) -> tensor<64xui32>
  %2 = hlo.and %1, %mask : tensor<64xui32>
  %3 = hlo.bitcast_convert %2 : (tensor<64xui32>) -> tensor<64xf32>
  %4 = hlo.bitcast_convert %3 : (tensor<64xf32>) -> tensor<64x4xui8>
  return %4 : tensor<64x4xui8>
}

// -----

// All of a softmax of large rows is one kernel, with both reductions.
// CHECK-LABEL: func.func @large_softmax(
// CHECK:         %[[S:.*]] = hlo.fusion(%{{.*}}) kind "reduce" : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
// CHECK:           hlo.reduce
// CHECK:           hlo.exponential
// CHECK:           hlo.reduce
// CHECK:           hlo.divide
// CHECK:           hlo.return
// CHECK:         return %[[S]]
func.func @large_softmax(%x: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %low = hlo.constant dense<0xFF800000> : tensor<f32>
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.reduce(%x init: %low) applies hlo.maximum across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %1 = hlo.broadcast_in_dim %0, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
  %2 = hlo.subtract %x, %1 : tensor<512x1024xf32>
  %3 = hlo.exponential %2 : tensor<512x1024xf32>
  %4 = hlo.reduce(%3 init: %zero) applies hlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %5 = hlo.broadcast_in_dim %4, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
  %6 = hlo.divide %3, %5 : tensor<512x1024xf32>
  return %6 : tensor<512x1024xf32>
}

// -----

// What another op reads in between keeps kernels apart: here the sort.
// CHECK-LABEL: func.func @read_in_between(
// CHECK:         hlo.fusion(%{{.*}}) kind "loop"
// CHECK:         hlo.sort
// CHECK:         hlo.fusion
func.func @read_in_between(%x: tensor<512x1024xf32>) -> tensor<512xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.exponential %x : tensor<512x1024xf32>
  %1 = hlo.multiply %0, %0 : tensor<512x1024xf32>
  %2 = "hlo.sort"(%1) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %3 = hlo.add %1, %2 : tensor<512x1024xf32>
  %4 = hlo.reduce(%3 init: %zero) applies hlo.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  return %4 : tensor<512xf32>
}
