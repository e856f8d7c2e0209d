// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// Two counters for three words: the state advances by two.
// CHECK-LABEL: func.func @threefry(
func.func @threefry(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>) {
  // CHECK: linalg.generic
  // CHECK: arith.xori
  // CHECK: arith.constant 2 : i64
  // CHECK: tensor.from_elements
  %r:2 = hlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  return %r#0, %r#1 : tensor<2xui64>, tensor<3xui32>
}
