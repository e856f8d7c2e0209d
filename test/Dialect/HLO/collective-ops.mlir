// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @gathers(
func.func @gathers(%a: tensor<4x16xf32>) {
  // CHECK: "hlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x16xf32>) -> tensor<4x32xf32>
  %0 = "hlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<4x32xf32>
  // CHECK: "hlo.all_to_all"
  %1 = "hlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  // CHECK: "hlo.collective_broadcast"
  %2 = "hlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: "hlo.collective_permute"
  %3 = "hlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: "hlo.cross-replica-sum"
  %4 = "hlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// CHECK-LABEL: func.func @reductions(
func.func @reductions(%a: tensor<4x16xf32>) {
  // CHECK: "hlo.all_reduce"(%{{.*}}) <{channel_handle = #hlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0], [1]]> : tensor<2x1xi64>, use_global_device_ids}> ({
  %0 = "hlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {channel_handle = #hlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, use_global_device_ids} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: "hlo.all_reduce"
  // CHECK-SAME: replica_groups = #hlo.replica_group_mesh_axes<mesh = @mesh, axes = [#hlo.axis_ref<name = "x">]>
  %1 = "hlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    hlo.return %x : tensor<f64>
  }) {replica_groups = #hlo.replica_group_mesh_axes<mesh = @mesh, axes = [#hlo.axis_ref<name = "x">]>} : (tensor<4x16xf32>) -> tensor<4x16xf64>
  // CHECK: "hlo.reduce_scatter"
  %2 = "hlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<4x8xf32>
  // CHECK: "hlo.collective_reduce"
  %3 = "hlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// CHECK-LABEL: func.func @ids(
func.func @ids() {
  // CHECK-NEXT: hlo.replica_id : tensor<ui32>
  %0 = hlo.replica_id : tensor<ui32>
  // CHECK-NEXT: hlo.partition_id : tensor<ui32>
  %1 = hlo.partition_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @transfers(
func.func @transfers(%a: tensor<4xf32>, %t: !hlo.token) {
  // CHECK-NEXT: "hlo.infeed"(%{{.*}}) <{infeed_config = "c", layout = {{\[\[}}0]]}> : (!hlo.token) -> (tensor<4xf32>, !hlo.token)
  %0:2 = "hlo.infeed"(%t) {infeed_config = "c", layout = [[0]]} : (!hlo.token) -> (tensor<4xf32>, !hlo.token)
  // CHECK-NEXT: "hlo.outfeed"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, !hlo.token) -> !hlo.token
  %1 = "hlo.outfeed"(%a, %t) : (tensor<4xf32>, !hlo.token) -> !hlo.token
  // CHECK-NEXT: "hlo.send"
  %2 = "hlo.send"(%a, %t) {channel_handle = #hlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !hlo.token) -> !hlo.token
  // CHECK-NEXT: "hlo.recv"
  %3:2 = "hlo.recv"(%t) {channel_handle = #hlo.channel_handle<handle = 1, type = 3>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!hlo.token) -> (tensor<4xf32>, !hlo.token)
  return
}
