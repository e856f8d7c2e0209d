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
