// What passes decide about vectors, tiles, packing and tasks, and why.
// RUN: xla-opt %s --xla-cpu-choose-schedule --remark-policy=all --remarks-filter=schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCHEDULE

#row = affine_map<(m, n, k) -> (m, k)>
#column = affine_map<(m, n, k) -> (k, n)>
#result = affine_map<(m, n, k) -> (m, n)>
#one = affine_map<(i) -> (i)>
module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", "vector-bits" = 256}} {
  func.func private @dot(%a: tensor<64x512xf32>, %b: tensor<512x96xf32>, %c: tensor<64x96xf32>) -> tensor<64x96xf32> attributes {xla.kernel} {
    // SCHEDULE: remarks.mlir:[[# @LINE + 2]]:{{.*}} remark: {{.*}}Function=dot | {{.*}}EstimatedGain=8, Remark="tiles of [{{[0-9, ]+}}] with vectors of 8 elements, instead of one element at a time"
    // SCHEDULE-SAME: inputs [1] are packed into panels that stay in cache
    %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x512xf32>, tensor<512x96xf32>) outs(%c : tensor<64x96xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y fastmath<contract> : f32
      %s = arith.addf %z, %p fastmath<contract> : f32
      linalg.yield %s : f32
    } -> tensor<64x96xf32>
    return %0 : tensor<64x96xf32>
  }
  func.func private @few_columns(%a: tensor<96x512xf32>, %b: tensor<512x96xf32>, %c: tensor<96x96xf32>) -> tensor<96x96xf32> attributes {xla.kernel} {
    // SCHEDULE: Function=few_columns | {{.*}}rows are read where they lie, columns packed into panels, of 6 rows and 16 columns
    %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<96x512xf32>, tensor<512x96xf32>) outs(%c : tensor<96x96xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y fastmath<contract> : f32
      %s = arith.addf %z, %p fastmath<reassoc,contract> : f32
      linalg.yield %s : f32
    } -> tensor<96x96xf32>
    return %0 : tensor<96x96xf32>
  }
  func.func private @negate(%a: tensor<64xf32>, %c: tensor<64xf32>) -> tensor<64xf32> attributes {xla.kernel} {
    // SCHEDULE: no tiles of vectors: it neither reduces nor transposes: its loops go to LLVM's vectoriser as they are
    %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<64xf32>) outs(%c : tensor<64xf32>) {
    ^bb0(%x: f32, %y: f32):
      %p = arith.negf %x : f32
      linalg.yield %p : f32
    } -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}
