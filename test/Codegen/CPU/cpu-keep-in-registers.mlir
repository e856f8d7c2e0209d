// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-keep-in-registers))' | FileCheck %s

#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A loop carries a counter and a vector; a step of the dot is two shuffles, a
// product and a sum.
// CHECK-LABEL: func.func private @power(
// CHECK:         vector.transfer_read {{.*}} : tensor<2x2xf32>, vector<2x2xf32>
// CHECK:         scf.while ({{.*}}) : (i32, vector<4xf32>) -> (i32, vector<4xf32>)
// CHECK-NOT:       tensor
// CHECK:           arith.cmpi slt
// CHECK:         } do {
// CHECK-NOT:       tensor
// CHECK:           vector.shuffle {{.*}} [0, 0, 2, 2]
// CHECK:           vector.shuffle {{.*}} [0, 1, 0, 1]
// CHECK:           arith.mulf {{.*}} : vector<4xf32>
// CHECK:           arith.addf {{.*}} : vector<4xf32>
// CHECK:           vector.shuffle {{.*}} [1, 1, 3, 3]
// CHECK:           vector.shuffle {{.*}} [2, 3, 2, 3]
// CHECK:           scf.yield {{.*}} : i32, vector<4xf32>
// CHECK:         vector.transfer_write {{.*}} : vector<2x2xf32>, tensor<2x2xf32>
func.func private @power(%x: tensor<2x2xf32>, %n: tensor<i32>) -> tensor<2x2xf32> attributes {xla.kernel, xla.region} {
  %zero = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %0:2 = scf.while (%i = %zero, %a = %x) : (tensor<i32>, tensor<2x2xf32>) -> (tensor<i32>, tensor<2x2xf32>) {
    %c = tensor.extract %i[] : tensor<i32>
    %last = tensor.extract %n[] : tensor<i32>
    %more = arith.cmpi slt, %c, %last : i32
    scf.condition(%more) %i, %a : tensor<i32>, tensor<2x2xf32>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<2x2xf32>):
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%i, %one : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%p: i32, %q: i32, %o: i32):
      %s = arith.addi %p, %q : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    %empty = tensor.empty() : tensor<2x2xf32>
    %f = arith.constant 0.0 : f32
    %fill = linalg.fill ins(%f : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
    %dot = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<2x2xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q fastmath<contract> : f32
      %s = arith.addf %o, %m fastmath<reassoc,contract> : f32
      linalg.yield %s : f32
    } -> tensor<2x2xf32>
    scf.yield %next, %dot : tensor<i32>, tensor<2x2xf32>
  }
  return %0#1 : tensor<2x2xf32>
}

// Of a large tensor a row is read and written where it lies.
// CHECK-LABEL: func.func private @rows(
// CHECK:         vector.transfer_read {{.*}} : tensor<2000x3xf32>, vector<1x3xf32>
// CHECK:         arith.addf {{.*}} : vector<3xf32>
// CHECK:         vector.transfer_write {{.*}} : vector<1x3xf32>, tensor<2000x3xf32>
func.func private @rows(%x: tensor<2000x3xf32>, %i: index) -> tensor<2000x3xf32> attributes {xla.kernel, xla.region} {
  %row = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<2000x3xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%row, %row : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %0 = tensor.insert_slice %sum into %x[%i, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<2000x3xf32>
  return %0 : tensor<2000x3xf32>
}

// Predicates too are read and written by the vector: a chain of insertions makes
// bufferisation slow.
// CHECK-LABEL: func.func private @predicates(
// CHECK-NOT:     tensor.extract
// CHECK:         vector.transfer_read {{.*}} : tensor<2x4xi1>, vector<2x4xi1>
// CHECK-NOT:     tensor.insert
// CHECK:         vector.transfer_write {{.*}} : vector<2x4xi1>, tensor<2x4xi1>
func.func private @predicates(%x: tensor<2x4xi1>) -> tensor<2x4xi1> attributes {xla.kernel, xla.region} {
  %e = tensor.empty() : tensor<2x4xi1>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xi1>) outs(%e : tensor<2x4xi1>) {
  ^bb0(%p: i1, %o: i1):
    %true = arith.constant true
    %not = arith.xori %p, %true : i1
    linalg.yield %not : i1
  } -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// An element at an unknown place: the lane that is there changes.
// CHECK-LABEL: func.func private @set(
// CHECK:         %[[HERE:.*]] = arith.cmpi eq, {{.*}} : vector<4xindex>
// CHECK:         arith.select %[[HERE]], {{.*}} : vector<4xi1>, vector<4xf32>
func.func private @set(%x: tensor<4xf32>, %v: tensor<1xf32>, %i: index) -> tensor<4xf32> attributes {xla.kernel, xla.region} {
  %0 = tensor.insert_slice %v into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A sum into one element takes halves, not one term after the other.
// CHECK-LABEL: func.func private @sum(
// CHECK:         arith.addf {{.*}} : vector<4xf32>
// CHECK:         arith.addf {{.*}} : vector<2xf32>
// CHECK-COUNT-2: arith.addf {{.*}} : f32
// CHECK-NOT:     arith.addf
func.func private @sum(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<f32> attributes {xla.kernel, xla.region} {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<8xf32>) outs(%init : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %o, %p fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// A dot into one vector has two sums of half its terms: the second begins with
// a product, for the first has the zero to begin with.
// CHECK-LABEL: func.func private @dot(
// CHECK:         %[[M0:.*]] = arith.mulf {{.*}} : vector<4xf32>
// CHECK:         %[[S0:.*]] = arith.addf {{.*}}, %[[M0]] {{.*}} : vector<4xf32>
// CHECK:         %[[M1:.*]] = arith.mulf {{.*}} : vector<4xf32>
// CHECK:         %[[S1:.*]] = arith.addf %[[S0]], %[[M1]] {{.*}} : vector<4xf32>
// CHECK:         %[[M2:.*]] = arith.mulf {{.*}} : vector<4xf32>
// CHECK:         %[[M3:.*]] = arith.mulf {{.*}} : vector<4xf32>
// CHECK:         %[[S3:.*]] = arith.addf %[[M2]], %[[M3]] {{.*}} : vector<4xf32>
// CHECK:         arith.addf %[[S1]], %[[S3]] : vector<4xf32>
// CHECK-NOT:     arith.addf
func.func private @dot(%x: tensor<2x4xf32>, %y: tensor<4x2xf32>) -> tensor<2x2xf32> attributes {xla.kernel, xla.region} {
  %empty = tensor.empty() : tensor<2x2xf32>
  %f = arith.constant 0.0 : f32
  %fill = linalg.fill ins(%f : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %dot = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<2x4xf32>, tensor<4x2xf32>) outs(%fill : tensor<2x2xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q fastmath<contract> : f32
    %s = arith.addf %o, %m fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  return %dot : tensor<2x2xf32>
}
