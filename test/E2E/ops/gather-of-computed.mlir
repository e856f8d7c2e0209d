// RUN: xla-run --check-numerics %s | FileCheck %s

// Few elements of large computed tensors, taken before they are computed: of
// rows that are broadcast too, with indices on and beyond both ends.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<64x1000xf32>, %t: tensor<1000x32xbf16>, %s: tensor<32xf32>) -> (tensor<64x1xf32>, tensor<5x32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<1070> : tensor<64x1x1xi32>
  %steps = stablehlo.iota dim = 0 : tensor<64x1x1xi32>
  %wide = stablehlo.multiply %steps, %limit : tensor<64x1x1xi32>
  %far = stablehlo.constant dense<-2000> : tensor<64x1x1xi32>
  %labels = stablehlo.add %wide, %far : tensor<64x1x1xi32>
  %e = stablehlo.exponential %x : tensor<64x1000xf32>
  %sums = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
  %column = stablehlo.reshape %sums : (tensor<64xf32>) -> tensor<64x1xf32>
  %log = stablehlo.log %column : tensor<64x1xf32>
  %rows = stablehlo.broadcast_in_dim %log, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x1000xf32>
  %d = stablehlo.subtract %x, %rows : tensor<64x1000xf32>
  %0 = "stablehlo.gather"(%d, %labels) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<64x1000xf32>, tensor<64x1x1xi32>) -> tensor<64x1xf32>
  %i = stablehlo.constant dense<[[3], [-1], [999], [1000], [500]]> : tensor<5x1xi32>
  %w = stablehlo.convert %t : (tensor<1000x32xbf16>) -> tensor<1000x32xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<32xf32>) -> tensor<1000x32xf32>
  %m = stablehlo.multiply %w, %b : tensor<1000x32xf32>
  %a = stablehlo.add %m, %w : tensor<1000x32xf32>
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}> : (tensor<1000x32xf32>, tensor<5x1xi32>) -> tensor<5x32xf32>
  return %0, %1 : tensor<64x1xf32>, tensor<5x32xf32>
}
