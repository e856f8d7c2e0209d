// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// Axes of a mesh become numbers of devices.

// CHECK: xla.sdy.meshes={mesh = #sdy.mesh<["a"=2, "b"=2]>}
// CHECK: parameter(0), sharding={devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\"b\"}, {}]>"}
// CHECK: custom-call({{.*}}), custom_call_target="Sharding", sharding={devices=[1,4]<=[2,2]T(1,0)}
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"b", "a"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
