// RUN: xla-opt %s --xla-pair-donations --split-input-file | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>

// Each element is read before it is written: the two may be one buffer.
// CHECK-LABEL: func.func private @add(
// CHECK-SAME:    xla.may_alias = array<i64: 0, 2>
func.func private @add(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %out: memref<4x4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%out : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "", type = tensor<4x4xf32>, alias = 0, donated = true>, <name = "", type = tensor<4x4xf32>>], results = [<name = "", type = tensor<4x4xf32>>]>} {
  %0 = xla.call_kernel @add(%a, %b) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>

// An element is read after another iteration has written it.
// CHECK-LABEL: func.func private @transpose(
// CHECK-NOT:     xla.may_alias
func.func private @transpose(%a: memref<4x4xf32>, %out: memref<4x4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#transposed, #map], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%out : memref<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "", type = tensor<4x4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4x4xf32>>]>} {
  %0 = xla.call_kernel @transpose(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// Two ops read the argument: the first would overwrite what the second reads.
// CHECK-LABEL: func.func private @twice(
// CHECK-NOT:     xla.may_alias
func.func private @twice(%a: memref<4xf32>, %out: memref<4xf32>, %other: memref<4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%other : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>]>} {
  %0:2 = xla.call_kernel @twice(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>

func.func private @other(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// CHECK-LABEL: func.func private @negate(
// CHECK-SAME:    xla.may_alias = array<i64: 0, 1>
func.func private @negate(%a: memref<4xf32>, %out: memref<4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}
// The call moves behind what else reads the argument; the donor, which names
// no result, gets the first that fits.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    alias = 1, donated = true
// CHECK:         xla.call_kernel @other
// CHECK:         xla.call_kernel @negate
// CHECK-NEXT:    tensor.expand_shape
func.func @main(%a: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>) attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "", type = tensor<4xf32>, donated = true>], results = [<name = "", type = tensor<2x2xf32>>, <name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @negate(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %2 = xla.call_kernel @other(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %0, %2 : tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

func.func private @less(memref<i32>, memref<i1>) attributes {xla.kernel}
func.func private @step(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
func.func private @other(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
// What reads the argument behind a loop that begins with it moves before that.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    xla.call_kernel @other(%[[X]])
// CHECK-NEXT:    scf.while
// CHECK:         xla.call_kernel @step
// CHECK-NOT:     xla.call_kernel
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {
    xla.entry = #xla.entry<"loop", arguments = [<name = "", type = tensor<i32>>, <name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>]>} {
  %r = scf.while (%v = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %p = xla.call_kernel @less(%n) : (tensor<i32>) -> tensor<i1>
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %v : tensor<4xf32>
  } do {
  ^bb0(%v: tensor<4xf32>):
    %w = xla.call_kernel @step(%v) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  %0 = xla.call_kernel @other(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// A branch that reads the result under another shape stays behind the call,
// which is moved behind the last reader of the argument; a chain of readers
// that cannot be passed is moved before it, in order.
// CHECK-LABEL: func.func @branch(
// CHECK:         xla.call_kernel @neg(%arg0)
// CHECK:         xla.call_kernel @use
// CHECK:         xla.call_kernel @use
// CHECK:         xla.call_kernel @neg(%arg0)
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      tensor.expand_shape
func.func private @neg(%a: memref<4xf32>, %out: memref<4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  }
  return
}
func.func private @use(memref<4xf32>, memref<4xf32>, memref<4xf32>) attributes {xla.kernel}
func.func private @square(memref<2x2xf32>, memref<2x2xf32>) attributes {xla.kernel}
func.func @branch(%a: tensor<4xf32>, %p: i1, %b: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) attributes {
    xla.entry = #xla.entry<"branch", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>, <name = "", type = tensor<i1>>, <name = "", type = tensor<2x2xf32>>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<4xf32>>, <name = "", type = tensor<2x2xf32>>]>} {
  %z = xla.call_kernel @neg(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = xla.call_kernel @neg(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.if %p -> (tensor<2x2xf32>) {
    %s = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    %t = xla.call_kernel @square(%s) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    scf.yield %t : tensor<2x2xf32>
  } else {
    scf.yield %b : tensor<2x2xf32>
  }
  %2 = xla.call_kernel @use(%z, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = xla.call_kernel @use(%2, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %3, %1 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}
