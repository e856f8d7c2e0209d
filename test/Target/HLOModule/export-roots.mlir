// HLO has no roots that are known at run time, no reduction for one process, and no
// computation that sees values around it. What stands for them gives the same numbers.
// RUN: xla-translate --to=hlo-text %s -o %t.hlo
// RUN: FileCheck %s < %t.hlo
// RUN: xla-run %s --backend=interpreter --replicas=2 --partitions=2 > %t.want
// RUN: xla-run %t.hlo --replicas=2 --partitions=2 > %t.got
// RUN: diff %t.want %t.got
// RUN: FileCheck %s --check-prefix=VALUES < %t.got

// CHECK-NOT: collective-broadcast
// CHECK-DAG: all-to-all(
// CHECK-DAG: all-reduce(
// CHECK-DAG: all-gather(
// VALUES: result 0: 2xf32
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<2xf32>, %k: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %r = stablehlo.constant dense<[1]> : tensor<1xi32>
  %0 = "stablehlo.collective_broadcast"(%x, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  %1 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.collective_reduce"(%x, %r) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %k : tensor<f32>
    %t = stablehlo.subtract %s, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  %3 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %b, %k : tensor<f32>
    %t = stablehlo.subtract %s, %a : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %k : tensor<f32>
    %t = stablehlo.subtract %s, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<2xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
}
}
