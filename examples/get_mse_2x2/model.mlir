// Squared error of two matrices, element by element.
module @get_mse {
  func.func public @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %difference = stablehlo.subtract %x, %y : tensor<2x2xf32>
    %square = stablehlo.multiply %difference, %difference : tensor<2x2xf32>
    return %square : tensor<2x2xf32>
  }
}
