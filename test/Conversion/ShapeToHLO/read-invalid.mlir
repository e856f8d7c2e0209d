// What the reader makes of other dialects is verified.
// RUN: not xla-translate %s --to=mlir 2>&1 | FileCheck %s

// CHECK: error: 'stablehlo.constant' op
func.func @wide(%x: tensor<f32>) -> (tensor<f32>, tensor<i128>) {
  %c = arith.constant 170141183460469231731687303715884105727 : i128
  %r = tensor.from_elements %c : tensor<i128>
  %y = stablehlo.negate %x : tensor<f32>
  return %y, %r : tensor<f32>, tensor<i128>
}
