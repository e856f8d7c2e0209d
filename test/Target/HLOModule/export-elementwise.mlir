// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// Nothing is broadcast implicitly in HLO, and complex numbers convert in steps.

// CHECK: ENTRY
// CHECK: compare({{.*}}), direction=LT, type=TOTALORDER
// CHECK: [[LOW:[a-z.0-9]+]] = f32[4]{0} broadcast({{.*}}), dimensions={}
// CHECK: f32[4]{0} clamp({{.*}}[[LOW]], {{.*}})
// CHECK: f32[4]{0} exponential-minus-one({{.*}}), result_accuracy={mode=highest}
// CHECK: [[REAL:[a-z.0-9]+]] = f32[4]{0} real(
// CHECK: s32[4]{0} convert({{.*}}[[REAL]])
// CHECK: reduce-precision({{.*}}), exponent_bits=5, mantissa_bits=10
func.func @main(%x: tensor<4xf32>, %s: tensor<f32>, %c: tensor<4xcomplex<f32>>) -> (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = "stablehlo.exponential_minus_one"(%x) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.convert %c : (tensor<4xcomplex<f32>>) -> tensor<4xi32>
  %4 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}
