// relu((a + b) * c): one kernel, three loads and one store for each element.
module @fused_add_mul_relu {
  func.func public @main(%a: tensor<64x96xf32>, %b: tensor<64x96xf32>, %c: tensor<64x96xf32>) -> tensor<64x96xf32> {
    %sum = stablehlo.add %a, %b : tensor<64x96xf32>
    %product = stablehlo.multiply %sum, %c : tensor<64x96xf32>
    %result = call @relu(%product) : (tensor<64x96xf32>) -> tensor<64x96xf32>
    return %result : tensor<64x96xf32>
  }
  func.func private @relu(%x: tensor<64x96xf32>) -> tensor<64x96xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<64x96xf32>
    %result = stablehlo.maximum %x, %zeros : tensor<64x96xf32>
    return %result : tensor<64x96xf32>
  }
}
