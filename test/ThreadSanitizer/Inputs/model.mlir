func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4096xf32>) -> tensor<4096xf32>
  %1 = stablehlo.add %0, %0 : tensor<4096xf32>
  return %1 : tensor<4096xf32>
}
