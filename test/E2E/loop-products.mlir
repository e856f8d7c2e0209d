// A loop's products of the parts of a tensor are made before it, of parts that
// it takes forwards, backwards and beyond the end. All sums are exact.
// RUN: xla-run %s --arg=16x64xf32=2 --arg=64x128xf32=3 --print > %t.native
// RUN: xla-run %s --arg=16x64xf32=2 --arg=64x128xf32=3 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: xla-compile %s -o %t.o --decisions=%t.decisions
// RUN: FileCheck %s < %t.decisions

// CHECK-COUNT-3: "what":"16 products are one, before their loop","why":"it reads the matrix once"
func.func @main(%y: tensor<16x64xf32>, %w: tensor<64x128xf32>) -> (tensor<128xf32>, tensor<128xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<16> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %five = hlo.constant dense<5> : tensor<i32>
  %init = hlo.constant dense<0.0> : tensor<128xf32>
  %number = hlo.iota dim = 0 : tensor<16x64xf32>
  %x = hlo.add %y, %number : tensor<16x64xf32>
  %r:3 = hlo.while(%i = %zero, %a = %init, %b = %init) : tensor<i32>, tensor<128xf32>, tensor<128xf32>
  cond {
    %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %s = hlo.dynamic_slice %x, %i, %zero, sizes = [1, 64] : (tensor<16x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %t = hlo.reshape %s : (tensor<1x64xf32>) -> tensor<64xf32>
    %d = hlo.dot_general %t, %w, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x128xf32>) -> tensor<128xf32>
    %e = hlo.subtract %d, %a : tensor<128xf32>
    %k = hlo.subtract %five, %i : tensor<i32>
    %u = hlo.dynamic_slice %x, %k, %zero, sizes = [1, 64] : (tensor<16x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %v = hlo.reshape %u : (tensor<1x64xf32>) -> tensor<64xf32>
    %f = hlo.dot_general %w, %v, contracting_dims = [0] x [0] : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<128xf32>
    %g = hlo.subtract %f, %b : tensor<128xf32>
    %l = hlo.add %k, %n : tensor<i32>
    %m = hlo.dynamic_slice %x, %l, %zero, sizes = [1, 64] : (tensor<16x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %o = hlo.reshape %m : (tensor<1x64xf32>) -> tensor<64xf32>
    %q = hlo.dot_general %o, %w, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x128xf32>) -> tensor<128xf32>
    %h = hlo.subtract %g, %q : tensor<128xf32>
    %j = hlo.add %i, %one : tensor<i32>
    hlo.return %j, %e, %h : tensor<i32>, tensor<128xf32>, tensor<128xf32>
  }
  return %r#1, %r#2 : tensor<128xf32>, tensor<128xf32>
}
