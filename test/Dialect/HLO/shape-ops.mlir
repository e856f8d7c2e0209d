// RUN: xla-opt %s --verify-roundtrip | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// Every shape op in its pretty form, also read from its generic form.

// CHECK-LABEL: func.func @static(
func.func @static(%x: tensor<2x3xf32>, %v: tensor<f32>, %n: tensor<i32>) {
  // CHECK: hlo.broadcast %{{.*}}, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  %0 = hlo.broadcast %x, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  // CHECK: hlo.broadcast_in_dim %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x4xf32>
  %1 = hlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x4xf32>
  // CHECK: hlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = hlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: hlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %3 = hlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: hlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: hlo.reverse %{{.*}}, dims = [0] : tensor<2x3xf32>
  %5 = hlo.reverse %x, dims = [0] : tensor<2x3xf32>
  // CHECK: hlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %6 = hlo.concatenate %x, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // CHECK: hlo.pad %{{.*}}, %{{.*}}, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  %7 = hlo.pad %x, %v, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
  // CHECK: hlo.iota dim = 1 : tensor<2x3xui8>
  %8 = hlo.iota dim = 1 : tensor<2x3xui8>
  // CHECK: hlo.get_dimension_size %{{.*}}, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %9 = hlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  // CHECK: hlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #hlo.bounds<2, ?>>
  %10 = hlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #hlo.bounds<2, ?>>
  return
}

// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<?x3xf32>, %v: tensor<f32>, %s: tensor<2xi64>, %t: tensor<3xindex>) {
  // CHECK: hlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [0, 2] {known_expanding_dimensions = array<i64: 0>} : (tensor<?x3xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %0 = hlo.dynamic_broadcast_in_dim %x, %t, dims = [0, 2] {known_expanding_dimensions = array<i64: 0>} : (tensor<?x3xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  // CHECK: hlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  %1 = hlo.dynamic_reshape %x, %s : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  // CHECK: hlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = hlo.dynamic_pad %x, %v, %s, %s, %s : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: hlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>
  %3 = hlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>
  // CHECK: hlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = hlo.concatenate %x, %x, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @quantized(
func.func @quantized(%x: tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) {
  // CHECK: hlo.transpose %{{.*}}, dims = [1, 0]
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 1.0, 2.0}>>
  return
}
