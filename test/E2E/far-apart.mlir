// Strides and dilations of what is one element mean nothing, however large; of
// two elements they are refused where the size does not fit.
// RUN: xla-run %s --arg=4x2xf32=iota(8) | FileCheck %s
// RUN: xla-run %s --arg=4x2xf32=iota(8) --backend=interpreter | FileCheck %s
// RUN: not xla-run %s --entry=dynamic --backend=interpreter --arg=2xf32=1 --arg=1xi64=9223372036854775807 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not xla-run %s --entry=dynamic --arg=2xf32=1 --arg=1xi64=9223372036854775807 2>&1 | FileCheck %s --check-prefix=DYNAMIC

// CHECK: {{\[}}[2.0, 3.0]]
// CHECK: {{\[}}[0.0, 0.0], [2.0, 3.0], [0.0, 0.0]]
// DYNAMIC: expects padding of at most 2^47 elements and a padded size that fits in 63 bits
func.func @main(%x: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<3x2xf32>) {
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [1:4:4611686018427387904, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 0], high = [1, 0], interior = [70368744177664, 0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<3x2xf32>
}

func.func @dynamic(%x: tensor<2xf32>, %n: tensor<1xi64>) -> tensor<?xf32> {
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %v, %zero, %zero, %n : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
