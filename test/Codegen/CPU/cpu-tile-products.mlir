// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-tile-products))' --split-input-file | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Three tiles of rows, two panels of columns, two blocks of the depth: one
// innermost loop for all, and what is beyond the matrices is not stored.
// CHECK-LABEL: func.func private @matmul(
// CHECK-DAG:     %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<24xf32>
// CHECK-DAG:     %[[PANEL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<32xf32>
// CHECK:         vector.store %{{.*}}, %[[ROWS]]
// CHECK:         vector.store %{{.*}}, %[[PANEL]]{{.*}} : memref<32xf32>, vector<4xf32>
// CHECK:         %[[SUMS:.*]]:4 = scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK-COUNT-2:   vector.load %[[PANEL]]
// CHECK-COUNT-2:   memref.load %[[ROWS]]
// CHECK:           scf.yield
// CHECK:         scf.if
// CHECK:         vector.store %{{.*}} : memref<45xf32>, vector<1xf32>
// CHECK-NOT:     -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK:         return
func.func private @matmul(%a: memref<5x8xf32>, %b: memref<8x9xf32>, %c: memref<5x9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 2, 8, 4>}>} ins(%a, %b : memref<5x8xf32>, memref<8x9xf32>) outs(%c : memref<5x9xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#bnk = affine_map<(b, m, n, k) -> (b, n, k)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>

// Columns that lie across are turned by interleaving vectors, of the wider type;
// the matrices of a batch are tasks.
// CHECK-LABEL: func.func private @batched(
// CHECK:         scf.forall (%{{.*}}) in (8)
// CHECK:         arith.extf %{{.*}} : vector<4xbf16> to vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-NOT:     linalg
func.func private @batched(%a: memref<16x64x64xbf16>, %b: memref<16x64x64xbf16>, %c: memref<16x64x64xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#bmk, #bnk, #bmn], iterator_types = ["parallel", "parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 8, 8, 64>}>} ins(%a, %b : memref<16x64x64xbf16>, memref<16x64x64xbf16>) outs(%c : memref<16x64x64xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The first block of the depth does not read zeros from the result.
// CHECK-LABEL: func.func private @filled(
// CHECK-NOT:     linalg.fill
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq
// CHECK:         scf.if %[[FIRST]] {
// CHECK-NOT:       vector.load
// CHECK:         } else {
// CHECK:           vector.load
func.func private @filled(%a: memref<4x8xf32>, %b: memref<8x8xf32>, %c: memref<4x8xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x8xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 4>}>} ins(%a, %b : memref<4x8xf32>, memref<8x8xf32>) outs(%c : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Few rows: tasks are parts of the columns, and the rows are packed before.
// CHECK-LABEL: func.func private @wide(
// CHECK:         %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<153600xf32>
// CHECK:         scf.forall (%{{.*}}) in (2)
// CHECK:           vector.store %{{.*}}, %[[ROWS]]
// CHECK:         scf.forall (%{{.*}}) in (16)
// CHECK:           %[[PANEL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1536xf32>
// CHECK-NOT:       vector.store %{{.*}}, %[[ROWS]][
// CHECK:           return
func.func private @wide(%a: memref<200x768xf32>, %b: memref<768x1024xf32>, %c: memref<200x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 192>}>} ins(%a, %b : memref<200x768xf32>, memref<768x1024xf32>) outs(%c : memref<200x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Rows that fill tiles and are read for few columns are not packed.
// CHECK-LABEL: func.func private @narrow(
// CHECK:         %[[ROWS:.*]] = memref.reinterpret_cast %{{.*}} to memref<64xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.alloc() {{.*}} : memref<64xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for {{.*}} iter_args
// CHECK-COUNT-4:   memref.load %[[ROWS]]
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func private @narrow(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 8>}>} ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Whole vectors of six terms would be written past a panel: no such schedule.
// CHECK-LABEL: func.func private @part_of_vector(
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.generic
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func private @part_of_vector(%a: memref<4x8xf32>, %b: memref<8x8xf32>, %c: memref<4x8xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 6>}>} ins(%a, %b : memref<4x8xf32>, memref<8x8xf32>) outs(%c : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mkl = affine_map<(m, n, k, l) -> (m, k, l)>
#kln = affine_map<(m, n, k, l) -> (k, l, n)>
#mn = affine_map<(m, n, k, l) -> (m, n)>

// Of a view the two loops of the depth are not one: another schedule.
// CHECK-LABEL: func.func private @view(
// CHECK:         linalg.generic
// CHECK-SAME:      xla.schedule = #xla.schedule<contraction, {{.*}}vector_loops = array<i64: 1>
func.func private @view(%a: memref<24x64x2xf32, strided<[256, 4, 1]>>, %b: memref<64x2x48xf32>, %c: memref<24x48xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mkl, #kln, #mn], iterator_types = ["parallel", "parallel", "reduction", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 8>}>} ins(%a, %b : memref<24x64x2xf32, strided<[256, 4, 1]>>, memref<64x2x48xf32>) outs(%c : memref<24x48xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#mk = affine_map<(j, m, n, k) -> (m, k)>
#jkn = affine_map<(j, m, n, k) -> (j, k, n)>
#jmn = affine_map<(j, m, n, k) -> (j, m, n)>

// Two matrices of one left operand: to pack it for both before would take twice
// its memory.
// CHECK-LABEL: func.func private @common_rows(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%{{.*}}) in (16)
// CHECK:           memref.alloc
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func private @common_rows(%a: memref<200x768xf32>, %b: memref<2x768x1024xf32>, %c: memref<2x200x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#mk, #jkn, #jmn], iterator_types = ["parallel", "parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 192>}>} ins(%a, %b : memref<200x768xf32>, memref<2x768x1024xf32>) outs(%c : memref<2x200x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#bkn = affine_map<(b, m, n, k) -> (b, k, n)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>

// 2^64 packed elements are too many to pack them before, not none.
// CHECK-LABEL: func.func private @huge(
// CHECK-NOT:     memref<0xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall
func.func private @huge(%a: memref<2x512x18014398509481984xf32, strided<[1, 1, 1]>>, %b: memref<2x18014398509481984x1024xf32, strided<[1, 1, 1]>>, %c: memref<2x512x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#bmk, #bkn, #bmn], iterator_types = ["parallel", "parallel", "parallel", "reduction"], xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0, 0], vector_width = 4, unroll = 2, extra = {product = array<i64: 4, 8, 256>}>} ins(%a, %b : memref<2x512x18014398509481984xf32, strided<[1, 1, 1]>>, memref<2x18014398509481984x1024xf32, strided<[1, 1, 1]>>) outs(%c : memref<2x512x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  }
  return
}
