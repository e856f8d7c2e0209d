// What a loop carries moves round, with an update in place and a reshape.
// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=4xf32=5,6,7,8 --print > %t.native
// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=4xf32=5,6,7,8 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s < %t.native

// CHECK: result 0: 4xf32
// CHECK-NEXT: [1.0, 2.0, 5.0, 6.0]
// CHECK: result 1: 4xf32
// CHECK-NEXT: [5.0, 6.0, 5.0, 6.0]
func.func @main(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %two = hlo.constant dense<2> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:4 = hlo.while(%i = %zero, %a = %z, %b = %z, %c = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %p = hlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %u = hlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %d = hlo.dynamic_update_slice %c, %u, %two : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
    %s = hlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>
    %e = hlo.reshape %s : (tensor<2x2xf32>) -> tensor<4xf32>
    %j = hlo.add %i, %one : tensor<i32>
    hlo.return %j, %b, %d, %e : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>
}
