// Loops that run two trips in one: of a known number that is odd, and of numbers
// that the call says, from none to three. One rotates what it carries.
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=0 --print > %t.0
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=0 --print --backend=interpreter > %t.0i
// RUN: diff %t.0 %t.0i
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=1 --print > %t.1
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=1 --print --backend=interpreter > %t.1i
// RUN: diff %t.1 %t.1i
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=2 --print > %t.2
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=2 --print --backend=interpreter > %t.2i
// RUN: diff %t.2 %t.2i
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=3 --print > %t.3
// RUN: xla-run %s --arg=64x64xf32=0.25 --arg=i32=3 --print --backend=interpreter > %t.3i
// RUN: diff %t.3 %t.3i
// RUN: xla-compile %s -o %t.o --decisions=%t.decisions
// RUN: FileCheck %s < %t.decisions

// CHECK-COUNT-2: "what":"two trips are one","why":"the second writes where the first one reads, which saves copies"
func.func @main(%x: tensor<64x64xf32>, %n: tensor<i32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %t = hlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %b = hlo.multiply %t, %x : tensor<64x64xf32>
      hlo.return %j, %b : tensor<i32>, tensor<64x64xf32>
    }
  %s:3 = hlo.while(%i = %zero, %a = %x, %c = %r#1) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %t = hlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %b = hlo.multiply %t, %x : tensor<64x64xf32>
      hlo.return %j, %b, %a : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
  return %r#1, %s#1, %s#2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
