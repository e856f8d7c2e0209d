// RUN: xla-opt %s --hlo-expand-quantized --split-input-file | FileCheck %s

// The zero point is subtracted where 32 bits hold the difference.
// CHECK-LABEL: func.func @dequantize(
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>) -> tensor<4xf32>
func.func @dequantize(%x: tensor<4x!quant.uniform<i8:f32, 0.5:-128>>) -> tensor<4xf32> {
  // CHECK-DAG: %[[ZERO:.*]] = hlo.constant dense<-128> : tensor<4xi32>
  // CHECK-DAG: %[[SCALE:.*]] = hlo.constant dense<5.000000e-01> : tensor<4xf32>
  // CHECK-DAG: %[[WIDE:.*]] = hlo.convert %[[X]] : (tensor<4xi8>) -> tensor<4xi32>
  // CHECK: %[[DIFFERENCE:.*]] = hlo.subtract %[[WIDE]], %[[ZERO]]
  // CHECK: %[[FLOAT:.*]] = hlo.convert %[[DIFFERENCE]] : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: hlo.multiply %[[FLOAT]], %[[SCALE]]
  %0 = hlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5:-128>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Per-axis parameters are broadcast along their axis.
// CHECK-LABEL: func.func @quantize(
// CHECK-SAME: %[[X:.*]]: tensor<30000x2xf32>) -> tensor<30000x2xui8>
func.func @quantize(%x: tensor<30000x2xf32>) -> tensor<30000x2x!quant.uniform<u8<1:200>:f32:1, {0.5:7, 2.0:9}>> {
  // CHECK-DAG: %[[SCALES:.*]] = hlo.constant dense<[5.000000e-01, 2.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[ZEROS:.*]] = hlo.constant dense<[7.000000e+00, 9.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[MIN:.*]] = hlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[MAX:.*]] = hlo.constant dense<2.000000e+02> : tensor<f32>
  // CHECK: %[[SCALE:.*]] = hlo.broadcast_in_dim %[[SCALES]], dims = [1]
  // CHECK: %[[SCALED:.*]] = hlo.divide %[[X]], %[[SCALE]]
  // CHECK: %[[ZERO:.*]] = hlo.broadcast_in_dim %[[ZEROS]], dims = [1]
  // CHECK: %[[MOVED:.*]] = hlo.add %[[SCALED]], %[[ZERO]]
  // CHECK: %[[CLAMPED:.*]] = hlo.clamp %[[MIN]], %[[MOVED]], %[[MAX]]
  // CHECK: %[[ROUNDED:.*]] = hlo.round_nearest_even %[[CLAMPED]]
  // CHECK: hlo.convert %[[ROUNDED]] : (tensor<30000x2xf32>) -> tensor<30000x2xui8>
  %0 = hlo.uniform_quantize %x : (tensor<30000x2xf32>) -> tensor<30000x2x!quant.uniform<u8<1:200>:f32:1, {0.5:7, 2.0:9}>>
  return %0 : tensor<30000x2x!quant.uniform<u8<1:200>:f32:1, {0.5:7, 2.0:9}>>
}

// -----

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>) -> tensor<4xi8>
func.func @add(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  // CHECK: %[[SUM:.*]] = hlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
  // CHECK: hlo.divide %[[SUM]]
  %0 = hlo.add %x, %y : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// Narrow storage is summed exactly, in floats as long as they hold the sums, with
// one scale for each column.
// CHECK-LABEL: func.func @dot(
func.func @dot(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0, 4.0}>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>> {
  // CHECK: %[[SUMS:.*]] = hlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: hlo.multiply %[[SUMS]], %{{.*}} : tensor<2x4xf32>
  %0 = hlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0, 4.0}>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<2x4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// 1000 products of 255 * 255 exceed 24 bits, and 40000 of them 32.
// CHECK-LABEL: func.func @long_dots(
func.func @long_dots(%x: tensor<40000x!quant.uniform<u8:f32, 0.5>>, %y: tensor<1000x!quant.uniform<u8:f32, 0.5>>) -> (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) {
  // CHECK: hlo.dot_general {{.*}} -> tensor<i64>
  %0 = hlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<40000x!quant.uniform<u8:f32, 0.5>>, tensor<40000x!quant.uniform<u8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
  // CHECK: hlo.dot_general {{.*}} -> tensor<i32>
  %1 = hlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<1000x!quant.uniform<u8:f32, 0.5>>, tensor<1000x!quant.uniform<u8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
  return %0, %1 : tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>
}

// -----

// Wide storage, and one float operand: sums of floats.
// CHECK-LABEL: func.func @float_dots(
func.func @float_dots(%f: tensor<3xf32>, %x: tensor<3x!quant.uniform<i16:f32, 0.5>>) -> (tensor<f32>, tensor<!quant.uniform<i32:f32, 1.0>>) {
  // CHECK-COUNT-2: hlo.dot_general {{.*}} : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %0 = hlo.dot_general %f, %x, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3x!quant.uniform<i16:f32, 0.5>>) -> tensor<f32>
  %1 = hlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<3x!quant.uniform<i16:f32, 0.5>>, tensor<3x!quant.uniform<i16:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
  return %0, %1 : tensor<f32>, tensor<!quant.uniform<i32:f32, 1.0>>
}

// -----

// What only moves, and regions, keep the integers.
// CHECK-LABEL: func.func @moves(
func.func @moves(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<i1>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  // CHECK: hlo.constant dense<3> : tensor<4xi8>
  %c = hlo.constant() {value = dense<3> : tensor<4xi8>} : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  // CHECK: hlo.reverse %{{.*}}, dims = [0] : tensor<4xi8>
  %r = hlo.reverse %x, dims = [0] : tensor<4x!quant.uniform<i8:f32, 0.5>>
  // CHECK: "hlo.if"
  // CHECK: -> tensor<4xi8>
  %0 = "hlo.if"(%p) ({
    hlo.return %r : tensor<4x!quant.uniform<i8:f32, 0.5>>
  }, {
    hlo.return %c : tensor<4x!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<i1>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

// A region of other parameters takes requantized operands.
// CHECK-LABEL: func.func @promotion(
func.func @promotion(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %z: tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.25>> {
  // CHECK: hlo.round_nearest_even {{.*}} : tensor<4xf32>
  // CHECK: hlo.reduce
  // CHECK: tensor<4xi32>, tensor<i32>
  %0 = "hlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 0.25>>, %b: tensor<!quant.uniform<i32:f32, 0.25>>):
    %s = hlo.add %a, %b : tensor<!quant.uniform<i32:f32, 0.25>>
    hlo.return %s : tensor<!quant.uniform<i32:f32, 0.25>>
  }) {dimensions = array<i64: 0>} : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.25>>
  return %0 : tensor<!quant.uniform<i32:f32, 0.25>>
}
