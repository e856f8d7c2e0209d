// The high half of a product of 4-bit integers begins at bit 4, not at that of
// the byte they lie in.
// RUN: xla-run %s --print --arg=4xi4=6,-8,7,-3 --arg=4xui4=15,8,3,2 | FileCheck %s
// RUN: xla-run %s --print --arg=4xi4=6,-8,7,-3 --arg=4xui4=15,8,3,2 --backend=interpreter | FileCheck %s

// CHECK: [2, 4, 3, 0]
// CHECK: [14, 4, 0, 0]
func.func @main(%a: tensor<4xi4>, %b: tensor<4xui4>) -> (tensor<4xi4>, tensor<4xui4>) {
  %0 = chlo.mulhi %a, %a : tensor<4xi4>, tensor<4xi4> -> tensor<4xi4>
  %1 = chlo.mulhi %b, %b : tensor<4xui4>, tensor<4xui4> -> tensor<4xui4>
  return %0, %1 : tensor<4xi4>, tensor<4xui4>
}
