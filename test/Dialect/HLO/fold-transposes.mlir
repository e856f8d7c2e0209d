// RUN: xla-opt %s --hlo-fold-transposes --canonicalize --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err
// RUN: xla-opt %s --hlo-fold-transposes --remark-policy=all --remarks-filter=transposes -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// COUNT: hlo-fold-transposes num-folded-transposes

// CHECK-LABEL: func.func @weights(
// CHECK-SAME:    %[[X:.*]]: tensor<64x768xf32>, %[[W:.*]]: tensor<1000x768xf32>
// CHECK:         %[[R:.*]] = hlo.dot_general %[[X]], %[[W]], contracting_dims = [1] x [1], precision = [DEFAULT, HIGHEST]
// CHECK:         return %[[R]]
func.func @weights(%x: tensor<64x768xf32>, %w: tensor<1000x768xf32>) -> tensor<64x1000xf32> {
  %0 = hlo.transpose %w, dims = [1, 0] : (tensor<1000x768xf32>) -> tensor<768x1000xf32>
  %1 = hlo.dot_general %x, %0, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<64x768xf32>, tensor<768x1000xf32>) -> tensor<64x1000xf32>
  return %1 : tensor<64x1000xf32>
}

// CHECK-LABEL: func.func @heads(
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<2x128x12x64xf32>, %[[K:[^:]*]]: tensor<2x128x12x64xf32>
// CHECK:         %[[R:.*]] = hlo.dot_general %[[Q]], %[[K]], batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]
// CHECK:         return %[[R]]
func.func @heads(%q: tensor<2x128x12x64xf32>, %k: tensor<2x128x12x64xf32>) -> tensor<2x12x128x128xf32> {
  %0 = hlo.transpose %q, dims = [0, 2, 1, 3] : (tensor<2x128x12x64xf32>) -> tensor<2x12x128x64xf32>
  %1 = hlo.transpose %k, dims = [0, 2, 1, 3] : (tensor<2x128x12x64xf32>) -> tensor<2x12x128x64xf32>
  %2 = hlo.dot_general %0, %1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x12x128x64xf32>, tensor<2x12x128x64xf32>) -> tensor<2x12x128x128xf32>
  return %2 : tensor<2x12x128x128xf32>
}

// The result would have its dimensions in another order.

// CHECK-LABEL: func.func @free_dims_out_of_order(
// CHECK:         hlo.transpose
func.func @free_dims_out_of_order(%x: tensor<3x4x5xf32>, %y: tensor<5x6xf32>) -> tensor<4x3x6xf32> {
  %0 = hlo.transpose %x, dims = [1, 0, 2] : (tensor<3x4x5xf32>) -> tensor<4x3x5xf32>
  %1 = hlo.dot_general %0, %y, contracting_dims = [2] x [0] : (tensor<4x3x5xf32>, tensor<5x6xf32>) -> tensor<4x3x6xf32>
  return %1 : tensor<4x3x6xf32>
}

// A small product is not packed: it reads rows of its right operand.

// CHECK-LABEL: func.func @small(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<24x24xf32>
// CHECK:         %[[T:.*]] = hlo.transpose
// CHECK:         hlo.dot_general %[[X]], %[[T]], contracting_dims = [0] x [0]
// REMARK: remark: {{.*}}do not fold a transpose into hlo.dot_general: a small product
func.func @small(%x: tensor<24x24xf32>, %y: tensor<24x24xf32>) -> tensor<24x24xf32> {
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<24x24xf32>) -> tensor<24x24xf32>
  %1 = hlo.transpose %y, dims = [1, 0] : (tensor<24x24xf32>) -> tensor<24x24xf32>
  %2 = hlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  return %2 : tensor<24x24xf32>
}

// CHECK-LABEL: func.func @result(
// CHECK-SAME:    %[[X:.*]]: tensor<2x128x64xi32>, %[[Y:.*]]: tensor<2x128x32xi32>
// CHECK:         %[[R:.*]] = hlo.dot_general %[[Y]], %[[X]], batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT] : {{.*}} -> tensor<2x32x64xi32>
// CHECK:         return %[[R]]
func.func @result(%x: tensor<2x128x64xi32>, %y: tensor<2x128x32xi32>) -> tensor<2x32x64xi32> {
  %0 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x128x64xi32>, tensor<2x128x32xi32>) -> tensor<2x64x32xi32>
  %1 = hlo.transpose %0, dims = [0, 2, 1] : (tensor<2x64x32xi32>) -> tensor<2x32x64xi32>
  return %1 : tensor<2x32x64xi32>
}

// CHECK-LABEL: func.func @result_otherwise(
// CHECK:         hlo.dot_general
// CHECK:         hlo.transpose
func.func @result_otherwise(%x: tensor<8x16x4xf32>, %y: tensor<8x4x32xf32>) -> tensor<16x8x32xf32> {
  %0 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x16x4xf32>, tensor<8x4x32xf32>) -> tensor<8x16x32xf32>
  %1 = hlo.transpose %0, dims = [1, 0, 2] : (tensor<8x16x32xf32>) -> tensor<16x8x32xf32>
  return %1 : tensor<16x8x32xf32>
}

// One outside of a loop is paid for once.

// CHECK-LABEL: func.func @loop(
// CHECK:         hlo.transpose
// CHECK:         hlo.while
func.func @loop(%x: tensor<1024x1024xf32>, %n: tensor<i32>) -> tensor<1024x1024xf32> {
  %t = hlo.transpose %x, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %one = hlo.constant dense<1> : tensor<i32>
  %0:2 = hlo.while(%i = %one, %y = %x) : tensor<i32>, tensor<1024x1024xf32>
  cond {
    %c = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %i, %one : tensor<i32>
    %z = hlo.dot_general %y, %t, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    hlo.return %j, %z : tensor<i32>, tensor<1024x1024xf32>
  }
  return %0#1 : tensor<1024x1024xf32>
}

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:    %[[X:.*]]: tensor<1x7x7x320xf32>, %[[W:.*]]: tensor<1280x320x1x1xf32>
// CHECK:         %[[R:.*]] = hlo.convolution(%[[X]], %[[W]]) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f]
// CHECK:         return %[[R]]
func.func @kernel(%x: tensor<1x7x7x320xf32>, %w: tensor<1280x320x1x1xf32>) -> tensor<1x7x7x1280xf32> {
  %0 = hlo.transpose %w, dims = [2, 3, 1, 0] : (tensor<1280x320x1x1xf32>) -> tensor<1x1x320x1280xf32>
  %1 = hlo.convolution(%x, %0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x320xf32>, tensor<1x1x320x1280xf32>) -> tensor<1x7x7x1280xf32>
  return %1 : tensor<1x7x7x1280xf32>
}

// CHECK-LABEL: func.func @small_kernel(
// CHECK:         hlo.transpose
func.func @small_kernel(%x: tensor<1x7x7x3xf32>, %w: tensor<8x3x1x1xf32>) -> tensor<1x7x7x8xf32> {
  %0 = hlo.transpose %w, dims = [2, 3, 1, 0] : (tensor<8x3x1x1xf32>) -> tensor<1x1x3x8xf32>
  %1 = hlo.convolution(%x, %0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x3xf32>, tensor<1x1x3x8xf32>) -> tensor<1x7x7x8xf32>
  return %1 : tensor<1x7x7x8xf32>
}

// Only the right operand may be quantized alone.

// CHECK-LABEL: func.func @hybrid(
// CHECK-SAME:    %[[X:.*]]: tensor<640x320xf32>, %[[W:.*]]: tensor
// CHECK:         hlo.dot_general %[[X]], %[[W]]
// CHECK-NEXT:    hlo.transpose
func.func @hybrid(%x: tensor<640x320xf32>, %w: tensor<320x160x!quant.uniform<i8:f32, 0.5>>) -> tensor<160x640xf32> {
  %0 = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<640x320xf32>, tensor<320x160x!quant.uniform<i8:f32, 0.5>>) -> tensor<640x160xf32>
  %1 = hlo.transpose %0, dims = [1, 0] : (tensor<640x160xf32>) -> tensor<160x640xf32>
  return %1 : tensor<160x640xf32>
}
