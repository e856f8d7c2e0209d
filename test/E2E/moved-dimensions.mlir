// Products whose operands and results change places, are in every batch, or
// have one term: of small integers, whose sums are exact in any order.
// RUN: xla-run %s --arg='4x64x96xf32=int(-3,3,1)' --arg='128x96xf32=int(-3,3,2)' --arg='4x64x2x48xf32=int(-3,3,3)' --arg='24x8xf32=int(-3,3,4)' --check-numerics 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: xla-compile %s --stop-after=hlo-optimize --xla-counters -o %t.mlir 2>&1 | FileCheck %s

// NUMERICS: numerics: machine code agrees

// CHECK-DAG: hlo-fold-transposes num-folded-transposes {{[1-9]}}
// CHECK-DAG: hlo-move-reshapes num-moved-ops {{[1-9]}}
// CHECK-DAG: hlo-simplify-dots num-simplified-dots 2
func.func @main(%x: tensor<4x64x96xf32>, %w: tensor<128x96xf32>, %h: tensor<4x64x2x48xf32>, %s: tensor<24x8xf32>)
    -> (tensor<4x64x128xf32>, tensor<4x2x64x64xf32>, tensor<128x64xf32>, tensor<24x24xf32>, tensor<128x128xf32>, tensor<4x64x1x96xf32>, tensor<4x64x96xf32>) {
  // The same weights for each of a batch.
  %all = hlo.broadcast_in_dim %w, dims = [2, 1] : (tensor<128x96xf32>) -> tensor<4x96x128xf32>
  %linear = hlo.dot_general %x, %all, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x64x96xf32>, tensor<4x96x128xf32>) -> tensor<4x64x128xf32>

  // Heads in front of positions.
  %heads = hlo.transpose %h, dims = [0, 2, 1, 3] : (tensor<4x64x2x48xf32>) -> tensor<4x2x64x48xf32>
  %scores = hlo.dot_general %heads, %heads, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<4x2x64x48xf32>, tensor<4x2x64x48xf32>) -> tensor<4x2x64x64xf32>

  // A product transposed; small ones.
  %one = hlo.slice %x [1:2, 0:64, 0:96] : (tensor<4x64x96xf32>) -> tensor<1x64x96xf32>
  %rows = hlo.reshape %one : (tensor<1x64x96xf32>) -> tensor<64x96xf32>
  %product = hlo.dot_general %rows, %w, contracting_dims = [1] x [1] : (tensor<64x96xf32>, tensor<128x96xf32>) -> tensor<64x128xf32>
  %turned = hlo.transpose %product, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
  %t = hlo.transpose %s, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
  %small = hlo.dot_general %t, %t, contracting_dims = [0] x [0] : (tensor<8x24xf32>, tensor<8x24xf32>) -> tensor<24x24xf32>

  // One term.
  %column = hlo.slice %w [0:128, 3:4] : (tensor<128x96xf32>) -> tensor<128x1xf32>
  %outer = hlo.dot_general %column, %column, contracting_dims = [1] x [1] : (tensor<128x1xf32>, tensor<128x1xf32>) -> tensor<128x128xf32>

  // A sum that is halved in another shape.
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %two = hlo.constant dense<2.0> : tensor<4x64x1xf32>
  %sum = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [2] : (tensor<4x64x96xf32>, tensor<f32>) -> tensor<4x64xf32>
  %sums = hlo.reshape %sum : (tensor<4x64xf32>) -> tensor<4x64x1xf32>
  %half = hlo.divide %sums, %two : tensor<4x64x1xf32>
  %flat = hlo.reshape %half : (tensor<4x64x1xf32>) -> tensor<256xf32>
  %minus = hlo.negate %flat : tensor<256xf32>
  %back = hlo.reshape %minus : (tensor<256xf32>) -> tensor<4x64x1x1xf32>
  %spread = hlo.broadcast_in_dim %back, dims = [0, 1, 2, 3] : (tensor<4x64x1x1xf32>) -> tensor<4x64x1x96xf32>
  %halves = hlo.broadcast_in_dim %half, dims = [0, 1, 2] : (tensor<4x64x1xf32>) -> tensor<4x64x96xf32>
  return %linear, %scores, %turned, %small, %outer, %spread, %halves : tensor<4x64x128xf32>, tensor<4x2x64x64xf32>, tensor<128x64xf32>, tensor<24x24xf32>, tensor<128x128xf32>, tensor<4x64x1x96xf32>, tensor<4x64x96xf32>
}
