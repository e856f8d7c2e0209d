// NaN, signed zeros and infinities.
// DEFINE: %{args} = --arg=6xf32=nan,-0,0,inf,-2.5,0.5
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 6xf32
// CHECK-NEXT: [nan, -0.0, 0.0, 1.0, -1.0, 1.0]
// CHECK-NEXT: result 1: 6xi1
// CHECK-NEXT: [false, true, true, false, true, true]
// CHECK-NEXT: result 2: 6xf32
// CHECK-NEXT: [nan, -0.0, 0.0, inf, -3.0, 1.0]
// CHECK-NEXT: result 3: 6xf32
// CHECK-NEXT: [nan, -0.0, 0.0, inf, -2.0, 0.0]
// CHECK-NEXT: result 4: 6xf32
// CHECK-NEXT: [nan, 0.0, 0.0, inf, 0.0, 0.5]
// CHECK-NEXT: result 5: 6xf32
// CHECK-NEXT: [nan, -0.0, 0.0, inf, -2.5, 0.5]
func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi1>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<6xf32>
  %s = stablehlo.sign %x : tensor<6xf32>
  %f = stablehlo.is_finite %x : (tensor<6xf32>) -> tensor<6xi1>
  %a = stablehlo.round_nearest_afz %x : tensor<6xf32>
  %e = stablehlo.round_nearest_even %x : tensor<6xf32>
  %m = stablehlo.maximum %x, %c : tensor<6xf32>
  %r = stablehlo.reduce_precision %x, format = e5m2 : tensor<6xf32>
  return %s, %f, %a, %e, %m, %r : tensor<6xf32>, tensor<6xi1>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
