// RUN: xla-opt %s --hlo-split-concatenates=max-operands=2 | FileCheck %s

// Groups of two, and groups of those; what is left over goes along.
// CHECK-LABEL: func.func @many(
// CHECK-SAME:    %[[A:.*]]: tensor<2x1xf32>, %[[B:.*]]: tensor<2x3xf32>)
// CHECK:         %[[P:.*]] = hlo.concatenate %[[A]], %[[B]],  dim = 1 : {{.*}} -> tensor<2x4xf32>
// CHECK:         %[[Q:.*]] = hlo.concatenate %[[B]], %[[A]],  dim = 1 : {{.*}} -> tensor<2x4xf32>
// CHECK:         %[[R:.*]] = hlo.concatenate %[[P]], %[[Q]],  dim = 1 : {{.*}} -> tensor<2x8xf32>
// CHECK:         hlo.concatenate %[[R]], %[[B]],  dim = 1 : {{.*}} -> tensor<2x11xf32>
func.func @many(%a: tensor<2x1xf32>, %b: tensor<2x3xf32>) -> tensor<2x11xf32> {
  %r = hlo.concatenate %a, %b, %b, %a, %b, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x11xf32>
  return %r : tensor<2x11xf32>
}

// CHECK-LABEL: func.func @few(
// CHECK-COUNT-1: hlo.concatenate
// CHECK-NOT:     hlo.concatenate
// CHECK:         return
func.func @few(%a: tensor<2x1xf32>, %b: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %r = hlo.concatenate %a, %b, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
