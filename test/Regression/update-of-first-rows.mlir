// RUN: xla-run --check-numerics %s | FileCheck %s

// Rows at the start of a tensor that has no more rows than a row has elements:
// bufferization took the first row for all of it, and the rest was never copied.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<3x17xi32>, %y: tensor<2x7xi32>) -> (tensor<3x17xi32>, tensor<2x7xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %y, %y : tensor<2x7xi32>
  %1 = stablehlo.multiply %0, %y : tensor<2x7xi32>
  %2 = stablehlo.reverse %1, dims = [1] : tensor<2x7xi32>
  %3 = stablehlo.xor %2, %0 : tensor<2x7xi32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<2x7xi32>
  %5 = stablehlo.maximum %4, %1 : tensor<2x7xi32>
  %6 = stablehlo.reverse %5, dims = [1] : tensor<2x7xi32>
  %7 = stablehlo.subtract %6, %y : tensor<2x7xi32>
  %8 = stablehlo.dynamic_update_slice %x, %7, %zero, %zero : (tensor<3x17xi32>, tensor<2x7xi32>, tensor<i32>, tensor<i32>) -> tensor<3x17xi32>
  return %8, %7 : tensor<3x17xi32>, tensor<2x7xi32>
}
