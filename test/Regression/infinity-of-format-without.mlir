// A format without infinities has none: its largest number is not one.
// RUN: xla-run %s --print --arg=2xf32=100,-100 | FileCheck %s
// RUN: xla-run %s --print --arg=2xf32=100,-100 --backend=interpreter | FileCheck %s

// CHECK: [false, false]
// CHECK: [false, false]
func.func @main(%a: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>) {
  %x = hlo.convert %a : (tensor<2xf32>) -> tensor<2xf6E3M2FN>
  %0 = chlo.is_inf %x : tensor<2xf6E3M2FN> -> tensor<2xi1>
  %1 = chlo.is_pos_inf %x : tensor<2xf6E3M2FN> -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}
