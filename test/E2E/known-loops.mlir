// Loops that run once or never, counters that follow from another, what only
// the last trip makes.
// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=i32=5 --print > %t.native
// RUN: xla-run %s --arg=4xf32=1,2,3,4 --arg=i32=5 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: xla-compile %s -o %t.o --decisions=%t.decisions
// RUN: FileCheck %s < %t.decisions

// CHECK-DAG: "decision":"control","outcome":"done","what":"loop runs in place","why":"its condition holds once"{{.*}}"pass":"simplify-loops"
// CHECK-DAG: "what":"value computed once, behind a loop"
// CHECK-DAG: "what":"counter carried no more"
func.func @main(%x: tensor<4xf32>, %s: tensor<i32>) -> (tensor<4xf32>, tensor<i32>, tensor<i32>, tensor<1xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %once:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = hlo.compare EQ, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %j = hlo.subtract %i, %one : tensor<i32>
    %b = hlo.add %a, %a : tensor<4xf32>
    hlo.return %j, %b : tensor<i32>, tensor<4xf32>
  }
  %first = hlo.slice %x [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %r:4 = hlo.while(%i = %zero, %j = %s, %a = %s, %l = %first) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<1xf32>
  cond {
    %p = hlo.compare NE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %b = hlo.multiply %a, %j : tensor<i32>
    %t = hlo.dynamic_slice %once#1, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %k = hlo.subtract %j, %three : tensor<i32>
    %m = hlo.add %i, %one : tensor<i32>
    hlo.return %m, %k, %b, %t : tensor<i32>, tensor<i32>, tensor<i32>, tensor<1xf32>
  }
  return %once#1, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<i32>, tensor<i32>, tensor<1xf32>
}
