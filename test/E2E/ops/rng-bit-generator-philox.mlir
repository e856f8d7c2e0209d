// Philox as XLA's CPU draws it, by any algorithm's name but threefry's: a state
// of two words has the key once more as the counter's high part; narrow
// elements are the low bits of the words.
// DEFINE: %{args} = --arg=3xui64=4886718345,9773436690,14660155035
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3xui64
// CHECK-NEXT: [4886718345, 9773436692, 14660155035]
// CHECK-NEXT: result 1: 5xui32
// CHECK-NEXT: [1949382806, 800466985, 3711105488, 796149051, 2565285566]
// CHECK-NEXT: result 2: 2xui64
// CHECK-NEXT: [4886718345, 9773436693]
// CHECK-NEXT: result 3: 5xui64
// CHECK-NEXT: [14666934683614298570, 11206572331739177089, 2604695074178268955, 12432234998366352073, 17634192187424967135]
// CHECK-NEXT: result 4: 5xui8
// CHECK-NEXT: [150, 41, 208, 59, 190]
// CHECK-NEXT: result 5: 5xui16
// CHECK-NEXT: [49610, 27490, 57473, 48681, 65307]
// CHECK-NEXT: result 6: 5xui32
// CHECK-NEXT: [2486938460, 890447274, 696011003, 3120984867, 3888994981]
func.func @main(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>, tensor<2xui64>, tensor<5xui64>, tensor<5xui8>, tensor<5xui16>, tensor<5xui32>) {
  %t = stablehlo.slice %s [0:2] : (tensor<3xui64>) -> tensor<2xui64>
  %a:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  %b:2 = stablehlo.rng_bit_generator %t, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %c:2 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui8>)
  %d:2 = stablehlo.rng_bit_generator %t, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xbf16>)
  %e = stablehlo.bitcast_convert %d#1 : (tensor<5xbf16>) -> tensor<5xui16>
  %f:2 = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xf32>)
  %g = stablehlo.bitcast_convert %f#1 : (tensor<5xf32>) -> tensor<5xui32>
  return %a#0, %a#1, %b#0, %b#1, %c#1, %e, %g : tensor<3xui64>, tensor<5xui32>, tensor<2xui64>, tensor<5xui64>, tensor<5xui8>, tensor<5xui16>, tensor<5xui32>
}
