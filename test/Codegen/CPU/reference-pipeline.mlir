// RUN: xla-opt %s --xla-reference-pipeline | FileCheck %s

// CHECK-LABEL: llvm.func hidden @softplus(
// CHECK:         llvm.call @exp
// CHECK:         llvm.call @log1p
// CHECK-NOT:     unrealized_conversion_cast
func.func private @softplus(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.map { math.log1p } ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %b : tensor<4xf32>
}
