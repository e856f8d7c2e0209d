// A comparator that calls the host: stable, NaN last, and only the first operand
// decides.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --load-library=%t.so --arg=7xf32=5,nan,3,1,nan,5,2 | FileCheck %s
// RUN: xla-run %s --load-library=%t.so --arg=7xf32=5,nan,3,1,nan,5,2 --backend=interpreter | FileCheck %s

// CHECK:      [1.0, 2.0, 3.0, 5.0, 5.0, nan, nan]
// CHECK:      [3, 6, 2, 0, 5, 1, 4]
func.func @main(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %places = stablehlo.iota dim = 0 : tensor<7xi32>
  %0:2 = "stablehlo.sort"(%x, %places) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %c = stablehlo.custom_call @double(%a) : (tensor<f32>) -> tensor<f32>
    %d = stablehlo.custom_call @double(%b) : (tensor<f32>) -> tensor<f32>
    %less = stablehlo.compare LT, %c, %d, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<7xf32>, tensor<7xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %0#0, %0#1 : tensor<7xf32>, tensor<7xi32>
}
