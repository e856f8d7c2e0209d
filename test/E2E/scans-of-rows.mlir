// RUN: xla-run --check-numerics %s | FileCheck %s

// Scans along rows, several at a time, against the interpreter: numbers of rows
// that four, three and neither of them divide; three dimensions, from the end;
// two inputs at once.
// CHECK: numerics: machine code agrees
func.func @main(%a: tensor<8x37xf32>, %b: tensor<9x37xf32>, %c: tensor<23x37xf32>, %d: tensor<3x11x37xf32>, %i: tensor<13x37xi32>) -> (tensor<8x37xf32>, tensor<9x37xf32>, tensor<23x37xf32>, tensor<3x11x37xf32>, tensor<13x37xi32>, tensor<13x37xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[0, 0], [36, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 37>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x37xf32>, tensor<f32>) -> tensor<8x37xf32>
  %1 = "stablehlo.reduce_window"(%b, %zero) <{padding = dense<[[0, 0], [36, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 37>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x37xf32>, tensor<f32>) -> tensor<9x37xf32>
  %2 = "stablehlo.reduce_window"(%c, %zero) <{padding = dense<[[0, 0], [36, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 37>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<23x37xf32>, tensor<f32>) -> tensor<23x37xf32>
  %3 = "stablehlo.reduce_window"(%d, %zero) <{padding = dense<[[0, 0], [0, 0], [0, 36]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 37>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x11x37xf32>, tensor<f32>) -> tensor<3x11x37xf32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %j = stablehlo.iota dim = 1 : tensor<13x37xi32>
  %4:2 = "stablehlo.reduce_window"(%i, %j, %least, %none) <{padding = dense<[[0, 0], [36, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 37>}> ({
  ^bb0(%x: tensor<i32>, %p: tensor<i32>, %y: tensor<i32>, %q: tensor<i32>):
    %g = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %g, %x, %y : tensor<i1>, tensor<i32>
    %n = stablehlo.select %g, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<i32>, tensor<i32>
  }) : (tensor<13x37xi32>, tensor<13x37xi32>, tensor<i32>, tensor<i32>) -> (tensor<13x37xi32>, tensor<13x37xi32>)
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<8x37xf32>, tensor<9x37xf32>, tensor<23x37xf32>, tensor<3x11x37xf32>, tensor<13x37xi32>, tensor<13x37xi32>
}
