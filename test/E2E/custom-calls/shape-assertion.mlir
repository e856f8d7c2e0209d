// Assertions on data are made when the program runs, with one message.

// RUN: xla-run %s --entry=signs --arg=i32=-3 --arg=ui8=200 --arg=i64=4 | FileCheck %s --check-prefix=RIGHT
// RUN: xla-run %s --entry=signs --arg=i32=-3 --arg=ui8=200 --arg=i64=4 --backend=interpreter | FileCheck %s --check-prefix=RIGHT
// RUN: not xla-run %s --entry=signs --arg=i32=-3 --arg=ui8=200 --arg=i64=5 2>&1 | FileCheck %s --check-prefix=SIGNS
// RUN: not xla-run %s --entry=signs --arg=i32=-3 --arg=ui8=200 --arg=i64=5 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=SIGNS

// RIGHT: result 0: i64
// RIGHT-NEXT: 4
// SIGNS: shape-assertion.mlir:[[# @LINE + 5]]:3: {{.*}}want 4, {3} and {}, got 5 for -3, 200
// SIGNS-NOT: result
func.func @signs(%a: tensor<i32>, %b: tensor<ui8>, %n: tensor<i64>) -> tensor<i64> {
  %four = stablehlo.constant dense<4> : tensor<i64>
  %right = stablehlo.compare EQ, %n, %four : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%right, %n, %a, %b) {error_message = "want 4, {3} and {}, got {0} for {1}, {2}", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i32>, tensor<ui8>) -> ()
  return %n : tensor<i64>
}

// Nothing uses it, and it does not say that it has an effect; it has.
// RUN: not xla-run %s --entry=silent --arg=i1=0 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not xla-run %s --entry=silent --arg=i1=0 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT: shape-assertion.mlir:[[# @LINE + 2]]:3: {{.*}}shape assertion failed
func.func @silent(%p: tensor<i1>) {
  stablehlo.custom_call @shape_assertion(%p) : (tensor<i1>) -> ()
  return
}

// What fails for sure fails only if the program comes there.
// RUN: xla-run %s --entry=guarded --arg=i1=0
// RUN: xla-run %s --entry=guarded --arg=i1=0 --backend=interpreter
// RUN: not xla-run %s --entry=guarded --arg=i1=1 2>&1 | FileCheck %s --check-prefix=GUARDED
// RUN: not xla-run %s --entry=guarded --arg=i1=1 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=GUARDED
// GUARDED: expected not to come here, size 7
func.func @guarded(%p: tensor<i1>) {
  %size = stablehlo.constant dense<7> : tensor<i32>
  "stablehlo.if"(%p) ({
    func.call @refuse(%size) : (tensor<i32>) -> ()
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
func.func private @refuse(%size: tensor<i32>) {
  %wrong = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%wrong, %size) {error_message = "expected not to come here, size {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// In a loop, the round that fails says so.
// RUN: not xla-run %s --entry=rounds --arg=i32=9 2>&1 | FileCheck %s --check-prefix=ROUNDS
// RUN: not xla-run %s --entry=rounds --arg=i32=9 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=ROUNDS
// RUN: xla-run %s --entry=rounds --arg=i32=3
// ROUNDS: at round 3 of 9
func.func @rounds(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %few = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%few, %i, %n) {error_message = "at round {0} of {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %r : tensor<i32>
}
