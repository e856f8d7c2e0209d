// No checks: native results have to be the interpreter's.
func.func @main() -> tensor<3xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = stablehlo.exponential %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
