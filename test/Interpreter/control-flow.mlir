// RUN: xla-run %s --backend=interpreter

// Loops, branches, calls, tuples, fusions, captured values.

func.func @main() {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %n = hlo.constant dense<5> : tensor<i32>
  %buffer = hlo.constant dense<0> : tensor<6xi32>
  // Writes i * i into element i; the limit is captured.
  %loop:2 = hlo.while(%i = %zero, %b = %buffer) : tensor<i32>, tensor<6xi32>
  cond {
    %lt = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %lt : tensor<i1>
  } do {
    %sq = func.call @square(%i) : (tensor<i32>) -> tensor<i32>
    %v = hlo.reshape %sq : (tensor<i32>) -> tensor<1xi32>
    %u = hlo.dynamic_update_slice %b, %v, %i : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    %next = hlo.add %i, %one : tensor<i32>
    hlo.return %next, %u : tensor<i32>, tensor<6xi32>
  }
  check.expect_eq_const %loop#1, dense<[0, 1, 4, 9, 16, 0]> : tensor<6xi32>
  check.expect_eq_const %buffer, dense<0> : tensor<6xi32>

  %far = hlo.constant dense<7> : tensor<i32>
  %case = "hlo.case"(%far) ({
    hlo.return %zero : tensor<i32>
  }, {
    hlo.return %n : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %case, dense<5> : tensor<i32>
  %no = hlo.constant dense<false> : tensor<i1>
  %if = "hlo.if"(%no) ({
    hlo.return %zero : tensor<i32>
  }, {
    %s = hlo.add %n, %n : tensor<i32>
    hlo.return %s : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %if, dense<10> : tensor<i32>
  %t = hlo.tuple %if, %case : tuple<tensor<i32>, tensor<i32>>
  %e = hlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %e, dense<5> : tensor<i32>
  return
}

func.func private @square(%x: tensor<i32>) -> tensor<i32> {
  %y = hlo.multiply %x, %x : tensor<i32>
  return %y : tensor<i32>
}
