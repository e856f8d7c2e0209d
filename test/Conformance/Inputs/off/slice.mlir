// Where a slice starts is no shape: native code takes it at run time.
func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %s = stablehlo.constant dense<3> : tensor<i32>
  %e = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %y = stablehlo.dynamic_slice %i, %s, sizes = [2] : (tensor<8xi32>, tensor<i32>) -> tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%y, %e) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
