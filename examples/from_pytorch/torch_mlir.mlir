// GELU and clamping, as torch-mlir prints them: CHLO's ops broadcast and stand for
// functions that StableHLO lacks.
module {
  func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.constant dense<-1.000000e-01> : tensor<1xf32>
    %4 = chlo.broadcast_multiply %arg0, %0 : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %5 = chlo.erf %4 : tensor<4x8xf32> -> tensor<4x8xf32>
    %6 = chlo.broadcast_add %5, %2 : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %7 = chlo.broadcast_multiply %arg0, %1 : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<4x8xf32>
    %9 = chlo.broadcast_maximum %8, %3 : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x8xf32>
    return %9 : tensor<4x8xf32>
  }
}
