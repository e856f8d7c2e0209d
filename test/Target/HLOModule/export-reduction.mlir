// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// A combiner in a wider type: inputs are converted first.

// CHECK: f32[] add(
// CHECK: ENTRY
// CHECK: [[WIDE:[a-z.0-9]+]] = f32[4,8]{1,0} convert(
// CHECK: f32[4]{0} reduce({{.*}}[[WIDE]], {{.*}}), dimensions={1}, to_apply=
// CHECK: reduce-window({{.*}}), window={size=1x3 stride=1x2 pad=0_0x1_1}, to_apply=
func.func @main(%x: tensor<4x8xbf16>, %z: tensor<bf16>) -> (tensor<4xf32>, tensor<4x4xbf16>) {
  %0 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<4xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<4x4xbf16>
  return %0, %1 : tensor<4xf32>, tensor<4x4xbf16>
}
