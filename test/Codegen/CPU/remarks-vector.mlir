// RUN: xla-opt %s --xla-cpu-vectorize-loops --remark-policy=all --remarks-filter=vector -o /dev/null 2>&1 | FileCheck %s

#map = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", "vector-bits" = 256}} {
  // CHECK: remarks-vector.mlir:[[# @LINE + 2]]:{{.*}} remark: {{.*}}Remark="vectors of 8 elements, 4 together, instead of single elements"{{.*}}Unroll=4, Width=8
  func.func private @sum(%x: memref<1024xf32>, %y: memref<f32>) attributes {xla.kernel} {
    linalg.generic {indexing_maps = [#map, #none], iterator_types = ["reduction"]} ins(%x : memref<1024xf32>) outs(%y : memref<f32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b fastmath<reassoc> : f32
      linalg.yield %s : f32
    }
    return
  }
  // CHECK: Remark="no vectors of our own: LLVM's vectoriser makes as good code of its loops"
  func.func private @negate(%x: memref<1024xf32>, %y: memref<1024xf32>) attributes {xla.kernel} {
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : memref<1024xf32>) outs(%y : memref<1024xf32>) {
    ^bb0(%a: f32, %b: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    }
    return
  }
}
