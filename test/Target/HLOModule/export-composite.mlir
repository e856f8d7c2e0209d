// A composite with regions, which those of HLO cannot have, is a call of what it
// stands for; one without stays a composite.
// RUN: xla-translate --to=hlo-text %s -o %t.hlo
// RUN: FileCheck %s < %t.hlo
// RUN: xla-run %t.hlo --arg=2xf32=1,2 | FileCheck %s --check-prefix=VALUES
// VALUES: [-1.0, -2.0]

// CHECK: ENTRY
// CHECK-NOT: is_composite
// CHECK: [[CALL:[a-z.0-9]+]] = f32[2]{0} call({{.*}}), to_apply=
// CHECK: call({{.*}}[[CALL]]), {{.*}}is_composite=true{{.*}}composite.name="my.other"
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.composite"(%x) ({
  ^bb0(%a: tensor<f32>):
    %s = "stablehlo.custom_call"(%a, %x) {call_target_name = "nobody"} : (tensor<f32>, tensor<2xf32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {name = "my.map", decomposition = @negate, composite_attributes = {}} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.other" %0 {decomposition = @same} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @negate(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @same(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
