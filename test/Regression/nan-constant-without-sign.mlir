// MLIR folds the extension of a constant NaN of this type to infinity.
// RUN: xla-run %s --print --arg=2xf32=1,2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2xf32=1,2 | FileCheck %s

// CHECK: [nan, nan]
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %narrow = stablehlo.constant dense<0xFF> : tensor<f8E8M0FNU>
  %nan = stablehlo.convert %narrow : (tensor<f8E8M0FNU>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %nan, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.minimum %x, %all : tensor<2xf32>
  return %0 : tensor<2xf32>
}
