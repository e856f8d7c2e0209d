// Constants decide the shape of a gather in an asynchronous computation.
// RUN: xla-run %s --print --arg=3xi32=4,5,6 | FileCheck %s
// RUN: xla-run %s --print --arg=3xi32=4,5,6 --backend=interpreter | FileCheck %s

// CHECK: [5, 6]
func.func @main(%x: tensor<3xi32>) -> tensor<2xi32> {
  %0 = "hlo.async_start"(%x) ({
  ^bb0(%y: tensor<3xi32>):
    %start = hlo.constant dense<1> : tensor<1xi32>
    %sizes = hlo.constant dense<2> : tensor<1xi64>
    %1 = "hlo.dynamic_gather"(%y, %start, %sizes) <{dimension_numbers = #hlo.gather<offset_dims = [0], start_index_map = [0]>}> : (tensor<3xi32>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xi32>
    %shape = hlo.constant dense<2> : tensor<1xi32>
    %2 = hlo.dynamic_reshape %1, %shape : (tensor<?xi32>, tensor<1xi32>) -> tensor<2xi32>
    hlo.return %2 : tensor<2xi32>
  }) : (tensor<3xi32>) -> !hlo.future<tensor<2xi32>>
  %3 = "hlo.async_done"(%0) : (!hlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}
