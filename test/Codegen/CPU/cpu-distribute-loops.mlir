// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-distribute-loops))' | FileCheck %s
// RUN: sed 's/parallel = true/parallel = false/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-cpu-distribute-loops))' | FileCheck %s --check-prefix=SEQUENTIAL

#id = affine_map<(i, j) -> (i, j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {xla.options = {parallel = true, "task-nanoseconds" = 20000}} {
// Parts of 43 rows, and a rest of eight.
// CHECK-LABEL: func.func private @elementwise(
// CHECK:         scf.forall (%[[T:.*]]) in (23) {
// CHECK:           %[[START:.*]] = affine.apply #{{.*}}(%[[T]])
// CHECK:           memref.subview %{{.*}}[%{{.*}}, 0] [43, 1000] [1, 1]
// CHECK:           linalg.generic
// CHECK:             linalg.index 0
// CHECK:             arith.addi %{{.*}}, %[[START]]
// CHECK:         }
// CHECK:         memref.subview {{.*}} [8, 1000] [1, 1]
// CHECK:         linalg.generic
// SEQUENTIAL-LABEL: func.func private @elementwise(
// SEQUENTIAL-NOT:     scf.forall
func.func private @elementwise(%x: memref<997x1000xf32>, %out: memref<997x1000xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<997x1000xf32>) outs(%out : memref<997x1000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %f = arith.sitofp %c : i32 to f32
    %s = arith.addf %a, %f : f32
    linalg.yield %s : f32
  }
  return
}

// Register tiles of six rows stay whole.
// CHECK-LABEL: func.func private @matmul(
// CHECK:         scf.forall
// CHECK:           linalg.generic
// CHECK-SAME:        xla.schedule
func.func private @matmul(%a: memref<512x256xf32>, %b: memref<256x256xf32>, %c: memref<512x256xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [6, 64, 64], vector_width = 16, unroll = 4, extra = {vector_loops = array<i64: 1>}>} ins(%a, %b : memref<512x256xf32>, memref<256x256xf32>) outs(%c : memref<512x256xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// Not worth a task.
// CHECK-LABEL: func.func private @small(
// CHECK-NOT:     scf.forall
func.func private @small(%x: memref<10x10xf32>, %out: memref<10x10xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<10x10xf32>) outs(%out : memref<10x10xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// No more than 32 tasks, neither of whole lines of memory nor of rows.
// CHECK-LABEL: func.func private @most_tasks(
// CHECK:         scf.forall {{.*}} in (31)
// CHECK:           linalg.generic {{.*}}xla.parts = 32 : i64
// CHECK:         memref.subview {{.*}} [15, 15, 96]
// CHECK:         scf.forall {{.*}} in (30)
// CHECK:         memref.subview {{.*}} [1, 16384]
func.func private @most_tasks(%x: memref<15x15x4064xf32>, %y: memref<15x15x4064xf32>, %p: memref<61x16384xf32>, %q: memref<61x16384xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : memref<15x15x4064xf32>) outs(%y : memref<15x15x4064xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : memref<61x16384xf32>) outs(%q : memref<61x16384xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}

// A loop of independent iterations: ten rows a task, with a buffer of its own,
// and three in the last.
// CHECK-LABEL: func.func private @rows(
// CHECK:         scf.forall (%[[T:.*]]) in (11) {
// CHECK:           %[[ROOM:.*]] = memref.alloc() : memref<64xf32>
// CHECK:           %[[LOW:.*]] = affine.apply #{{.*}}(%[[T]])
// CHECK:           %[[HIGH:.*]] = affine.min #{{.*}}(%[[T]])
// CHECK:           scf.for %{{.*}} = %[[LOW]] to %[[HIGH]]
// CHECK-NOT:       xla.independent
// SEQUENTIAL-LABEL: func.func private @rows(
// SEQUENTIAL:         memref.alloc
// SEQUENTIAL-NEXT:    scf.for
func.func private @rows(%x: memref<103x64xf32>, %y: memref<103x64xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 103 : index
  %room = memref.alloc() : memref<64xf32>
  scf.for %i = %zero to %rows step %one {
    %from = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<103x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<103x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    linalg.copy ins(%from : memref<64xf32, strided<[1], offset: ?>>) outs(%room : memref<64xf32>)
    linalg.copy ins(%room : memref<64xf32>) outs(%to : memref<64xf32, strided<[1], offset: ?>>)
  } {xla.independent = 2200 : i64}
  return
}
}
