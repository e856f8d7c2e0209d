// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-tile-transposes))' | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// Four rows are read, turned in two steps, and written; 8 of 9 columns are in
// tiles.
// CHECK-LABEL: func.func private @transpose(
// CHECK-COUNT-4: vector.load %{{.*}} : memref<72xf32>, vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-NOT:     vector.shuffle
// CHECK-COUNT-4: vector.store
// CHECK:         memref.load
// CHECK:         memref.store
// CHECK-NOT:     linalg
func.func private @transpose(%x: memref<8x9xf32>, %out: memref<9x8xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"], xla.schedule = #xla.schedule<transpose, tile_sizes = [4, 4], vector_width = 4, unroll = 4>} ins(%x : memref<8x9xf32>) outs(%out : memref<9x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  }
  return
}

// Nothing lies across: the schedule does not fit.
// CHECK-LABEL: func.func private @straight(
// CHECK:         linalg.generic
// CHECK-NOT:     xla.schedule
func.func private @straight(%x: memref<8x9xf32>, %out: memref<8x9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"], xla.schedule = #xla.schedule<transpose, tile_sizes = [4, 4], vector_width = 4, unroll = 4>} ins(%x : memref<8x9xf32>) outs(%out : memref<8x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// 64 MiB are written past the caches where the result begins a cache line: four
// lines of each of its rows after each other. A fence ends that.
// CHECK-LABEL: func.func private @large(
// CHECK:         memref.extract_aligned_pointer_as_index
// CHECK:         %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK:         scf.if %[[ALIGNED]]
// CHECK:           scf.for %{{.*}} step %c64
// CHECK:             scf.for %{{.*}} step %c4
// CHECK:               scf.for %{{.*}} = %c0{{.*}} to %c64{{.*}} step %c4
// CHECK-COUNT-4:         vector.store {{.*}} {alignment = 16 : i64, nontemporal = true}
// CHECK:           llvm.fence seq_cst
// CHECK:         else
// CHECK-NOT:       nontemporal
// CHECK:         return
func.func private @large(%x: memref<4096x4096xf32>, %out: memref<4096x4096xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"], xla.schedule = #xla.schedule<transpose, tile_sizes = [4, 4], vector_width = 4, unroll = 4>} ins(%x : memref<4096x4096xf32>) outs(%out : memref<4096x4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// Rows of the result that begin anywhere in a cache line.
// CHECK-LABEL: func.func private @odd_rows(
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func private @odd_rows(%x: memref<4100x4096xf32>, %out: memref<4096x4100xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"], xla.schedule = #xla.schedule<transpose, tile_sizes = [4, 4], vector_width = 4, unroll = 4>} ins(%x : memref<4100x4096xf32>) outs(%out : memref<4096x4100xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
