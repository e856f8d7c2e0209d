// A Philox state of two words has its key for the counter's high part too, as in
// XLA; the default algorithm is Philox. Expected values are jaxlib's.
// RUN: xla-run %s --print --arg=2xui64=1,2 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=2xui64=1,2 | FileCheck %s

// CHECK: result 0: 2xui64
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: result 1: 3xui64
// CHECK-NEXT: [12229731395331991369, 3437131457114678231, 13465615291114923006]
// CHECK-NEXT: result 2: 2xui64
// CHECK-NEXT: [1, 4]
// CHECK-NEXT: result 3: 5xui32
// CHECK-NEXT: [2100602697, 2847456232, 2074354647, 800269529, 1828267006]
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>, tensor<2xui64>, tensor<5xui32>) {
  %a:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  %b:2 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %a#0, %a#1, %b#0, %b#1 : tensor<2xui64>, tensor<3xui64>, tensor<2xui64>, tensor<5xui32>
}
