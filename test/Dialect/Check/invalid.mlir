// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @types_differ(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{requires all operands to have the same type}}
  "check.expect_eq"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @constant_of_other_type(%a: tensor<2xf32>) { // expected-note {{prior use here}}
  // expected-error @+1 {{expects different type than prior uses: 'tensor<2xf64>' vs 'tensor<2xf32>'}}
  check.expect_eq_const %a, dense<1.0> : tensor<2xf64>
  return
}
