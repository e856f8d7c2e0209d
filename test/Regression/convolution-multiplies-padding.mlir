// Padding and the holes of a dilated input are zeros that are multiplied: what
// the kernel has of infinities and NaN there becomes NaN.
// RUN: xla-run %s --print --arg=1x3x1xf32=1,2,3 --arg=2x1x1xf32=inf,1 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=1x3x1xf32=1,2,3 --arg=2x1x1xf32=inf,1 | FileCheck %s

// CHECK: result 0: 1x3x1xf32
// CHECK-NEXT: {{\[\[\[}}nan], [inf], [inf]]]
// CHECK-NEXT: result 1: 1x4x1xf32
// CHECK-NEXT: {{\[\[\[}}inf], [nan], [inf], [nan]]]
func.func @main(%x: tensor<1x3x1xf32>, %k: tensor<2x1x1xf32>) -> (tensor<1x3x1xf32>, tensor<1x4x1xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x4x1xf32>
  return %0, %1 : tensor<1x3x1xf32>, tensor<1x4x1xf32>
}
