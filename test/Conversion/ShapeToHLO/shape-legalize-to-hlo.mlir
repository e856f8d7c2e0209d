// Sizes and what is computed of them are tensors of i64.
// RUN: xla-opt %s --shape-legalize-to-hlo --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4x8xf32>
func.func @reshape(%x: tensor<?x4x8xf32>) -> tensor<?x32xf32> {
  // CHECK-NEXT: %[[C32:.*]] = hlo.constant dense<32> : tensor<i64>
  // CHECK:      %[[SIZE:.*]] = hlo.get_dimension_size %[[X]], dim = 0
  // CHECK-NEXT: %[[N:.*]] = hlo.convert %[[SIZE]] : (tensor<i32>) -> tensor<i64>
  // CHECK-NEXT: %[[A:.*]] = hlo.reshape %[[N]] : (tensor<i64>) -> tensor<1xi64>
  // CHECK-NEXT: %[[B:.*]] = hlo.reshape %[[C32]] : (tensor<i64>) -> tensor<1xi64>
  // CHECK-NEXT: %[[SHAPE:.*]] = hlo.concatenate %[[A]], %[[B]], dim = 0
  // CHECK-NEXT: hlo.dynamic_reshape %[[X]], %[[SHAPE]] : (tensor<?x4x8xf32>, tensor<2xi64>) -> tensor<?x32xf32>
  %c32 = arith.constant 32 : i64
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?x4x8xf32>
  %n = arith.index_cast %dim : index to i64
  %shape = tensor.from_elements %n, %c32 : tensor<2xi64>
  %0 = hlo.dynamic_reshape %x, %shape : (tensor<?x4x8xf32>, tensor<2xi64>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// -----

// A shape under a witness that the operands broadcast.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?xf32>
func.func @broadcast(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> tensor<?x4xf32> {
  // CHECK:      %[[SX:.*]] = hlo.concatenate {{.*}} -> tensor<2xi64>
  // CHECK:      %[[SY:.*]] = hlo.reshape {{.*}} -> tensor<1xi64>
  // CHECK:      %[[PADDED:.*]] = hlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK:      %[[IS_ONE:.*]] = hlo.compare EQ, %[[SX]], %{{.*}} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  // CHECK-NEXT: %[[SHAPE:.*]] = hlo.select %[[IS_ONE]], %[[PADDED]], %[[SX]]
  // CHECK-NEXT: %[[R:.*]] = hlo.dynamic_broadcast_in_dim %[[Y]], %[[SHAPE]], dims = [1]
  // CHECK-NEXT: return %[[R]]
  %sx = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %sy = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %sx, %sy : tensor<2xindex>, tensor<1xindex>
  %r = shape.assuming %w -> (tensor<?x4xf32>) {
    %s = shape.broadcast %sx, %sy : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %b = hlo.dynamic_broadcast_in_dim %y, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    shape.assuming_yield %b : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @assertion(
func.func @assertion(%x: tensor<?xf32>, %i: tensor<3xi64>) -> tensor<i64> {
  // CHECK: %[[EQUAL:.*]] = hlo.compare EQ
  // CHECK-NEXT: hlo.custom_call @shape_assertion(%[[EQUAL]]) {{{.*}}error_message = "sizes differ"
  // CHECK: %[[PART:.*]] = hlo.dynamic_slice
  // CHECK-NEXT: hlo.reshape %[[PART]] : (tensor<1xi64>) -> tensor<i64>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %equal = arith.cmpi eq, %n, %c2 : index
  cf.assert %equal, "sizes differ"
  %e = tensor.extract %i[%c2] : tensor<3xi64>
  %r = tensor.from_elements %e : tensor<i64>
  return %r : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @sizes_of_hlo(
func.func @sizes_of_hlo(%x: tensor<?x2xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  // CHECK: %[[SHAPE:.*]] = hlo.convert %{{.*}} : (tensor<2xi32>) -> tensor<2xi64>
  // CHECK-NEXT: %[[TWICE:.*]] = hlo.add %[[SHAPE]], %[[SHAPE]] : tensor<2xi64>
  // CHECK-NEXT: hlo.dynamic_reshape %{{.*}}, %[[TWICE]]
  %shape = arith.index_cast %s : tensor<2xi32> to tensor<2xindex>
  %twice = arith.addi %shape, %shape : tensor<2xindex>
  %r = hlo.dynamic_reshape %x, %twice : (tensor<?x2xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
