// A linear layer, GELU and topk, as torch_xla prints them: results with layouts of XLA,
// custom calls for what StableHLO lacks.
module @IrToHlo.31 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<6xf32>, %arg1: tensor<6x8xf32>, %arg2: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<0.707106769> : tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<4x6xf32>
    %0 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[8,6]{0,1}"} : (tensor<6x8xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.dot_general %arg2, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x6xf32>
    %4 = stablehlo.multiply %3, %cst_0 : tensor<4x6xf32>
    %5 = stablehlo.custom_call @mhlo.erf(%4) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %6 = stablehlo.add %5, %cst : tensor<4x6xf32>
    %7 = stablehlo.multiply %3, %cst_1 : tensor<4x6xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<4x6xf32>
    %9:2 = stablehlo.custom_call @mhlo.topk(%8) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %10 = stablehlo.convert %9#1 : (tensor<4x2xi32>) -> tensor<4x2xi64>
    return %9#0, %10 : tensor<4x2xf32>, tensor<4x2xi64>
  }
}
