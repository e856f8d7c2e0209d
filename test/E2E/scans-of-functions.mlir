// RUN: xla-run --check-numerics %s | FileCheck %s
// RUN: xla-compile %s -o %t.o --decisions=- | FileCheck %s --check-prefix=DECISION

// Sums of exponentials along rows, of two inputs in three dimensions, and of
// integers backwards, where all orders give the same.
// CHECK: numerics: machine code agrees
// DECISION-COUNT-3: "what":"scan of 24 rows along columns","why":"a step is an operation on vectors of rows"
func.func @main(%a: tensor<24x200xf32>, %b: tensor<3x8x200xf32>, %c: tensor<3x8x200xf32>, %i: tensor<24x200xi32>) -> (tensor<24x200xf32>, tensor<3x8x200xf32>, tensor<3x8x200xf32>, tensor<24x200xi32>) {
  %least = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{padding = dense<[[0, 0], [199, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 200>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    %d = stablehlo.subtract %x, %y : tensor<f32>
    %e = stablehlo.abs %d : tensor<f32>
    %f = stablehlo.negate %e : tensor<f32>
    %g = stablehlo.exponential %f : tensor<f32>
    %h = stablehlo.log_plus_one %g : tensor<f32>
    %s = stablehlo.add %m, %h : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<24x200xf32>, tensor<f32>) -> tensor<24x200xf32>
  %1:2 = "stablehlo.reduce_window"(%b, %c, %least, %least) <{padding = dense<[[0, 0], [0, 0], [199, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 200>}> ({
  ^bb0(%x: tensor<f32>, %z: tensor<f32>, %y: tensor<f32>, %w: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    %d = stablehlo.subtract %x, %y : tensor<f32>
    %e = stablehlo.abs %d : tensor<f32>
    %f = stablehlo.negate %e : tensor<f32>
    %g = stablehlo.exponential %f : tensor<f32>
    %h = stablehlo.log_plus_one %g : tensor<f32>
    %t = stablehlo.add %m, %h : tensor<f32>
    %s = stablehlo.maximum %z, %w : tensor<f32>
    stablehlo.return %t, %s : tensor<f32>, tensor<f32>
  }) : (tensor<3x8x200xf32>, tensor<3x8x200xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x8x200xf32>, tensor<3x8x200xf32>)
  %none = stablehlo.constant dense<0> : tensor<i32>
  %2 = "stablehlo.reduce_window"(%i, %none) <{padding = dense<[[0, 0], [0, 199]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 200>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %one = stablehlo.power %y, %none : tensor<i32>
    %m = stablehlo.multiply %one, %y : tensor<i32>
    %s = stablehlo.add %x, %m : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<24x200xi32>, tensor<i32>) -> tensor<24x200xi32>
  return %0, %1#0, %1#1, %2 : tensor<24x200xf32>, tensor<3x8x200xf32>, tensor<3x8x200xf32>, tensor<24x200xi32>
}
