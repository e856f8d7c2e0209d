// RUN: xla-opt %s --hlo-form-fusions --remark-policy=all --remarks-filter=fusion -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: fuse hlo.negate: its users are in one kernel
// CHECK-DAG: do not fuse hlo.exponential: an op that is a kernel of its own reads it
func.func @decisions(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = hlo.negate %x : tensor<8x8xf32>
  %1 = hlo.exponential %0 : tensor<8x8xf32>
  %2 = hlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = hlo.add %1, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// What fusion does not take, and where values are needed, is said with what a
// buffer costs.
// CHECK-DAG: do not fuse hlo.dot_general: it is a kernel of its own: neither elementwise, nor data movement, nor a reduction of whole dimensions
// CHECK-DAG: do not fuse hlo.add: it is a result of this function or body
// CHECK-DAG: BufferBytes=256
