// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-vectorize-loops))' | FileCheck %s
// RUN: sed 's/x86-64-v4/x86-64-v3/; s/512 : i64/256 : i64/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-cpu-vectorize-loops))' | FileCheck %s --check-prefix=V3

#line = affine_map<(i) -> (i)>

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", "vector-bits" = 512 : i64}} {
// A function that is a table on vectors only: not left to LLVM, small as it is.
// What does not fill a vector is one with a mask, so that all elements are
// computed alike.
// CHECK-LABEL: func.func private @table(
// CHECK:         scf.for
// CHECK:           %[[X:.*]] = vector.load {{.*}} vector<16xf32>
// CHECK:           math.tanh %[[X]] : vector<16xf32>
// CHECK:           vector.store
// CHECK:         %[[LEFT:.*]] = arith.subi
// CHECK:         %[[COUNT:.*]] = arith.index_cast %[[LEFT]] : index to i32
// CHECK:         %[[COUNTS:.*]] = vector.broadcast %[[COUNT]]
// CHECK:         %[[MASK:.*]] = arith.cmpi slt, %{{.*}}, %[[COUNTS]] : vector<16xi32>
// CHECK:         %[[REST:.*]] = vector.maskedload {{.*}}, %[[MASK]]
// CHECK:         %[[R:.*]] = math.tanh %[[REST]] : vector<16xf32>
// CHECK:         vector.maskedstore {{.*}}, %[[MASK]], %[[R]]
// CHECK-NOT:     memref.store
// V3-LABEL:    func.func private @table(
// V3-NEXT:       linalg.generic
func.func private @table(%x: memref<1003xf32>, %out: memref<1003xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<1003xf32>) outs(%out : memref<1003xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.tanh %a : f32
    linalg.yield %r : f32
  }
  return
}

// Elements before the first aligned one, too.
// CHECK-LABEL: func.func private @stream(
// CHECK:         %[[FIRST:.*]] = affine.min
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[FIRST]] step %c16
// CHECK:           vector.maskedstore
// CHECK:         vector.store {{.*}} nontemporal
// CHECK:         vector.maskedstore
// V3-LABEL:    func.func private @stream(
// V3-NOT:        vector.maskedstore
// V3:            nontemporal
func.func private @stream(%x: memref<16777216xbf16>, %out: memref<16777216xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]} ins(%x : memref<16777216xbf16>) outs(%out : memref<16777216xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %r = arith.extf %a : bf16 to f32
    linalg.yield %r : f32
  }
  return
}

// Elements that no mask selects.
// CHECK-LABEL: func.func private @bits(
// CHECK-NOT:     maskedstore
// CHECK:         return
func.func private @bits(%x: memref<1003xi1>, %y: memref<1003xf32>, %out: memref<1003xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#line, #line, #line], iterator_types = ["parallel"]} ins(%x, %y : memref<1003xi1>, memref<1003xf32>) outs(%out : memref<1003xf32>) {
  ^bb0(%a: i1, %b: f32, %o: f32):
    %t = math.erf %b : f32
    %r = arith.select %a, %t, %b : f32
    linalg.yield %r : f32
  }
  return
}

// What is left of a row is one vector more, of which other lanes stay.
// CHECK-LABEL: func.func private @row_max(
// CHECK:         scf.for {{.*}} -> (vector<16xf32>
// CHECK:           vector.load
// CHECK:         %[[ROW:.*]]:5 = scf.for {{.*}} iter_args(%[[BEFORE:[^ ]*]] = {{.*}}, {{.*}}) -> (vector<16xf32>
// CHECK:           %[[MASK:.*]] = arith.cmpi slt
// CHECK:           %[[X:.*]] = vector.maskedload {{.*}}, %[[MASK]]
// CHECK:           %[[MAX:.*]] = arith.maximumf %[[BEFORE]], %[[X]]
// CHECK:           arith.select %[[MASK]], %[[MAX]], %[[BEFORE]]
// CHECK-NOT:     memref.load {{.*}} : memref<1003xf32>
// V3-LABEL:    func.func private @row_max(
// V3-NOT:        maskedload
func.func private @row_max(%x: memref<9x1003xf32>, %out: memref<9xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<9x1003xf32>) outs(%out : memref<9xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.maximumf %acc, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Formulas in short loops, which LLVM would unroll before it looks for vectors;
// long ones are left to it.
// CHECK-LABEL: func.func private @short_rows(
// CHECK:         math.exp {{.*}} : vector<16xf32>
// CHECK-LABEL: func.func private @long_rows(
// CHECK:         linalg.generic
// CHECK:         math.exp {{.*}} : f32
// V3-LABEL:    func.func private @short_rows(
// V3:            math.exp {{.*}} : vector<8xf32>
func.func private @short_rows(%x: memref<9x16xf32>, %m: memref<9xf32>, %out: memref<9x16xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %m : memref<9x16xf32>, memref<9xf32>) outs(%out : memref<9x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  }
  return
}

func.func private @long_rows(%x: memref<9x1024xf32>, %m: memref<9xf32>, %out: memref<9x1024xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %m : memref<9x1024xf32>, memref<9xf32>) outs(%out : memref<9x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  }
  return
}
}
