// MLIR folds the conversion of infinity and NaN to a type that has neither to
// zero; here in a kernel. It is the largest number, and -0 for NaN.
// RUN: xla-run %s --print --arg=1xi32=0 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=1xi32=0 | FileCheck %s

// CHECK: [6.0, -6.0, -0.0]
func.func @main(%i: tensor<1xi32>) -> tensor<3xf4E2M1FN> {
  %a = stablehlo.constant dense<0x7C00> : tensor<f16>
  %b = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %x = stablehlo.convert %a : (tensor<f16>) -> tensor<f4E2M1FN>
  %y = stablehlo.convert %b : (tensor<f32>) -> tensor<f4E2M1FN>
  %z = stablehlo.convert %c : (tensor<f64>) -> tensor<f4E2M1FN>
  %p = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f4E2M1FN>) -> tensor<1xf4E2M1FN>
  %q = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f4E2M1FN>) -> tensor<1xf4E2M1FN>
  %r = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f4E2M1FN>) -> tensor<1xf4E2M1FN>
  %all = stablehlo.concatenate %p, %q, %r, dim = 0 : (tensor<1xf4E2M1FN>, tensor<1xf4E2M1FN>, tensor<1xf4E2M1FN>) -> tensor<3xf4E2M1FN>
  return %all : tensor<3xf4E2M1FN>
}
