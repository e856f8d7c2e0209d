// RUN: xla-run %s --replicas=2 --partitions=2 --arg=2x2xf32=1,2,3,4 --arg=2x2xf32=5,6,7,8 --arg=2x2xf32=9,10,11,12 --arg=2x2xf32=13,14,15,16 > %t.native
// RUN: xla-run %s --replicas=2 --partitions=2 --arg=2x2xf32=1,2,3,4 --arg=2x2xf32=5,6,7,8 --arg=2x2xf32=9,10,11,12 --arg=2x2xf32=13,14,15,16 --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: FileCheck %s --input-file=%t.native

// All collectives of one program, natively as in the interpreter. The reduction
// subtracts, so that the order of combining shows.

// CHECK:      process 0 result 0: 2x8xf32
// CHECK-NEXT: {{\[}}[1.0, 2.0, 9.0, 10.0, 5.0, 6.0, 13.0, 14.0], [3.0, 4.0, 11.0, 12.0, 7.0, 8.0, 15.0, 16.0]]
// CHECK-NEXT: process 0 result 1: 2x2xf32
// CHECK-NEXT: {{\[}}[-8.0, -8.0], [-8.0, -8.0]]
// CHECK-NEXT: process 0 result 2: 1x4xf32
// CHECK-NEXT: {{\[}}[1.0, 2.0, 9.0, 10.0]]
// CHECK-NEXT: process 0 result 3: 2x2xf32
// CHECK-NEXT: {{\[}}[5.0, 6.0], [7.0, 8.0]]
// CHECK-NEXT: process 0 result 4: 2x2xf32
// CHECK-NEXT: {{\[}}[0.0, 0.0], [0.0, 0.0]]
// CHECK-NEXT: process 0 result 5: 1x2xf64
// CHECK-NEXT: {{\[}}[16.0, 20.0]]
// CHECK:      process 3 result 4: 2x2xf32
// CHECK-NEXT: {{\[}}[5.0, 6.0], [7.0, 8.0]]
func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x8xf32>, tensor<2x2xf32>, tensor<1x4xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf64>) {
  // All replicas with all partitions.
  %gathered = "hlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #hlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xf32>) -> tensor<2x8xf32>
  // Replicas of a partition.
  %reduced = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.subtract %a, %b : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %exchanged = "hlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<1x4xf32>
  // Partitions of a replica: the first of the group is the root.
  %broadcast = "hlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
      channel_handle = #hlo.channel_handle<handle = 2, type = 1>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // Nobody sends to replica 0.
  %permuted = "hlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // Processes 0 to 3 in another order; accumulates in f64.
  %scattered = "hlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %three = hlo.constant dense<3.0> : tensor<f64>
    %s = hlo.multiply %b, %three : tensor<f64>
    %c = hlo.add %a, %s : tensor<f64>
    hlo.return %c : tensor<f64>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>,
      channel_handle = #hlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<1x2xf64>
  return %gathered, %reduced, %exchanged, %broadcast, %permuted, %scattered
      : tensor<2x8xf32>, tensor<2x2xf32>, tensor<1x4xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf64>
}
