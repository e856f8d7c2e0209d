// RUN: xla-opt %s --xla-cpu-distribute-loops --remark-policy=all --remarks-filter=parallel -o /dev/null 2>&1 | FileCheck %s

#map = affine_map<(i) -> (i)>
module attributes {xla.options = {"task-nanoseconds" = 20000}} {
  func.func private @large(%x: memref<1000000xf32>, %y: memref<1000000xf32>) attributes {xla.kernel} {
    // CHECK: remark: {{.*}}in parallel: {{[0-9]+}} tasks of {{[0-9]+}} iterations, an estimated {{[0-9]+}} us on one thread
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : memref<1000000xf32>) outs(%y : memref<1000000xf32>) {
    ^bb0(%a: f32, %b: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    }
    return
  }
  func.func private @small(%x: memref<10xf32>, %y: memref<10xf32>) attributes {xla.kernel} {
    // CHECK: remark: {{.*}}not in parallel: an estimated 0 us are less than two tasks of 20 us
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : memref<10xf32>) outs(%y : memref<10xf32>) {
    ^bb0(%a: f32, %b: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    }
    return
  }
}
