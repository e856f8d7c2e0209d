// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-distribute-loops))' | FileCheck %s --check-prefix=TASKS
// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-tile-accumulations))' | FileCheck %s
// RUN: xla-run --check-numerics %S/Inputs/column_sums.mlir | FileCheck %s --check-prefix=RESULT

// RESULT: numerics: machine code agrees

#kn = affine_map<(k, n) -> (k, n)>
#n = affine_map<(k, n) -> (n)>

module attributes {xla.options = {parallel = true, "task-nanoseconds" = 20000}} {
// Memory is read along 64 rows at a time, not down strips: each block of rows
// adds its own sum to all columns. A task has at least 1024 columns.
// CHECK-LABEL: func.func private @column_sums(
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c4096{{.*}} step %c64
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c5120{{.*}} step %c16
// CHECK:             scf.for {{.*}} iter_args
// CHECK-COUNT-2:       vector.load {{.*}} vector<8xf32>
// CHECK:             arith.addf
// CHECK:             vector.store
// TASKS-LABEL: func.func private @column_sums(
// TASKS:         scf.forall {{.*}} in (5) {
// TASKS:           memref.subview %{{.*}}[0, %{{.*}}] [4096, 1024] [1, 1]
func.func private @column_sums(%x: memref<4096x5120xf32>, %out: memref<5120xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#kn, #n], iterator_types = ["reduction", "parallel"], xla.schedule = #xla.schedule<contraction, tile_sizes = [64, 16], vector_width = 8, unroll = 2, extra = {vector_loops = array<i64: 1>}>} ins(%x : memref<4096x5120xf32>) outs(%out : memref<5120xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}
}
