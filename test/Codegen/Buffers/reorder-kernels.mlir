// RUN: xla-opt %s --xla-reorder-kernels --split-input-file | FileCheck %s
// RUN: xla-opt %s --xla-reorder-kernels --remark-policy=all --remarks-filter=memory --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// All that is large is made before any of it is used; one after the other needs
// one at a time.
// REMARK: calls in another order: the arena takes {{[0-9]+}} bytes instead of {{[0-9]+}}
module attributes {xla.options = {"max-temp-bytes" = 8192 : i64}} {
  func.func private @grow(memref<4xf32>, memref<1024xf32>) attributes {xla.kernel}
  func.func private @sum(memref<1024xf32>, memref<f32>) attributes {xla.kernel}
  func.func private @add(memref<f32>, memref<f32>, memref<f32>) attributes {xla.kernel}
  // CHECK-LABEL: func.func @wide(
  // CHECK-COUNT-3: xla.call_kernel @{{grow|sum}}
  // CHECK-NEXT: call_kernel @{{sum|add}}
  func.func @wide(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<f32> {
    %0 = xla.call_kernel @grow(%x) : (tensor<4xf32>) -> tensor<1024xf32>
    %1 = xla.call_kernel @grow(%y) : (tensor<4xf32>) -> tensor<1024xf32>
    %2 = xla.call_kernel @grow(%z) : (tensor<4xf32>) -> tensor<1024xf32>
    %3 = xla.call_kernel @sum(%0) : (tensor<1024xf32>) -> tensor<f32>
    %4 = xla.call_kernel @sum(%1) : (tensor<1024xf32>) -> tensor<f32>
    %5 = xla.call_kernel @sum(%2) : (tensor<1024xf32>) -> tensor<f32>
    %6 = xla.call_kernel @add(%3, %4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %7 = xla.call_kernel @add(%6, %5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %7 : tensor<f32>
  }
}

// -----

// What a kernel writes in place stays behind those that read it before, and
// calls of the host keep their order.
module attributes {xla.options = {"max-temp-bytes" = 64 : i64}} {
  func.func private @grow(memref<4xf32>, memref<1024xf32>) attributes {xla.kernel}
  func.func private @sum(memref<1024xf32>, memref<f32>) attributes {xla.kernel}
  func.func private @change(memref<1024xf32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0>}
  // CHECK-LABEL: func.func @in_place(
  // CHECK-SAME: %[[A:[^:]*]]: tensor<4xf32>,
  // CHECK: %[[X:.*]] = xla.call_kernel @grow(%[[A]])
  // CHECK: xla.call_kernel @sum(%[[X]])
  // CHECK: %[[Y:.*]] = xla.call_kernel @change(%[[X]])
  // CHECK: xla.call_kernel @sum(%[[Y]])
  func.func @in_place(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
    %other = xla.call_kernel @grow(%z) : (tensor<4xf32>) -> tensor<1024xf32>
    %0 = xla.call_kernel @grow(%x) : (tensor<4xf32>) -> tensor<1024xf32>
    %1 = xla.call_kernel @sum(%0) : (tensor<1024xf32>) -> tensor<f32>
    %2 = xla.call_kernel @change(%0) : (tensor<1024xf32>) -> tensor<1024xf32>
    %3 = xla.call_kernel @sum(%2) : (tensor<1024xf32>) -> tensor<f32>
    %4 = xla.call_kernel @sum(%other) : (tensor<1024xf32>) -> tensor<f32>
    return %1, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>
  }
}

// -----

// Within the limit, and without one, nothing moves.
module attributes {xla.options = {"max-temp-bytes" = 1000000 : i64}} {
  func.func private @grow(memref<4xf32>, memref<1024xf32>) attributes {xla.kernel}
  func.func private @sum(memref<1024xf32>, memref<f32>) attributes {xla.kernel}
  // CHECK-LABEL: func.func @enough(
  // CHECK: xla.call_kernel @grow
  // CHECK: xla.call_kernel @grow
  // CHECK: xla.call_kernel @sum
  func.func @enough(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
    %0 = xla.call_kernel @grow(%x) : (tensor<4xf32>) -> tensor<1024xf32>
    %1 = xla.call_kernel @grow(%y) : (tensor<4xf32>) -> tensor<1024xf32>
    %2 = xla.call_kernel @sum(%0) : (tensor<1024xf32>) -> tensor<f32>
    %3 = xla.call_kernel @sum(%1) : (tensor<1024xf32>) -> tensor<f32>
    return %2, %3 : tensor<f32>, tensor<f32>
  }
}
