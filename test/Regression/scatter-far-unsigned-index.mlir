// A window that begins at 2^64 - 2 lies outside as a whole: the positions in it,
// added without a bound, would come round to 0.
// RUN: xla-run %s --print --arg=1xui64=18446744073709551614 --arg=5xi32=7,7,7,7,7 | FileCheck %s
// RUN: xla-run %s --print --arg=1xui64=18446744073709551614 --arg=5xi32=7,7,7,7,7 --backend=interpreter | FileCheck %s

// CHECK: [0, 1, 2, 3, 4]
func.func @main(%at: tensor<1xui64>, %updates: tensor<5xi32>) -> tensor<5xi32> {
  %0 = hlo.iota dim = 0 : tensor<5xi32>
  %1 = "hlo.scatter"(%0, %at, %updates) <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = hlo.maximum %a, %b : tensor<i32>
    hlo.return %2 : tensor<i32>
  }) : (tensor<5xi32>, tensor<1xui64>, tensor<5xi32>) -> tensor<5xi32>
  return %1 : tensor<5xi32>
}
