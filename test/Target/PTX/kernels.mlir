// RUN: xla-opt %s --xla-gpu-lower-pipeline=chip=sm_90 | xla-translate --to=ptx | FileCheck %s
// RUN: xla-opt %s --xla-gpu-lower-pipeline=chip=sm_80 | xla-translate --to=ptx | FileCheck %s --check-prefix=SM80

// CHECK: .target sm_90
// SM80:  .target sm_80

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// One load per operand, one store.
// CHECK-LABEL: .entry fused(
// CHECK-COUNT-3: ld{{.*}}.{{b|f}}32
// CHECK:       st{{.*}}.{{b|f}}32
// CHECK:       ret
func.func private @fused(%x: memref<128x128xf32>, %y: memref<128x128xf32>, %z: memref<128x128xf32>, %r: memref<128x128xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : memref<128x128xf32>, memref<128x128xf32>, memref<128x128xf32>) outs(%r : memref<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %old: f32):
    %s = arith.addf %a, %b : f32
    %p = arith.mulf %s, %c : f32
    linalg.yield %p : f32
  }
  return
}

// CHECK-LABEL: .entry row_max(
// CHECK-COUNT-5: shfl.sync.bfly
// CHECK:       bar{{.*}}.sync
func.func private @row_max(%x: memref<16x1024xf32>, %r: memref<16xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<16x1024xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.maximumf %acc, %a : f32
    linalg.yield %m : f32
  }
  return
}
// CHECK-NOT: .extern
