// RUN: xla-opt %s --xla-gpu-map-kernels-to-launch --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// One thread for each element; 1000 elements need four blocks of 256.
// CHECK-LABEL: func.func private @add(
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[THREADS:.*]] = arith.constant 256 : index
// CHECK:         gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]],
// CHECK-SAME:      threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[THREADS]],
// CHECK:           %[[BASE:.*]] = arith.muli %[[B]], %[[THREADS]]
// CHECK:           %[[ID:.*]] = arith.addi %[[BASE]], %[[T]]
// CHECK:           arith.cmpi ult, %[[ID]]
// CHECK:           %[[COLUMN:.*]] = arith.remui %[[ID]]
// CHECK:           %[[ROW:.*]] = arith.divui %[[ID]]
// CHECK:           memref.load %{{.*}}[%[[ROW]], %[[COLUMN]]]
// CHECK:           arith.addf
// CHECK:           memref.store %{{.*}}[%[[ROW]], %[[COLUMN]]]
func.func private @add(%x: memref<10x100xf32>, %y: memref<10x100xf32>, %r: memref<10x100xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<10x100xf32>, memref<10x100xf32>) outs(%r : memref<10x100xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1, d0)>

// The output's last dimension is the fastest, not the loops'.
// CHECK-LABEL: func.func private @transpose(
// CHECK:           %[[FAST:.*]] = arith.remui
// CHECK:           %[[SLOW:.*]] = arith.divui
// CHECK:           memref.load %{{.*}}[%[[FAST]], %[[SLOW]]]
// CHECK:           memref.store %{{.*}}[%[[SLOW]], %[[FAST]]]
func.func private @transpose(%x: memref<64x32xf32>, %r: memref<32x64xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x32xf32>) outs(%r : memref<32x64xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d0)>

// A block sums one row: partial sums, five shuffles, then the warps.
// CHECK-LABEL: func.func private @row_sum(
// CHECK:         gpu.launch
// CHECK-SAME:      workgroup(%[[SHARED:.*]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK:           scf.for
// CHECK:             arith.addf
// CHECK-COUNT-5:   gpu.shuffle xor
// CHECK:           memref.store %{{.*}}, %[[SHARED]]
// CHECK:           gpu.barrier
// CHECK-COUNT-8:   memref.load %[[SHARED]]
func.func private @row_sum(%x: memref<8x4096xf32>, %r: memref<8xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x4096xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#in = affine_map<(d0, d1) -> (d0, d1)>
#out = affine_map<(d0, d1) -> (d1)>

// Columns are not contiguous: a thread walks its own.
// CHECK-LABEL: func.func private @column_sum(
// CHECK-NOT:       gpu.shuffle
// CHECK:           scf.for %[[ROW:.*]] = {{.*}} iter_args
// CHECK:             memref.load %{{.*}}[%[[ROW]], %{{.*}}]
func.func private @column_sum(%x: memref<4096x8xf32>, %r: memref<8xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<4096x8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Nothing to do for a buffer without elements.
// CHECK-LABEL: func.func private @empty(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func private @empty(%x: memref<0x8xf32>, %r: memref<0x8xf32>) attributes {xla.kernel} {
  memref.copy %x, %r : memref<0x8xf32> to memref<0x8xf32>
  return
}

// -----

// Functions that are no kernels stay.
// CHECK-LABEL: func.func private @host(
// CHECK:         memref.copy
func.func private @host(%x: memref<8xf32>, %r: memref<8xf32>) {
  memref.copy %x, %r : memref<8xf32> to memref<8xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// The size of a block is a compile option.
// CHECK-LABEL: func.func private @small_blocks(
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.constant 16 : index
// CHECK-DAG:     %[[THREADS:.*]] = arith.constant 64 : index
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.*}} = %[[BLOCKS]],
// CHECK-SAME:      threads({{.*}}) in (%{{.*}} = %[[THREADS]],
module attributes {xla.options = {"gpu-block-size" = 64}} {
  func.func private @small_blocks(%x: memref<1000xf32>, %r: memref<1000xf32>) attributes {xla.kernel} {
    memref.copy %x, %r : memref<1000xf32> to memref<1000xf32>
    return
  }
}
