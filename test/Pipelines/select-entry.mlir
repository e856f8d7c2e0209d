// RUN: xla-opt %s --xla-select-entry | FileCheck %s
// RUN: not xla-opt %s --xla-record-options=compile-options=entry=start --xla-select-entry 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: 'builtin.module' op expects a function @start, but has @main, @helper; the option entry chooses another

// CHECK-NOT: mhlo.num_partitions
// CHECK: func.func @main(
// CHECK: func.func private @helper(
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func private @main(%x: tensor<4xf32> {jax.arg_info = "x"}) -> tensor<4xf32> {
    %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
