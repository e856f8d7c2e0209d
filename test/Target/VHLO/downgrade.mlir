// An op is written as the version of it that the target has.
// RUN: xla-translate %s --to=vhlo | FileCheck %s --check-prefix=NEW
// RUN: xla-translate %s --to=vhlo --target-version=1.8.0 | FileCheck %s --check-prefix=OLD
// RUN: xla-translate %s --to=portable-artifact --target-version=1.8.0 | xla-translate | FileCheck %s --check-prefix=BACK

// NEW: "vhlo.exponential_v2"{{.*}}<{result_accuracy =
// OLD: "vhlo.exponential_v1"(%{{.*}}) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>)
// BACK: func.func public @main(%[[A:.*]]: tensor<4xf32> {hlo.name = "a"}) -> tensor<4xf32>
// BACK-NEXT: %[[E:.*]] = hlo.exponential %[[A]] : tensor<4xf32>
func.func public @main(%a: tensor<4xf32> {stablehlo.name = "a"}) -> tensor<4xf32> {
  %0 = stablehlo.exponential %a : tensor<4xf32>
  // NEW: "vhlo.custom_call_v2"{{.*}}result_tilings = #vhlo.array_v1<[]>
  // OLD: "vhlo.custom_call_v1"
  // OLD-NOT: result_tilings
  // BACK-NEXT: hlo.custom_call @foo(%[[E]]) {mhlo.note = "kept"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @foo(%0) {mhlo.note = "kept"} : (tensor<4xf32>) -> tensor<4xf32>
  // NEW: "vhlo.all_reduce_v2"
  // OLD: "vhlo.all_reduce_v2"
  %2 = "stablehlo.all_reduce"(%1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
