// sum(x + y * z): one kernel with one loop and no intermediate buffer.
module @sum_x_plus_yz {
  func.func public @main(%x: tensor<1000xf32>, %y: tensor<1000xf32>, %z: tensor<1000xf32>) -> tensor<f32> {
    %product = stablehlo.multiply %y, %z : tensor<1000xf32>
    %term = stablehlo.add %x, %product : tensor<1000xf32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %sum = stablehlo.reduce(%term init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
}
