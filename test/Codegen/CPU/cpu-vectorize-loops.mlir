// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-vectorize-loops))' | FileCheck %s
// RUN: sed 's/"vector-bits" = 256/"vector-bits" = 512/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-cpu-vectorize-loops))' | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/"vector-bits" = 256/"vector-bits" = 64/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-cpu-vectorize-loops))' | FileCheck %s --check-prefix=NARROW

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#line = affine_map<(i) -> (i)>

module attributes {xla.options = {"vector-bits" = 256 : i64}} {
// Four vectors at once, then one, then single elements; lanes start from -0 and
// are combined by halves, with what was in memory last.
// CHECK-LABEL: func.func private @row_sum(
// CHECK:         scf.for
// CHECK:           %[[BEFORE:.*]] = memref.load
// CHECK:           %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK:           scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, f32) {
// CHECK-COUNT-4:     vector.load
// CHECK:           scf.for
// CHECK:             vector.load
// CHECK:           scf.for
// CHECK:             memref.load
// CHECK:             arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
// CHECK:           vector.shuffle %{{.*}} [0, 1, 2, 3] : vector<8xf32>
// CHECK:           vector.shuffle %{{.*}} [4, 5, 6, 7] : vector<8xf32>
// CHECK:           arith.addf {{.*}} : vector<4xf32>
// CHECK:           vector.shuffle {{.*}} : vector<2xf32>
// CHECK:           memref.store
// WIDE-LABEL:  func.func private @row_sum(
// WIDE:          vector.load {{.*}} vector<16xf32>
func.func private @row_sum(%x: memref<9x1004xf32>, %out: memref<9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1004xf32>) outs(%out : memref<9xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  return
}

// A sum whose order is given stays.
// CHECK-LABEL: func.func private @sum_in_order(
// CHECK:         linalg.generic
// CHECK:         return
func.func private @sum_in_order(%x: memref<9x1004xf32>, %out: memref<9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1004xf32>) outs(%out : memref<9xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Lanes of a maximum start from the accumulator; elements become wider in
// registers.
// CHECK-LABEL: func.func private @row_max_bf16(
// CHECK:         %[[BEFORE:.*]] = memref.load
// CHECK:         vector.broadcast %[[BEFORE]] : f32 to vector<8xf32>
// CHECK:         vector.load {{.*}} vector<8xbf16>
// CHECK:         arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK:         arith.maximumf {{.*}} : vector<8xf32>
func.func private @row_max_bf16(%x: memref<9x1024xbf16>, %out: memref<9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1024xbf16>) outs(%out : memref<9xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.maximumf %acc, %w : f32
    linalg.yield %s : f32
  }
  return
}

// Value and index for each lane; two lanes are compared in the order of their
// indices. The index is made in the bits that it needs.
// CHECK-LABEL: func.func private @argmax(
// CHECK:         scf.for {{.*}} -> (vector<8xf32>, vector<8xi32>, vector<8xf32>, vector<8xi32>,
// CHECK:           arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
// CHECK:           arith.cmpf ogt, {{.*}} : vector<8xf32>
// CHECK:         %[[SWAP:.*]] = arith.cmpi slt, %{{.*}}#3, %{{.*}}#1 : vector<8xi32>
// CHECK-NEXT:    arith.select %[[SWAP]]
func.func private @argmax(%x: memref<9x1000xf32>, %value: memref<9xf32>, %index: memref<9xi32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1000xf32>) outs(%value, %index : memref<9xf32>, memref<9xi32>) {
  ^bb0(%a: f32, %v: f32, %i: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %n = arith.trunci %k : i64 to i32
    %0 = arith.cmpf ogt, %v, %a : f32
    %1 = arith.cmpf une, %v, %v : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.cmpf oeq, %v, %a : f32
    %4 = arith.cmpi slt, %i, %n : i32
    %5 = arith.andi %3, %4 : i1
    %6 = arith.ori %2, %5 : i1
    %7 = arith.select %2, %v, %a : f32
    %8 = arith.select %6, %i, %n : i32
    linalg.yield %7, %8 : f32, i32
  }
  return
}

// Without the tie-break the first of equal values would not be known.
// CHECK-LABEL: func.func private @some_argmax(
// CHECK:         linalg.generic
func.func private @some_argmax(%x: memref<9x1000xf32>, %value: memref<9xf32>, %index: memref<9xi32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1000xf32>) outs(%value, %index : memref<9xf32>, memref<9xi32>) {
  ^bb0(%a: f32, %v: f32, %i: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %0 = arith.cmpf oge, %v, %a : f32
    %7 = arith.select %0, %v, %a : f32
    %8 = arith.select %0, %i, %n : i32
    linalg.yield %7, %8 : f32, i32
  }
  return
}

// 64 MiB are written past the caches once the result is aligned; a fence ends
// that. A scalar is read once for all lanes.
// CHECK-LABEL: func.func private @scale(
// CHECK:         memref.extract_aligned_pointer_as_index
// CHECK:         %[[FIRST:.*]] = affine.min
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[FIRST]]
// CHECK:           memref.store
// CHECK:         scf.for
// CHECK:           %[[S:.*]] = memref.load %{{.*}}[] : memref<f32>
// CHECK:           vector.broadcast %[[S]]
// CHECK-COUNT-4:   vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK:         llvm.fence seq_cst
// WIDE-LABEL:  func.func private @scale(
// WIDE:          vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
func.func private @scale(%x: memref<16777216xf32>, %s: memref<f32>, %out: memref<16777216xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xf32>) outs(%out : memref<16777216xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = memref.load %s[] : memref<f32>
    %p = arith.mulf %a, %f : f32
    linalg.yield %p : f32
  }
  return
}

// Of a long formula one vector at a time is work enough.
// CHECK-LABEL: func.func private @formula(
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK:         scf.for %{{.*}} step %c8
// CHECK:           vector.load
// CHECK:           arith.mulf {{.*}} : vector<8xf32>
// CHECK-COUNT-1:   vector.store {{.*}} {alignment = 32 : i64, nontemporal = true}
// CHECK-NOT:       vector.store
// CHECK:         llvm.fence seq_cst
func.func private @formula(%x: memref<16777216xf32>, %out: memref<16777216xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xf32>) outs(%out : memref<16777216xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %1, %a : f32
    %3 = arith.mulf %2, %a : f32
    %4 = arith.addf %3, %a : f32
    %5 = arith.mulf %4, %a : f32
    %6 = arith.addf %5, %a : f32
    %7 = arith.mulf %6, %a : f32
    %8 = arith.addf %7, %a : f32
    linalg.yield %8 : f32
  }
  return
}

// So many functions become calls, whose arguments LLVM would take one by one.
// CHECK-LABEL: func.func private @functions(
// CHECK:         scf.for %{{.*}} step %c4
// CHECK:           math.sin {{.*}} : vector<4xf64>
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func private @functions(%x: memref<1024xf64>, %out: memref<1024xf64>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<1024xf64>) outs(%out : memref<1024xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = math.sin %a : f64
    %1 = math.sin %0 : f64
    %2 = math.sin %1 : f64
    %3 = math.sin %2 : f64
    %4 = math.sin %3 : f64
    %5 = math.sin %4 : f64
    %6 = math.sin %5 : f64
    %7 = math.sin %6 : f64
    %8 = math.sin %7 : f64
    %9 = math.sin %8 : f64
    %10 = math.sin %9 : f64
    %11 = math.sin %10 : f64
    %12 = math.sin %11 : f64
    %13 = math.sin %12 : f64
    %14 = math.sin %13 : f64
    linalg.yield %14 : f64
  }
  return
}

// Two results that may not be aligned alike: after a check.
// CHECK-LABEL: func.func private @two(
// CHECK:         %[[ALIKE:.*]] = arith.cmpi eq
// CHECK:         scf.if %[[ALIKE]]
// CHECK:           nontemporal
// CHECK:         else
// CHECK:           linalg.generic
func.func private @two(%x: memref<16777216xf32>, %p: memref<16777216xf32>, %q: memref<16777216xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xf32>) outs(%p, %q : memref<16777216xf32>, memref<16777216xf32>) {
  ^bb0(%a: f32, %o: f32, %o1: f32):
    %n = arith.negf %a : f32
    linalg.yield %a, %n : f32, f32
  }
  return
}

// In place, what is written has just been read. Small results are read soon.
// CHECK-LABEL: func.func private @in_place(
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func private @in_place(%x: memref<16777216xf32>, %y: memref<1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xf32>) outs(%x : memref<16777216xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %a : f32
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#line], iterator_types = ["parallel"]} outs(%y : memref<1024xf32>) {
  ^bb0(%o: f32):
    %z = arith.constant 1.0 : f32
    linalg.yield %z : f32
  }
  return
}

// What elements are computed of is not repeated where accumulators are combined.
// CHECK-LABEL: func.func private @scaled_sum(
// CHECK:         scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, f32) {
// CHECK:           arith.mulf
// CHECK:         vector.shuffle
// CHECK-NOT:     arith.mulf
// CHECK:         return
func.func private @scaled_sum(%x: memref<9x1024xf32>, %y: memref<9x1024xf32>, %out: memref<9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %y : memref<9x1024xf32>, memref<9x1024xf32>) outs(%out : memref<9xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %c = arith.constant 2.0 : f32
    %n = arith.mulf %a, %c : f32
    %m = arith.addf %n, %b : f32
    %s = arith.addf %acc, %m fastmath<reassoc> : f32
    linalg.yield %s : f32
  }
  return
}

// What another op reads next stays in the caches; the last result goes past
// them, also where a task writes a part of it.
// CHECK-LABEL: func.func private @read_next(
// CHECK:         linalg.generic
// CHECK:           math.exp
// CHECK:         scf.forall
// CHECK:           vector.store {{.*}} nontemporal = true
func.func private @read_next(%x: memref<16777216xf32>, %e: memref<16777216xf32>, %out: memref<16777216xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xf32>) outs(%e : memref<16777216xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.exp %a : f32
    linalg.yield %p : f32
  }
  scf.forall (%t) in (16) {
    %start = affine.apply affine_map<(i) -> (i * 1048576)>(%t)
    %from = memref.subview %e[%start] [1048576] [1] : memref<16777216xf32> to memref<1048576xf32, strided<[1], offset: ?>>
    %to = memref.subview %out[%start] [1048576] [1] : memref<16777216xf32> to memref<1048576xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"], xla.parts = 16 : i64} ins(%from : memref<1048576xf32, strided<[1], offset: ?>>) outs(%to : memref<1048576xf32, strided<[1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.mulf %a, %a : f32
      linalg.yield %p : f32
    }
  }
  return
}

// A loop of the program that updates a row of a large argument touches no more
// than the row.
// CHECK-LABEL: func.func private @one_row(
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func private @one_row(%x: memref<4096xf32>, %out: memref<4096x4096xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %out[%i, 0] [1, 4096] [1, 1] : memref<4096x4096xf32> to memref<4096xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<4096xf32>) outs(%row : memref<4096xf32, strided<[1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.negf %a : f32
      linalg.yield %p : f32
    }
  }
  return
}

// Each iteration reads what the one before it wrote.
// CHECK-LABEL: func.func private @shifted(
// CHECK-NOT:     vector.
// CHECK:         return
func.func private @shifted(%y: memref<1023xf32>) attributes {xla.kernel} {
  %x = memref.alloc() : memref<1025xf32>
  linalg.generic {indexing_maps = [#line, affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i + 2)>], iterator_types = ["parallel"]} ins(%y, %x : memref<1023xf32>, memref<1025xf32>) outs(%x : memref<1025xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}

// 64 bits hold none of the widest numbers.
// CHECK-LABEL: func.func private @wide_sum(
// CHECK:         return
// NARROW-LABEL: func.func private @wide_sum(
// NARROW:         linalg.generic
func.func private @wide_sum(%x: memref<9x1024xi128>, %out: memref<9xi128>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1024xi128>) outs(%out : memref<9xi128>) {
  ^bb0(%a: i128, %acc: i128):
    %s = arith.addi %acc, %a : i128
    linalg.yield %s : i128
  }
  return
}

// Predicates are read as other vectors are.
// CHECK-LABEL: func.func private @masked_max(
// CHECK:         vector.load %{{.*}} : memref<{{.*}}xi1{{.*}}>, vector<8xi1>
// CHECK:         arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf32>
func.func private @masked_max(%p: memref<9x1024xi1>, %x: memref<9x1024xf32>, %out: memref<9xf32>) attributes {xla.kernel} {
  %low = arith.constant 0xFF800000 : f32
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%p, %x : memref<9x1024xi1>, memref<9x1024xf32>) outs(%out : memref<9xf32>) {
  ^bb0(%b: i1, %a: f32, %acc: f32):
    %s = arith.select %b, %a, %low : f32
    %m = arith.maximumf %acc, %s : f32
    linalg.yield %m : f32
  }
  return
}
}
