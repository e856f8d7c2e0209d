// Squared error of two numbers, as `jax.jit(lambda x, y: (x - y) ** 2)` gives it.
module @get_mse {
  func.func public @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %difference = stablehlo.subtract %x, %y : tensor<f32>
    %square = stablehlo.multiply %difference, %difference : tensor<f32>
    return %square : tensor<f32>
  }
}
