// Branches that become selects, and such that only lose what they have in
// common, take the way that the interpreter takes: for each index, inside and
// outside.
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=-1 --print > %t.0
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=-1 --print --backend=interpreter > %t.0i
// RUN: diff %t.0 %t.0i
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=0 --print > %t.1
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=0 --print --backend=interpreter > %t.1i
// RUN: diff %t.1 %t.1i
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=1 --print > %t.2
// RUN: xla-run %s --arg=4xf32=1,-2,nan,4 --arg=i32=1 --print --backend=interpreter > %t.2i
// RUN: diff %t.2 %t.2i
// RUN: xla-compile %s -o %t.o --decisions=%t.decisions
// RUN: FileCheck %s < %t.decisions

// CHECK-DAG: "decision":"control","outcome":"done","what":"select instead of branches","why":"all of them cost less than to go one way","work":6,"allowed_work":24
// CHECK-DAG: "what":"op goes behind its branch","why":"all branches end so"
func.func @main(%x: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = "hlo.case"(%i) ({
    %a = hlo.add %x, %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }, {
    %a = hlo.negate %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }, {
    %a = hlo.divide %x, %x : tensor<4xf32>
    hlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %p = hlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = "hlo.if"(%p) ({
    %a = hlo.sine %x : tensor<4xf32>
    %b = hlo.exponential %a : tensor<4xf32>
    %c = hlo.select %p, %b, %a : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %d = hlo.subtract %x, %c : tensor<4xf32>
    hlo.return %d : tensor<4xf32>
  }, {
    %a = hlo.sine %x : tensor<4xf32>
    %b = hlo.cosine %a : tensor<4xf32>
    %c = hlo.select %p, %a, %b : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %d = hlo.subtract %x, %c : tensor<4xf32>
    hlo.return %d : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}
