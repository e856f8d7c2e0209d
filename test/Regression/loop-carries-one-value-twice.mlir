// A loop in one kernel hands on one value in two buffers, of which the kernel
// updates one in place.
// RUN: xla-run %s --print | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter | FileCheck %s

// CHECK: [3.0, 4.0]
// CHECK: [3.0, 4.0]
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.iota dim = 0 : tensor<400xf32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<400xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<400xf32>, tensor<400xf32>
    cond {
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %step = stablehlo.convert %next : (tensor<i32>) -> tensor<f32>
      %steps = stablehlo.broadcast_in_dim %step, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %sum = stablehlo.add %x, %steps : tensor<400xf32>
      stablehlo.return %next, %sum, %sum : tensor<i32>, tensor<400xf32>, tensor<400xf32>
    }
  %a = stablehlo.slice %r#1 [0:2] : (tensor<400xf32>) -> tensor<2xf32>
  %b = stablehlo.slice %r#2 [0:2] : (tensor<400xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
