// Ops of other dialects stay among those of vhlo, between casts.
// RUN: xla-translate %s --to=vhlo | FileCheck %s
// RUN: xla-translate %s --to=portable-artifact | xla-translate | FileCheck %s --check-prefix=BACK

// CHECK: "vhlo.reduce_v1"
// CHECK: ^bb0(%[[X:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>, %[[Y:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>):
// CHECK-DAG: %[[A:.*]] = "builtin.unrealized_conversion_cast"(%[[X]])
// CHECK-DAG: %[[B:.*]] = "builtin.unrealized_conversion_cast"(%[[Y]])
// CHECK: %[[S:.*]] = "math.atan2"(%[[A]], %[[B]])
// CHECK: %[[T:.*]] = "builtin.unrealized_conversion_cast"(%[[S]])
// CHECK: "vhlo.return_v1"(%[[T]])
// BACK: hlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0]
// BACK: reducer(%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>)
// BACK-NEXT: %[[S:.*]] = math.atan2 %[[X]], %[[Y]] : tensor<f32>
// BACK-NEXT: hlo.return %[[S]] : tensor<f32>
func.func @main(%a: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = math.atan2 %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %0 : tensor<f32>
}
