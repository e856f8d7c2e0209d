// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// HLO exchanges parts of one dimension: to join them along another one, that of
// the processes moves.

// CHECK: ENTRY
// CHECK: f32[4,8]{1,0} all-to-all({{.*}}), {{.*}}replica_groups={{[{][{]}}0,1{{[}][}]}}, dimensions={1}
// CHECK: f32[4,2,4]{2,1,0} reshape(
// CHECK: f32[2,4,4]{2,1,0} transpose({{.*}}), dimensions={1,0,2}
// CHECK: f32[8,4]{1,0} reshape(
// CHECK: all-reduce({{.*}}), channel_id=1, replica_groups={{[{][{]}}0,1{{[}][}]}}, use_global_device_ids=true, to_apply=
// CHECK: [[SEND:[a-z.0-9]+]] = (f32[4,8]{1,0}, u32[], token[]) send({{.*}}), channel_id=5, is_host_transfer=true
// CHECK: token[] send-done({{.*}}[[SEND]]), channel_id=5, is_host_transfer=true
func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) -> (tensor<8x4xf32>, tensor<4x8xf32>, !stablehlo.token) {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0, %1, %2 : tensor<8x4xf32>, tensor<4x8xf32>, !stablehlo.token
}
