// 2x + 1.
func.func @main(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "y"}) {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.add %0, %one : tensor<4xf32>
  return %1 : tensor<4xf32>
}
