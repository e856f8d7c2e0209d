// RUN: xla-run %s --replicas=3 --print | FileCheck %s
// RUN: xla-run %s --replicas=3 --print --backend=interpreter | FileCheck %s

// Messages of no elements, to a process that gets one and to others that get
// zeros: buffers of no elements need not be there.
// CHECK: result 0: 0xf32
// CHECK: result 1: 2x0xi32
func.func @main(%x: tensor<0xf32>, %y: tensor<2x0xi32>) -> (tensor<0xf32>, tensor<2x0xi32>) {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0xf32>) -> tensor<0xf32>
  %1 = "stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>}> : (tensor<2x0xi32>) -> tensor<2x0xi32>
  return %0, %1 : tensor<0xf32>, tensor<2x0xi32>
}
