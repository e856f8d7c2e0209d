// RUN: xla-opt %s --xla-bufferize-host --remark-policy=all --remarks-filter=buffers -o /dev/null 2>&1 | FileCheck %s

func.func private @k(memref<4xf32>, memref<4xf32>) attributes {xla.kernel}

// CHECK: copy of 16 bytes kept: the value is another result too
// CHECK: copy of 16 bytes kept: arguments belong to the caller
func.func @results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %0, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK: copy of 16 bytes kept: where the result has the buffer of its donor, the argument is still read when it is made
func.func @donated(%x: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"donated", arguments = [<name = "", type = tensor<4xf32>, alias = 0, donated = true>], results = [<name = "", type = tensor<4xf32>>]>} {
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
