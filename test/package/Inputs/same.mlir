// One of two programs in a process whose entries have the same name; the other
// is affine.mlir.
func.func @main(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "y"}) {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %one : tensor<4xf32>
  return %0 : tensor<4xf32>
}
