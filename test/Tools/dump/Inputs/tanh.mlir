module @jit_f {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = stablehlo.tanh %x : tensor<4xf32>
    %z = stablehlo.tanh %x : tensor<4xf32>
    %sum = stablehlo.add %y, %z : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}
