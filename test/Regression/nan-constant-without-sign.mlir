// MLIR folds the extension of a constant NaN of this type to infinity, and the
// conversion of a negative constant, which is NaN, to its magnitude.
// RUN: xla-run %s --print --arg=2xf32=1,2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2xf32=1,2 | FileCheck %s

// CHECK: [nan, nan]
// CHECK: [nan, nan]
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf8E8M0FNU>) {
  %negative = stablehlo.constant dense<-4.0> : tensor<f32>
  %none = stablehlo.convert %negative : (tensor<f32>) -> tensor<f8E8M0FNU>
  %1 = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  %narrow = stablehlo.constant dense<0xFF> : tensor<f8E8M0FNU>
  %nan = stablehlo.convert %narrow : (tensor<f8E8M0FNU>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %nan, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.minimum %x, %all : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf8E8M0FNU>
}
