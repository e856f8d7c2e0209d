// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-share-rows))' | FileCheck %s
// RUN: sed 's/parallel = true/parallel = false/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-cpu-share-rows))' | FileCheck %s --check-prefix=SEQUENTIAL

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

module attributes {xla.options = {parallel = true, "task-nanoseconds" = 20000}} {
// Blocks of three rows, which leave no rest; the exponentials of a block, its
// maxima and sums are all the memory that is left.
// CHECK-LABEL: func.func private @softmax(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%[[T:.*]]) in
// CHECK-DAG:       memref.alloc() : memref<3xf32>
// CHECK-DAG:       memref.alloc() : memref<3x1024xf32>
// CHECK:           scf.for
// CHECK:             linalg.fill {{.*}} memref<3xf32>
// CHECK:             %[[X:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [3, 1024] [1, 1]
// CHECK:             linalg.generic
// CHECK:             linalg.generic
// CHECK:               math.exp
// CHECK:             linalg.generic
// CHECK:             linalg.generic
// CHECK:               arith.divf
// CHECK-NOT:     arith.divf
// SEQUENTIAL-LABEL: func.func private @softmax(
// SEQUENTIAL-NOT:     scf.forall
// SEQUENTIAL:         memref.alloc() : memref<3x1024xf32>
// SEQUENTIAL:         scf.for
// SEQUENTIAL:         return
func.func private @softmax(%x: memref<4098x1024xf32>, %out: memref<4098x1024xf32>) attributes {xla.kernel} {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %max = memref.alloc() : memref<4098xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<4098xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4098x1024xf32>) outs(%max : memref<4098xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.maximumf %acc, %a : f32
    linalg.yield %m : f32
  }
  %e = memref.alloc() : memref<4098x1024xf32>
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : memref<4098x1024xf32>, memref<4098xf32>) outs(%e : memref<4098x1024xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  }
  %sum = memref.alloc() : memref<4098xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4098xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : memref<4098x1024xf32>) outs(%sum : memref<4098xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : memref<4098x1024xf32>, memref<4098xf32>) outs(%out : memref<4098x1024xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  return
}

// Sums over columns are complete only after the last row.
// CHECK-LABEL: func.func private @column_sums(
// CHECK-NOT:     scf.
// CHECK:         return
func.func private @column_sums(%x: memref<4096x1024xf32>, %sum: memref<1024xf32>, %out: memref<4096x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4096x1024xf32>) outs(%sum : memref<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<4096x1024xf32>, memref<1024xf32>) outs(%out : memref<4096x1024xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  return
}

// The second op reads rows that the first has not written yet.
// CHECK-LABEL: func.func private @other_rows(
// CHECK-NOT:     scf.
// CHECK:         return
func.func private @other_rows(%x: memref<1024x1024xf32>, %y: memref<1024x1024xf32>, %out: memref<1024x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<1024x1024xf32>) outs(%y : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %y : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%out : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// A row of 4 MiB is in no cache when the second op reads it.
// CHECK-LABEL: func.func private @long_rows(
// CHECK-NOT:     scf.
// CHECK:         return
func.func private @long_rows(%x: memref<64x1048576xf32>, %sum: memref<64xf32>, %out: memref<64x1048576xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x1048576xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<64x1048576xf32>, memref<64xf32>) outs(%out : memref<64x1048576xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  return
}

// Eight rows are eight tasks; by themselves the ops make more.
// CHECK-LABEL: func.func private @few_rows(
// CHECK-NOT:     scf.
// CHECK:         return
// SEQUENTIAL-LABEL: func.func private @few_rows(
// SEQUENTIAL:         scf.for
func.func private @few_rows(%x: memref<8x30000xf32>, %y: memref<8x30000xf32>, %out: memref<8x30000xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<8x30000xf32>) outs(%y : memref<8x30000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : memref<8x30000xf32>) outs(%out : memref<8x30000xf32>) {
  ^bb0(%a: f32, %o: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}

// Smaller blocks than fit, so that there are enough for the tasks, and ones
// that leave no rest.
// CHECK-LABEL: func.func private @smaller_blocks(
// CHECK:         scf.forall
// CHECK:           memref.subview {{.*}} [10, 600] [1, 1]
// CHECK-NOT:     memref.subview {{.*}} [{{[0-689]|1[1-9]}}, 600]
// CHECK:         return
func.func private @smaller_blocks(%x: memref<400x600xbf16>, %y: memref<400x600xbf16>, %out: memref<400x600xbf16>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<400x600xbf16>) outs(%y : memref<400x600xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = math.exp %a : bf16
    %1 = math.exp %0 : bf16
    %2 = math.exp %1 : bf16
    linalg.yield %2 : bf16
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : memref<400x600xbf16>) outs(%out : memref<400x600xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = math.exp %a : bf16
    %1 = math.exp %0 : bf16
    %2 = math.exp %1 : bf16
    linalg.yield %2 : bf16
  }
  return
}

// The second op reads sums of all rows in each: the row of one is no row of the
// other.
// CHECK-LABEL: func.func private @sums_of_other_rows(
// CHECK-NOT:     scf.
// CHECK:         return
func.func private @sums_of_other_rows(%x: memref<1024x1024xf32>, %sum: memref<1024xf32>, %out: memref<1024x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<1024x1024xf32>) outs(%sum : memref<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : memref<1024x1024xf32>, memref<1024xf32>) outs(%out : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  return
}

// So it does where its body loads them, from wherever it likes.
// CHECK-LABEL: func.func private @loads_sums(
// CHECK-NOT:     scf.
// CHECK:         return
func.func private @loads_sums(%x: memref<1024x1024xf32>, %sum: memref<1024xf32>, %out: memref<1024x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<1024x1024xf32>) outs(%sum : memref<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<1024x1024xf32>) outs(%out : memref<1024x1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %s = memref.load %sum[%j] : memref<1024xf32>
    %q = arith.divf %a, %s : f32
    linalg.yield %q : f32
  }
  return
}
}
