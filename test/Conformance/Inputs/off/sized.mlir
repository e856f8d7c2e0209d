// A check that fails at the first size.
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %e = stablehlo.constant dense<100> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%n, %e) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return %n : tensor<i32>
}
