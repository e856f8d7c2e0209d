// RUN: xla-opt %s --hlo-refine-shapes="entry=decomposition" | FileCheck %s --check-prefix=DECOMPOSITION
// RUN: xla-opt %s --hlo-refine-shapes="entry=sized" | FileCheck %s --check-prefix=SIZED
// RUN: xla-opt %s --hlo-refine-shapes="entry=endless arguments=3xf32" | FileCheck %s --check-prefix=ENDLESS

// Only what a composite in a callee runs has open shapes.

// DECOMPOSITION-LABEL: func.func @decomposition(
// DECOMPOSITION:         call @[[OUTER:.*]](%arg0)
// DECOMPOSITION:       func.func private @[[OUTER]](
// DECOMPOSITION:         hlo.composite "my.c" %arg0 {decomposition = @[[INNER:.*]]}
// DECOMPOSITION:       func.func private @[[INNER]](
// DECOMPOSITION:         hlo.dynamic_iota {{.*}} -> tensor<4xf32>
func.func @decomposition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = hlo.composite "my.c" %x {decomposition = @inner} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = hlo.constant dense<4> : tensor<1xi32>
  %i = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %j = hlo.add %i, %i : tensor<?xf32>
  %r = hlo.dynamic_reshape %j, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A size that a function takes of a static value.

// SIZED-LABEL: func.func @sized(%arg0: tensor<4xf32>) -> tensor<4xf32> {
func.func @sized(%x: tensor<4xf32>) -> tensor<?xf32> {
  %n = call @size(%x) : (tensor<4xf32>) -> tensor<i32>
  %s = hlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %r = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @size(%x: tensor<4xf32>) -> tensor<i32> {
  %n = hlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  return %n : tensor<i32>
}

// A loop without end and without ops is not followed for ever.

// ENDLESS-LABEL: func.func @endless(%arg0: tensor<3xf32>)
// ENDLESS:         hlo.while
func.func @endless(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
  %true = hlo.constant dense<true> : tensor<i1>
  %n = hlo.constant dense<0> : tensor<i32>
  %r = hlo.while(%i = %n) : tensor<i32>
  cond {
    hlo.return %true : tensor<i1>
  } do {
    hlo.return %i : tensor<i32>
  }
  return %x, %r : tensor<?xf32>, tensor<i32>
}
