// RUN: xla-opt %s --hlo-legalize-to-scf | FileCheck %s

// Collectives become calls of the host; the config keeps the signs of types,
// groups are padded, tokens go.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<2xi32>)
func.func @main(%x: tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>, tensor<ui32>) {
  // CHECK: %[[Y:.*]] = xla.call_host "collective"(%[[X]])
  // CHECK-SAME: channel = 0 : i64, combiner = @combine_0123456789abcdef
  // CHECK-SAME: group_size = 2 : i64, groups = array<i64: 0, 1, 2, -1>, kind = "all_reduce"
  // CHECK-SAME: operands = [tensor<2xui32>]
  // CHECK-SAME: (tensor<2xi32>) -> tensor<2xi32>
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %c = hlo.add %a, %b : tensor<ui32>
    hlo.return %c : tensor<ui32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, xla.combiner = @combine_0123456789abcdef} : (tensor<2xui32>) -> tensor<2xui32>
  %t = hlo.after_all : !hlo.token
  // CHECK: %[[Z:.*]] = xla.call_host "infeed"()
  // CHECK-SAME: text = "here"
  %z:2 = "hlo.infeed"(%t) {infeed_config = "here"} : (!hlo.token) -> (tensor<2xui32>, !hlo.token)
  // CHECK: xla.call_host "collective"(%[[Z]])
  // CHECK-SAME: is_host_transfer, kind = "send"
  // CHECK-SAME: (tensor<2xi32>) -> ()
  %s = "hlo.send"(%z#0, %z#1) {channel_handle = #hlo.channel_handle<handle = 4, type = 2>, is_host_transfer = true} : (tensor<2xui32>, !hlo.token) -> !hlo.token
  // CHECK: xla.call_host "replica_id"()
  // CHECK-SAME: () -> tensor<i32>
  %id = hlo.replica_id : tensor<ui32>
  return %y, %z#0, %id : tensor<2xui32>, tensor<2xui32>, tensor<ui32>
}

func.func private @combine_0123456789abcdef(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> attributes {xla.kernel} {
  %c = arith.addi %a, %b : tensor<i32>
  return %c : tensor<i32>
}
