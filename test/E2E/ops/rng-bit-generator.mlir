// Threefry's published vectors: key and counter 0 give 6b200159 99ba4efe, all
// ones 1cb996fc bb002be7. An odd count drops its last word.
// DEFINE: %{args} = --arg=2xui64=0,0 \
// DEFINE:   --arg=2xui64=18446744073709551615,18446744073709551615
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2xui64
// CHECK-NEXT: [0, 2]
// CHECK-NEXT: result 1: 3xui32
// CHECK-NEXT: [1797259609, 2579123966, 1351547692]
// CHECK-NEXT: result 2: 2xui64
// CHECK-NEXT: [18446744073709551615, 0]
// CHECK-NEXT: result 3: 1xui64
// CHECK-NEXT: [13474818356711888636]
func.func @main(%s: tensor<2xui64>, %t: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>, tensor<2xui64>, tensor<1xui64>) {
  %a:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  %b:2 = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  return %a#0, %a#1, %b#0, %b#1 : tensor<2xui64>, tensor<3xui32>, tensor<2xui64>, tensor<1xui64>
}
