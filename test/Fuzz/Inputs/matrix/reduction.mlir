// The format is described in elementwise.mlir.

// reduce/add, reduce/multiply
// values small
func.func @main(%a: tensor<3x7x$T>, %i: tensor<$T>) -> tensor<3x$T> {
  %0 = hlo.reduce(%a init: %i) applies hlo.$V across dimensions = [1] : (tensor<3x7x$T>, tensor<$T>) -> tensor<3x$T>
  return %0 : tensor<3x$T>
}
// -----
// reduce/maximum, reduce/minimum, reduce/and, reduce/or, reduce/xor
func.func @main(%a: tensor<3x7x$T>, %i: tensor<$T>) -> tensor<7x$T> {
  %0 = hlo.reduce(%a init: %i) applies hlo.$V across dimensions = [0] : (tensor<3x7x$T>, tensor<$T>) -> tensor<7x$T>
  return %0 : tensor<7x$T>
}
// -----
// reduce/wider
// values small
func.func @main(%a: tensor<3x7x$T>, %i: tensor<$T>) -> tensor<3x$U> {
  %0 = hlo.reduce(%a init: %i) across dimensions = [1] : (tensor<3x7x$T>, tensor<$T>) -> tensor<3x$U>
  reducer(%x: tensor<$U>, %y: tensor<$U>) {
    %1 = hlo.add %x, %y : tensor<$U>
    hlo.return %1 : tensor<$U>
  }
  return %0 : tensor<3x$U>
}
// -----
// reduce_window/add, reduce_window/multiply
// values small
func.func @main(%a: tensor<3x9x$T>, %i: tensor<$T>) -> tensor<3x5x$T> {
  %0 = "hlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.$V %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<3x9x$T>, tensor<$T>) -> tensor<3x5x$T>
  return %0 : tensor<3x5x$T>
}
// -----
// reduce_window/maximum, reduce_window/minimum
func.func @main(%a: tensor<3x9x$T>, %i: tensor<$T>) -> tensor<3x5x$T> {
  %0 = "hlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.$V %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<3x9x$T>, tensor<$T>) -> tensor<3x5x$T>
  return %0 : tensor<3x5x$T>
}
// -----
// select_and_scatter
// values small
func.func @main(%a: tensor<8x$T>, %s: tensor<4x$T>, %i: tensor<$T>) -> tensor<8x$T> {
  %0 = "hlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.compare GE, %x, %y : (tensor<$T>, tensor<$T>) -> tensor<i1>
    hlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.add %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<8x$T>, tensor<4x$T>, tensor<$T>) -> tensor<8x$T>
  return %0 : tensor<8x$T>
}
// -----
// batch_norm_inference
// values small
func.func @main(%a: tensor<3x2x$T>, %s: tensor<2x$T>, %o: tensor<2x$T>, %m: tensor<2x$T>, %v: tensor<2x$T>) -> tensor<3x2x$T> {
  %0 = "hlo.batch_norm_inference"(%a, %s, %o, %m, %v) <{epsilon = 0.125 : f32, feature_index = 1 : i64}> : (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>) -> tensor<3x2x$T>
  return %0 : tensor<3x2x$T>
}
// -----
// batch_norm_training
// values small
func.func @main(%a: tensor<3x2x$T>, %s: tensor<2x$T>, %o: tensor<2x$T>) -> (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>) {
  %0:3 = "hlo.batch_norm_training"(%a, %s, %o) <{epsilon = 0.125 : f32, feature_index = 1 : i64}> : (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>) -> (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>)
  return %0#0, %0#1, %0#2 : tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>
}
// -----
// batch_norm_grad
// values small
func.func @main(%a: tensor<3x2x$T>, %s: tensor<2x$T>, %m: tensor<2x$T>, %v: tensor<2x$T>, %g: tensor<3x2x$T>) -> (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>) {
  %0:3 = "hlo.batch_norm_grad"(%a, %s, %m, %v, %g) <{epsilon = 0.125 : f32, feature_index = 1 : i64}> : (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<3x2x$T>) -> (tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>)
  return %0#0, %0#1, %0#2 : tensor<3x2x$T>, tensor<2x$T>, tensor<2x$T>
}
