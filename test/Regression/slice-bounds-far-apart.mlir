// The distance of bounds of a slice that has no room in 64 bits.
// RUN: not xla-run %s --arg=6xf32=1 --arg=1xi64=9223372036854775806 --arg=1xi64=-9223372036854775808 2>&1 | FileCheck %s

// CHECK: real_dynamic_slice expects 2 elements within dimension 0 of size 6, but got 9223372036854775806 to -9223372036854775808 by 1
func.func @main(%x: tensor<6xf32>, %s: tensor<1xi64>, %l: tensor<1xi64>) -> tensor<2xf32> {
  %d = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %d : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
