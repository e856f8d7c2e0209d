// A dense layer, relu(x . w + b), for four rows of eight features.
module @dense_relu {
  func.func public @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
    %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
    %sum = stablehlo.add %product, %bias : tensor<4x16xf32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %result = stablehlo.maximum %sum, %zeros : tensor<4x16xf32>
    return %result : tensor<4x16xf32>
  }
}
