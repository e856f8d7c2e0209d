// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @dynamic_slice(
func.func @dynamic_slice(%x: tensor<8x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x4xf32> {
  // CHECK: %[[LOW:.*]] = arith.maxsi
  // CHECK: %[[START:.*]] = arith.minsi %[[LOW]]
  // CHECK: tensor.extract_slice %{{.*}}[%[[START]], 0] [3, 4] [1, 1]
  %r = hlo.dynamic_slice %x, %i, %j, sizes = [3, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice(
func.func @dynamic_update_slice(%x: tensor<8xf32>, %u: tensor<3xf32>, %i: tensor<ui64>) -> tensor<8xf32> {
  // CHECK: %[[START:.*]] = arith.minui
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[START]]] [3] [1]
  %r = hlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<3xf32>, tensor<ui64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @gather_rows(
func.func @gather_rows(%x: tensor<8x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  // CHECK: linalg.generic
  // CHECK: %[[ROW:.*]] = arith.minsi
  // CHECK: tensor.extract %{{.*}}[%[[ROW]], %{{.*}}] : tensor<8x4xf32>
  %r = "hlo.gather"(%x, %i) <{dimension_numbers = #hlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// The row is tested once, outside of the loop over its elements.
// CHECK-LABEL: func.func @scatter_rows(
func.func @scatter_rows(%x: tensor<8x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  // CHECK: scf.for
  // CHECK:   arith.cmpi ult
  // CHECK:   scf.if
  // CHECK:     scf.for
  // CHECK-NOT:   scf.if
  // CHECK:       arith.addf
  // CHECK:       tensor.insert
  %r = "hlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = hlo.add %a, %b : tensor<f32>
    hlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @sort(
func.func @sort(%x: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: arith.cmpf olt
  %r = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
