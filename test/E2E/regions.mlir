// Small tensors of all kinds in loops and branches, held in registers natively.
// DEFINE: %{args} = --arg='5x3xf32=uniform(-1,1,1)' --arg='4x4xf64=uniform(-1,1,2)' --arg='40xi32=uniform(-9,9,3)' --arg=i32=3
// RUN: xla-run %s --print %{args} > %t.native
// RUN: xla-run %s --print %{args} --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: xla-compile %s --stop-after=fusion | FileCheck %s

// One kernel does it all.
// CHECK:       func.func private @region_{{.*}}xla.region
// CHECK-NOT:   xla.kernel
// CHECK:       func.func @main
// CHECK-COUNT-1: xla.call_kernel
// CHECK-NOT:     xla.call_kernel
func.func @main(%x: tensor<5x3xf32>, %m: tensor<4x4xf64>, %k: tensor<40xi32>, %n: tensor<i32>) -> (tensor<5x3xf32>, tensor<4x4xf64>, tensor<40xi32>, tensor<3xi1>, tensor<7xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %fzero = hlo.constant dense<0.0> : tensor<f32>
  %table = hlo.constant dense<[[1.5, -2.0, 0.25]]> : tensor<1x3xf32>
  %flags = hlo.constant dense<false> : tensor<3xi1>
  %r:5 = hlo.while(%i = %zero, %a = %x, %b = %m, %c = %k, %f = %flags) : tensor<i32>, tensor<5x3xf32>, tensor<4x4xf64>, tensor<40xi32>, tensor<3xi1>
  cond {
    %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %row = hlo.dynamic_slice %a, %i, %zero, sizes = [1, 3] : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %scaled = hlo.multiply %row, %table : tensor<1x3xf32>
    %set = hlo.dynamic_update_slice %a, %scaled, %i, %one : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
    %turned = hlo.transpose %b, dims = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
    %up = hlo.slice %turned [0:4, 0:2] : (tensor<4x4xf64>) -> tensor<4x2xf64>
    %down = hlo.slice %turned [0:4, 2:4] : (tensor<4x4xf64>) -> tensor<4x2xf64>
    %swapped = hlo.concatenate %down, %up, dim = 1 : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x4xf64>
    %back = hlo.reverse %c, dims = [0] : (tensor<40xi32>) -> tensor<40xi32>
    %element = hlo.dynamic_slice %back, %i, sizes = [1] : (tensor<40xi32>, tensor<i32>) -> tensor<1xi32>
    %scalar = hlo.reshape %element : (tensor<1xi32>) -> tensor<i32>
    %spread = hlo.broadcast_in_dim %scalar, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %sum = hlo.add %back, %spread : tensor<40xi32>
    %odd = hlo.and %scalar, %one : tensor<i32>
    %isOdd = hlo.compare EQ, %odd, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %chosen = "hlo.if"(%isOdd) ({
      %neg = hlo.negate %sum : tensor<40xi32>
      hlo.return %neg : tensor<40xi32>
    }, {
      hlo.return %sum : tensor<40xi32>
    }) : (tensor<i1>) -> tensor<40xi32>
    %line = hlo.reshape %row : (tensor<1x3xf32>) -> tensor<3xf32>
    %zeros = hlo.broadcast_in_dim %fzero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %positive = hlo.compare GT, %line, %zeros : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %next = hlo.add %i, %one : tensor<i32>
    hlo.return %next, %set, %swapped, %chosen, %positive : tensor<i32>, tensor<5x3xf32>, tensor<4x4xf64>, tensor<40xi32>, tensor<3xi1>
  }
  %firsts = hlo.slice %r#1 [0:5, 0:1] : (tensor<5x3xf32>) -> tensor<5x1xf32>
  %column = hlo.reshape %firsts : (tensor<5x1xf32>) -> tensor<5xf32>
  %padded = hlo.pad %column, %fzero, low = [1], high = [1], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
  return %r#1, %r#2, %r#3, %r#4, %padded : tensor<5x3xf32>, tensor<4x4xf64>, tensor<40xi32>, tensor<3xi1>, tensor<7xf32>
}
