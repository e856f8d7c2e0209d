// Trips of a loop on a large tensor run several at a time, in one kernel, those
// left over before it.
// RUN: xla-run %s --arg=3000xf32=0.1 --arg=3000xf32=0.2 --print > %t.native
// RUN: xla-run %s --arg=3000xf32=0.1 --arg=3000xf32=0.2 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: xla-compile %s -o %t.o --decisions=%t.decisions
// RUN: FileCheck %s < %t.decisions

// CHECK-DAG: "decision":"control","outcome":"done","what":"16 of 53 trips are one","why":"what one makes the next reads in registers","trips":53,"unroll":16
func.func @main(%c: tensor<3000xf32>, %d: tensor<3000xf32>) -> (tensor<3000xf32>, tensor<3000xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %fifty = hlo.constant dense<53> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %a = %c, %b = %d) : tensor<i32>, tensor<3000xf32>, tensor<3000xf32>
  cond {
    %p = hlo.compare LT, %i, %fifty : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  } do {
    %j = hlo.add %i, %one : tensor<i32>
    %aa = hlo.multiply %a, %a : tensor<3000xf32>
    %bb = hlo.multiply %b, %b : tensor<3000xf32>
    %ab = hlo.multiply %a, %b : tensor<3000xf32>
    %s = hlo.subtract %aa, %bb : tensor<3000xf32>
    %t = hlo.add %s, %c : tensor<3000xf32>
    %u = hlo.add %ab, %ab : tensor<3000xf32>
    %v = hlo.add %u, %d : tensor<3000xf32>
    hlo.return %j, %t, %v : tensor<i32>, tensor<3000xf32>, tensor<3000xf32>
  }
  return %r#1, %r#2 : tensor<3000xf32>, tensor<3000xf32>
}
