// Elements of 2 and 4 bits are packed at the border, and only there: in loops,
// constants and regions too. Bits go from type to type low end first.
// DEFINE: %{args} = --arg=5xi4=1,-8,7,0,-1 --arg=3xui2=3,1,2 --arg=3xf4E2M1FN=0.5,-6,3 --arg=2xi8=-2,33
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 5xi4
// CHECK-NEXT: [4, -5, -6, 3, 2]
// CHECK: result 1: ui2
// CHECK-NEXT: 2
// CHECK: result 2: 3xf4E2M1FN
// CHECK-NEXT: [3.0, -4.0, 6.0]
// CHECK: result 3: 2x2xi4
// CHECK-NEXT: {{\[\[}}-2, -1], [1, 2]]
// CHECK: result 4: 2xi8
// CHECK-NEXT: [-2, 33]
func.func @main(%x: tensor<5xi4>, %y: tensor<3xui2>, %z: tensor<3xf4E2M1FN>, %b: tensor<2xi8>) -> (tensor<5xi4>, tensor<ui2>, tensor<3xf4E2M1FN>, tensor<2x2xi4>, tensor<2xi8>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<[1, 1, 1, 1, 1]> : tensor<5xi4>
  %loop:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<5xi4>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %ones : tensor<5xi4>
    stablehlo.return %next, %w : tensor<i32>, tensor<5xi4>
  }
  %n = stablehlo.constant dense<0> : tensor<ui2>
  %sum = stablehlo.reduce(%y init: %n) applies stablehlo.add across dimensions = [0] : (tensor<3xui2>, tensor<ui2>) -> tensor<ui2>
  %c = stablehlo.constant dense<[2.0, 1.0, 2.0]> : tensor<3xf4E2M1FN>
  %q = stablehlo.multiply %z, %c : tensor<3xf4E2M1FN>
  %f = stablehlo.add %q, %c : tensor<3xf4E2M1FN>
  %parts = stablehlo.bitcast_convert %b : (tensor<2xi8>) -> tensor<2x2xi4>
  %whole = stablehlo.bitcast_convert %parts : (tensor<2x2xi4>) -> tensor<2xi8>
  return %loop#1, %sum, %f, %parts, %whole : tensor<5xi4>, tensor<ui2>, tensor<3xf4E2M1FN>, tensor<2x2xi4>, tensor<2xi8>
}
