// RUN: xla-opt %s --xla-rematerialize-kernels --split-input-file | FileCheck %s
// RUN: xla-opt %s --xla-rematerialize-kernels --remark-policy=all --remarks-filter=memory --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: called again before its value is used: 4096 bytes are not kept
// REMARK: called again before its value is used: 4096 bytes are not kept
// REMARK-NOT: called again
module attributes {xla.options = {"max-temp-bytes" = 16384 : i64}} {
  func.func private @iota(memref<1024xf32>) attributes {xla.kernel, xla.recompute}
  func.func private @use(memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  func.func private @large(memref<4xf32>, memref<4xf32>, memref<16000xi8>) attributes {xla.kernel, xla.scratch_bytes = 16000 : i64}
  func.func private @both(memref<4xf32>, memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  // The iota is kept while a kernel needs all that there is.
  // CHECK-LABEL: func.func @iota_twice(
  // CHECK-NEXT: %[[I:.*]] = xla.call_kernel @iota()
  // CHECK-NEXT: %[[A:.*]] = xla.call_kernel @use(%[[I]])
  // CHECK-NEXT: %[[B:.*]] = xla.call_kernel @large(%[[A]])
  // CHECK-NEXT: %[[AGAIN:.*]] = xla.call_kernel @iota()
  // CHECK-NEXT: xla.call_kernel @both(%[[B]], %[[AGAIN]])
  func.func @iota_twice() -> tensor<4xf32> {
    %0 = xla.call_kernel @iota() : () -> tensor<1024xf32>
    %1 = xla.call_kernel @use(%0) : (tensor<1024xf32>) -> tensor<4xf32>
    %2 = xla.call_kernel @large(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = xla.call_kernel @both(%2, %0) : (tensor<4xf32>, tensor<1024xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// Not where the kernel is dear, and not where what it reads would have to be
// kept in its place.
module attributes {xla.options = {"max-temp-bytes" = 16384 : i64}} {
  func.func private @dear(memref<4xf32>, memref<1024xf32>) attributes {xla.kernel}
  func.func private @copy(memref<1024xf32>, memref<1024xf32>) attributes {xla.kernel, xla.recompute}
  func.func private @use(memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  func.func private @large(memref<4xf32>, memref<4xf32>, memref<16000xi8>) attributes {xla.kernel, xla.scratch_bytes = 16000 : i64}
  func.func private @both(memref<4xf32>, memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  // CHECK-LABEL: func.func @no_gain(
  // CHECK-COUNT-5: xla.call_kernel
  // CHECK-NEXT: return
  func.func @no_gain(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = xla.call_kernel @dear(%x) : (tensor<4xf32>) -> tensor<1024xf32>
    %1 = xla.call_kernel @copy(%0) : (tensor<1024xf32>) -> tensor<1024xf32>
    %2 = xla.call_kernel @use(%1) : (tensor<1024xf32>) -> tensor<4xf32>
    %3 = xla.call_kernel @large(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = xla.call_kernel @both(%3, %1) : (tensor<4xf32>, tensor<1024xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}

// -----

// What the kernel reads is made again too, where that is cheap as well.
module attributes {xla.options = {"max-temp-bytes" = 16384 : i64}} {
  func.func private @iota(memref<1024xf32>) attributes {xla.kernel, xla.recompute}
  func.func private @copy(memref<1024xf32>, memref<1024xf32>) attributes {xla.kernel, xla.recompute}
  func.func private @use(memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  func.func private @large(memref<4xf32>, memref<4xf32>, memref<16000xi8>) attributes {xla.kernel, xla.scratch_bytes = 16000 : i64}
  func.func private @both(memref<4xf32>, memref<1024xf32>, memref<4xf32>) attributes {xla.kernel}
  // CHECK-LABEL: func.func @chain(
  // CHECK:      xla.call_kernel @large
  // CHECK-NEXT: %[[I:.*]] = xla.call_kernel @iota()
  // CHECK-NEXT: %[[J:.*]] = xla.call_kernel @copy(%[[I]])
  // CHECK-NEXT: xla.call_kernel @both(%{{.*}}, %[[J]])
  func.func @chain() -> tensor<4xf32> {
    %0 = xla.call_kernel @iota() : () -> tensor<1024xf32>
    %1 = xla.call_kernel @copy(%0) : (tensor<1024xf32>) -> tensor<1024xf32>
    %2 = xla.call_kernel @use(%1) : (tensor<1024xf32>) -> tensor<4xf32>
    %3 = xla.call_kernel @large(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = xla.call_kernel @both(%3, %1) : (tensor<4xf32>, tensor<1024xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
