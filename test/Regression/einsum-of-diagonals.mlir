// Labels twice in an operand: the diagonal, in both backends.
// RUN: xla-run %s --print "--arg=3x3xf32=iota(9)" | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter "--arg=3x3xf32=iota(9)" | FileCheck %s

// CHECK: 3xf32
// CHECK-NEXT: [0.0, 4.0, 8.0]
// CHECK: f32
// CHECK-NEXT: 12.0
// CHECK: 3xf32
// CHECK-NEXT: [0.0, 48.0, 168.0]
func.func @main(%x: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<f32>, tensor<3xf32>) {
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ii->i"} : (tensor<3x3xf32>) -> tensor<3xf32>
  %1 = "stablehlo.unary_einsum"(%x) {einsum_config = "ii->"} : (tensor<3x3xf32>) -> tensor<f32>
  %2 = "stablehlo.einsum"(%x, %x) {einsum_config = "aa,ab->a"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<f32>, tensor<3xf32>
}
