// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-tile-accumulations))' | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Two rows of two vectors; the rest of the columns is a tile of its own.
// CHECK-LABEL: func.func private @matmul(
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c4
// CHECK-COUNT-2:   vector.load %{{.*}} : memref<36xf32>, vector<4xf32>
// CHECK:           %[[SUMS:.*]]:4 = scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK-COUNT-2:     vector.load %{{.*}} : memref<72xf32>, vector<4xf32>
// CHECK:             %[[A:.*]] = memref.load
// CHECK:             vector.broadcast %[[A]] : f32 to vector<4xf32>
// CHECK-COUNT-4:     arith.addf %{{.*}} fastmath<reassoc,contract> : vector<4xf32>
// CHECK:           vector.store %[[SUMS]]#0
// CHECK-COUNT-3:   vector.store
// CHECK:         scf.for {{.*}} iter_args({{.*}}) -> (vector<1xf32>, vector<1xf32>)
// CHECK-NOT:     linalg
func.func private @matmul(%a: memref<4x8xf32>, %b: memref<8x9xf32>, %c: memref<4x9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [2, 8, 0], vector_width = 4, unroll = 2, extra = {vector_loops = array<i64: 1>}>} ins(%a, %b : memref<4x8xf32>, memref<8x9xf32>) outs(%c : memref<4x9xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// Blocks of three of the sum; the panel is packed for each.
// CHECK-LABEL: func.func private @packed(
// CHECK:         %[[PANEL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<12xf32>
// CHECK:         scf.for
// CHECK:           affine.min
// CHECK:           memref.store %{{.*}}, %[[PANEL]]
// A block's sum begins with -0, which adds nothing, and is added at its end.
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %[[NOTHING:.*]], %{{.*}} = %[[NOTHING2:.*]])
// CHECK:             vector.load %[[PANEL]]
// CHECK:           arith.addf
// CHECK:           vector.store
func.func private @packed(%a: memref<4x8xf32>, %b: memref<4x8xf32>, %c: memref<4x4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [2, 4, 3], vector_width = 4, unroll = 1, extra = {pack = array<i64: 1>, vector_loops = array<i64: 1>}>} ins(%a, %b : memref<4x8xf32>, memref<4x8xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// A schedule that would read across is not applied.
// CHECK-LABEL: func.func private @unfit(
// CHECK:         linalg.generic
// CHECK-NOT:     xla.schedule
func.func private @unfit(%a: memref<4x8xf32>, %b: memref<4x8xf32>, %c: memref<4x4xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [2, 4, 0], vector_width = 4, unroll = 1, extra = {vector_loops = array<i64: 1>}>} ins(%a, %b : memref<4x8xf32>, memref<4x8xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}
