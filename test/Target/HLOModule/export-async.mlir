// RUN: xla-translate --to=hlo-text %s | FileCheck %s

// CHECK: all-gather(
// CHECK: ENTRY
// CHECK: [[START:[a-z.0-9-]+]] = ((f32[4]{0}), f32[8]{0}) async-start(
// CHECK: f32[8]{0} async-done({{.*}}[[START]])
func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
