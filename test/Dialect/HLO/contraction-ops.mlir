// RUN: xla-opt %s --verify-roundtrip | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @dots(
func.func @dots(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) {
  // CHECK: hlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %0 = hlo.dot %x, %y, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: hlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] {note} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  %1 = hlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] {note} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  // CHECK: hlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>
  %2 = hlo.dot_general %x, %y, contracting_dims = [] x [], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x3x4xf32>
  // CHECK: hlo.einsum %{{.*}}, %{{.*}}, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  %3 = hlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  // CHECK: hlo.unary_einsum %{{.*}}, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xf32>
  %4 = hlo.unary_einsum %x, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @convolutions(
func.func @convolutions(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x16xf32>, %p: tensor<2x2xi32>) {
  // CHECK: hlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32>
  %0 = hlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [0, 1], pad = [[1, 1], [1, 1]], stride = [2, 2], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32>
  // CHECK: window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#hlo<precision HIGH>, #hlo<precision HIGH>]}
  %1 = hlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#hlo<precision HIGH>, #hlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  // CHECK: "hlo.dynamic_conv"(%{{.*}}, %{{.*}}, %{{.*}}) <{batch_group_count = 1 : i64, dimension_numbers = #hlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}>
  %2 = "hlo.dynamic_conv"(%x, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #hlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<1x?x?x16xf32>
  return
}

// CHECK-LABEL: func.func @linear_algebra(
func.func @linear_algebra(%m: tensor<5x3x3xf32>, %b: tensor<5x3x2xf32>, %f: tensor<2x8xf32>, %c: tensor<2x5xcomplex<f32>>) {
  // CHECK: hlo.cholesky %{{.*}}, lower = true : tensor<5x3x3xf32>
  %0 = hlo.cholesky %m, lower = true : tensor<5x3x3xf32>
  // CHECK: hlo.cholesky %{{.*}} : tensor<5x3x3xf32>
  %1 = hlo.cholesky %m : tensor<5x3x3xf32>
  // CHECK: "hlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #hlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
  %2 = "hlo.triangular_solve"(%m, %b) {left_side = true, lower = true, transpose_a = #hlo<transpose NO_TRANSPOSE>, unit_diagonal = false} : (tensor<5x3x3xf32>, tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
  // CHECK: hlo.fft %{{.*}}, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  %3 = hlo.fft %f, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  // CHECK: hlo.fft %{{.*}}, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  %4 = hlo.fft %c, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  // CHECK: hlo.fft %{{.*}}, type = FFT, length = [2, 5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  %5 = hlo.fft %c, type = FFT, length = [2, 5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  return
}
