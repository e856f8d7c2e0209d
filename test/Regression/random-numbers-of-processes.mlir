// Each process draws the same numbers, from the start of its own stream.
// RUN: xla-run %s --print --replicas=2 | FileCheck %s
// RUN: xla-run %s --print --replicas=2 --backend=interpreter | FileCheck %s

// CHECK: process 0
// CHECK: [[NUMBERS:\[.*\]]]
// CHECK: process 1
// CHECK: [[NUMBERS]]
func.func @main() -> tensor<3xui32> {
  %low = stablehlo.constant dense<0> : tensor<ui32>
  %high = stablehlo.constant dense<1000000> : tensor<ui32>
  %shape = stablehlo.constant dense<3> : tensor<1xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<ui32>, tensor<ui32>, tensor<1xi64>) -> tensor<3xui32>
  return %0 : tensor<3xui32>
}
