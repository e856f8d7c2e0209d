// RUN: xla-opt %s --hlo-expand-custom-calls | FileCheck %s

// CHECK-LABEL: func.func @sharding(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    return %[[X]]
func.func @sharding(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = hlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// It keeps the other triangle and says how far it got: no cholesky does.

// CHECK-LABEL: func.func @potrf(
// CHECK-NEXT:    hlo.custom_call @lapack_spotrf_ffi
func.func @potrf(%a: tensor<6x3x3xf32>) -> (tensor<6x3x3xf32>, tensor<6xi32>) {
  %r:2 = hlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<6x3x3xf32>) -> (tensor<6x3x3xf32>, tensor<6xi32>)
  return %r#0, %r#1 : tensor<6x3x3xf32>, tensor<6xi32>
}

// CHECK-LABEL: func.func @trsm(
// CHECK-NEXT:    "hlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #hlo<transpose TRANSPOSE>, unit_diagonal = false}>
func.func @trsm(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %r = hlo.custom_call @lapack_dtrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}

// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT:    hlo.custom_call @foo
// CHECK-NEXT:    hlo.custom_call @lapack_strsm_ffi
func.func @unknown(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = hlo.custom_call @foo(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = hlo.custom_call @lapack_strsm_ffi(%a, %a) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: func.func @placement(
// CHECK-NEXT:    return %{{.*}} : tensor<4xf32>
func.func @placement(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.custom_call @annotate_device_placement(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = hlo.custom_call @MoveToHost(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Layouts become transposes around a call on what lies in memory; a value that
// is row-major stays as it is.

// CHECK-LABEL: func.func @layouts(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x4xf32>, %[[Y:.*]]: tensor<5xf32>
// CHECK-NEXT:    %[[T:.*]] = hlo.transpose %[[X]], dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT:    %[[R:.*]]:2 = hlo.custom_call @foo(%[[T]], %[[Y]]) {hlo.physical_order,
// CHECK-SAME:      : (tensor<2x4x3xf32>, tensor<5xf32>) -> (tensor<7x6xf32>, tensor<f32>)
// CHECK-NEXT:    %[[B:.*]] = hlo.transpose %[[R]]#0, dims = [1, 0] : (tensor<7x6xf32>) -> tensor<6x7xf32>
// CHECK-NEXT:    return %[[B]], %[[R]]#1
func.func @layouts(%x: tensor<2x3x4xf32>, %y: tensor<5xf32>) -> (tensor<6x7xf32>, tensor<f32>) {
  %0:2 = hlo.custom_call @foo(%x, %y) {
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}
    : (tensor<2x3x4xf32>, tensor<5xf32>) -> (tensor<6x7xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<6x7xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @row_major(
// CHECK-NEXT:    hlo.custom_call @foo(%{{.*}}) {operand_layouts
func.func @row_major(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = hlo.custom_call @foo(%x) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
