// RUN: xla-opt %s --xla-gpu-lower-pipeline | xla-translate --to=ptx | FileCheck %s

#map = affine_map<(d0) -> (d0)>

// Functions become formulas or instructions, never calls.
// CHECK-LABEL: .entry math(
// CHECK-DAG:     sqrt.rn.f32
// CHECK-DAG:     fma.rn.f32
// CHECK-DAG:     abs.f32
// CHECK-NOT:     call
// CHECK:         ret
func.func private @math(%x: memref<100xf32>, %r: memref<100xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%x : memref<100xf32>) outs(%r : memref<100xf32>) {
  ^bb0(%a: f32, %old: f32):
    %0 = math.absf %a : f32
    %1 = math.sqrt %0 : f32
    %2 = math.exp %a : f32
    %3 = math.tanh %2 : f32
    %4 = math.floor %3 : f32
    %5 = math.fma %1, %3, %4 : f32
    linalg.yield %5 : f32
  }
  return
}
