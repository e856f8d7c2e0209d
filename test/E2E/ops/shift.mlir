// Amounts of the width or more, negative ones among them, leave 0 or the sign.
// DEFINE: %{args} = --arg=5xi32=-8,-8,-8,1,5 --arg=5xi32=1,32,-1,31,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 5xi32
// CHECK-NEXT: [-16, 0, 0, -2147483648, 5]
// CHECK-NEXT: result 1: 5xi32
// CHECK-NEXT: [2147483644, 0, 0, 0, 5]
// CHECK-NEXT: result 2: 5xi32
// CHECK-NEXT: [-4, -1, -1, 0, 5]
func.func @main(%x: tensor<5xi32>, %n: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) {
  %l = stablehlo.shift_left %x, %n : tensor<5xi32>
  %r = stablehlo.shift_right_logical %x, %n : tensor<5xi32>
  %a = stablehlo.shift_right_arithmetic %x, %n : tensor<5xi32>
  return %l, %r, %a : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}
