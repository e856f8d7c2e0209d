// Strides, padding and dilation; groups of features and of the batch; a
// reversed window over a dilated input.
// DEFINE: %{args} = --arg=1x6x2xf32=1,2,3,4,5,6,7,8,9,10,11,12 \
// DEFINE:   --arg=3x2x1xf32=1,0,2,-1,0,1 --arg=2x1x4xf32=1,2,3,4,5,6,7,8 \
// DEFINE:   --arg=2x4x1xf32=1,2,3,4,5,6,7,8
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 1x3x1xf32
// CHECK-NEXT: {{\[\[}}[6.0], [15.0], [13.0]]]
// CHECK-NEXT: result 1: 1x5x4xf32
// CHECK-NEXT: {{\[\[}}[16.0, 20.0, 34.0, 40.0], [28.0, 36.0, 54.0, 64.0], [40.0, 52.0, 74.0, 88.0], [52.0, 68.0, 94.0, 112.0], [64.0, 84.0, 114.0, 136.0]]]
// CHECK-NEXT: result 2: 1x3x4xf32
// CHECK-NEXT: {{\[\[}}[11.0, 14.0, 57.0, 68.0], [17.0, 22.0, 67.0, 80.0], [23.0, 30.0, 77.0, 92.0]]]
// CHECK-NEXT: result 3: 1x13x1xf32
// CHECK-NEXT: {{\[\[}}[1.0], [0.0], [5.0], [2.0], [9.0], [4.0], [13.0], [6.0], [17.0], [8.0], [21.0], [10.0], [12.0]]]
func.func @main(%x: tensor<1x6x2xf32>, %k: tensor<3x2x1xf32>, %d: tensor<2x1x4xf32>, %y: tensor<2x4x1xf32>)
    -> (tensor<1x3x1xf32>, tensor<1x5x4xf32>, tensor<1x3x4xf32>, tensor<1x13x1xf32>) {
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 1]], rhs_dilate = [2]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x6x2xf32>, tensor<3x2x1xf32>) -> tensor<1x3x1xf32>
  %b = stablehlo.convolution(%x, %d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x6x2xf32>, tensor<2x1x4xf32>) -> tensor<1x5x4xf32>
  %c = stablehlo.convolution(%y, %d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x4x1xf32>, tensor<2x1x4xf32>) -> tensor<1x3x4xf32>
  %e = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2], reverse = [true]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x6x2xf32>, tensor<3x2x1xf32>) -> tensor<1x13x1xf32>
  return %a, %b, %c, %e : tensor<1x3x1xf32>, tensor<1x5x4xf32>, tensor<1x3x4xf32>, tensor<1x13x1xf32>
}
