// A program whose shapes the call decides is compiled for them.

// RUN: xla-run %s --arg=i64=5 --arg=3xf32=1,2,3 --print | FileCheck %s --check-prefix=RIGHT
// RUN: xla-run %s --arg=i64=5 --arg=3xf32=1,2,3 --print --backend=interpreter | FileCheck %s --check-prefix=RIGHT
// RUN: not xla-run %s --arg=i64=2 --arg=3xf32=1,2,3 2>&1 | FileCheck %s --check-prefix=ASSERTION
// RUN: not xla-run %s --arg=i64=2 --arg=3xf32=1,2,3 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=ASSERTION

// RIGHT:      result 0: 5xf32
// RIGHT-NEXT: [2.0, 4.0, 6.0, 0.0, 0.0]

// ASSERTION: dynamic.mlir:[[# @LINE + 7]]:3: error: {{.*}}expected a size of at least 3, but got 2
func.func @main(%size: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %none = hlo.constant dense<0> : tensor<1xi64>
  %n32 = hlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = hlo.convert %n32 : (tensor<i32>) -> tensor<i64>
  %fits = hlo.compare GE, %size, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  hlo.custom_call @shape_assertion(%fits, %size, %n) {error_message = "expected a size of at least {1}, but got {0}", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  %pad = hlo.subtract %size, %n : tensor<i64>
  %high = hlo.reshape %pad : (tensor<i64>) -> tensor<1xi64>
  %y = hlo.add %x, %x : tensor<?xf32>
  %r = hlo.dynamic_pad %y, %zero, %none, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
