// MLIR folds math.atan2 of two zeros to NaN; here it would be in a kernel.
// RUN: xla-run %s --print --arg=2xf64=10,20 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2xf64=10,20 | FileCheck %s

// CHECK: result 0: 2xf64
// CHECK-NEXT: [10.0, 20.0]
// CHECK-NEXT: result 1: 2xf64
// CHECK-NEXT: [13.1415926{{[0-9]+}}, 23.1415926{{[0-9]+}}]
func.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %minus = stablehlo.constant dense<-0.0> : tensor<f64>
  %a = stablehlo.atan2 %zero, %zero : tensor<f64>
  %b = stablehlo.atan2 %zero, %minus : tensor<f64>
  %p = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %q = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %0 = stablehlo.add %x, %p : tensor<2xf64>
  %1 = stablehlo.add %x, %q : tensor<2xf64>
  return %0, %1 : tensor<2xf64>, tensor<2xf64>
}
