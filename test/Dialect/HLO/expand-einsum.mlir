// RUN: xla-opt %s --hlo-expand-einsum | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-NEXT:    hlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
func.func @matmul(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r = hlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @batch_transposed(
// CHECK:         %[[D:.*]] = hlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
// CHECK-NEXT:    hlo.transpose %[[D]], dims = [2, 0, 1]
func.func @batch_transposed(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) -> tensor<4x5x2xf32> {
  %r = hlo.einsum %x, %y, config = "nab,nbc->cna" : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<4x5x2xf32>
  return %r : tensor<4x5x2xf32>
}

// A label that only one operand has is summed first.

// CHECK-LABEL: func.func @summed(
// CHECK:         %[[S:.*]] = hlo.reduce(%{{.*}} init: %{{.*}}) applies hlo.add across dimensions = [1]
// CHECK:         hlo.dot_general %[[S]], %{{.*}}, contracting_dims = [] x [] : (tensor<2xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @summed(%x: tensor<2x3xf32>, %y: tensor<4xf32>) -> tensor<2x4xf32> {
  %r = hlo.einsum %x, %y, config = "ab,c->ac" : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @unary(
// CHECK:         %[[S:.*]] = hlo.reduce(%{{.*}} init: %{{.*}}) applies hlo.add across dimensions = [1]
// CHECK-NEXT:    hlo.transpose %[[S]], dims = [1, 0]
func.func @unary(%x: tensor<2x3x4xf32>) -> tensor<4x2xf32> {
  %r = hlo.unary_einsum %x, config = "abc->ca" : (tensor<2x3x4xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @diagonal(
// CHECK:         %[[FLAT:.*]] = hlo.reshape %{{.*}} : (tensor<3x3xf32>) -> tensor<9xf32>
// CHECK-NEXT:    hlo.slice %[[FLAT]] [0:9:4] : (tensor<9xf32>) -> tensor<3xf32>
func.func @diagonal(%x: tensor<3x3xf32>) -> tensor<3xf32> {
  %r = hlo.unary_einsum %x, config = "aa->a" : (tensor<3x3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @diagonal_around(
// CHECK:         %[[T:.*]] = hlo.transpose %{{.*}}, dims = [1, 0, 2]
// CHECK:         %[[D:.*]] = hlo.slice %{{.*}} [0:2, 0:9:4]
// CHECK-NEXT:    hlo.transpose %[[D]], dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
func.func @diagonal_around(%x: tensor<3x2x3xf32>) -> tensor<3x2xf32> {
  %r = hlo.unary_einsum %x, config = "aba->ab" : (tensor<3x2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @open_diagonal(
// CHECK:         hlo.unary_einsum
func.func @open_diagonal(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %r = hlo.unary_einsum %x, config = "aa->a" : (tensor<?x?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
