func.func @main(%x: tensor<131x4103xf32>, %y: tensor<3x200x77xf32>, %z: tensor<70x5xf64>) -> (tensor<4103xf32>, tensor<3x77xf32>, tensor<77xf32>, tensor<5xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<131x4103xf32>, tensor<f32>) -> tensor<4103xf32>
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x200x77xf32>, tensor<f32>) -> tensor<3x77xf32>
  %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x200x77xf32>, tensor<f32>) -> tensor<77xf32>
  %3 = stablehlo.reduce(%z init: %none) applies stablehlo.add across dimensions = [0] : (tensor<70x5xf64>, tensor<f64>) -> tensor<5xf64>
  return %0, %1, %2, %3 : tensor<4103xf32>, tensor<3x77xf32>, tensor<77xf32>, tensor<5xf64>
}
