// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// Branches take what they use from around them: one value as it is, several as
// a tuple; a composite is a call that says so.

// CHECK: f32[] parameter(0)
// CHECK: (f32[], f32[]) parameter(0)
// CHECK: ENTRY
// CHECK: [[BOTH:[a-z.0-9]+]] = (f32[], f32[]) tuple(
// CHECK: f32[] conditional({{.*}}[[BOTH]]), true_computation={{.*}}, false_computation=
// CHECK: f32[] call({{.*}}is_composite=true{{.*}}frontend_attributes={composite.attributes={a = 1 : i64},composite.name="my.op",composite.version="2"}
func.func @main(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %1 = stablehlo.composite "my.op" %0 {composite_attributes = {a = 1 : i64}, decomposition = @f, version = 2 : i32} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
