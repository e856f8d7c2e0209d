// RUN: xla-opt %s --xla-bufferize-kernels --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @add(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<4x8xf32>, %[[Y:[^ :]+]]: memref<4x8xf32>, %[[OUT:[^ :]+]]: memref<4x8xf32>)
// CHECK-NEXT:    linalg.add ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[OUT]] :
// CHECK-NEXT:    return
func.func private @add(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {xla.kernel} {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.add ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// An argument that is a result is copied.
// CHECK-LABEL: func.func private @identity(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<4xf32>, %[[OUT:[^ :]+]]: memref<4xf32>)
// CHECK-NEXT:    linalg.copy ins(%[[X]] : {{.*}}) outs(%[[OUT]] :
func.func private @identity(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func.func private @in_place_update(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<4x8xf32>, %[[Y:[^ :]+]]: memref<1x8xf32>, %[[I:[^ :]+]]: memref<index>)
// CHECK:         %[[VIEW:.*]] = memref.subview %[[X]]
// CHECK-NEXT:    linalg.copy ins(%[[Y]] : {{.*}}) outs(%[[VIEW]] :
// CHECK-NEXT:    return
func.func private @in_place_update(%x: tensor<4x8xf32>, %y: tensor<1x8xf32>, %i: tensor<index>) -> tensor<4x8xf32> attributes {xla.kernel, xla.in_place = array<i64: 0, 0>} {
  %p = tensor.extract %i[] : tensor<index>
  %r = tensor.insert_slice %y into %x[%p, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The result takes the argument's buffer only after the argument was read.
// CHECK-LABEL: func.func private @in_place_transpose(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<4x4xf32>)
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         linalg.transpose ins(%[[X]] : {{.*}}) outs(%[[T]] :
// CHECK:         linalg.copy
// CHECK-NEXT:    return
func.func private @in_place_transpose(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {xla.kernel, xla.in_place = array<i64: 0, 0>} {
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %r : tensor<4x4xf32>
}

// Carried tensors stay where they are, also where an iteration swaps them.
// CHECK-LABEL: func.func private @swap(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<4xf32>, %[[Y:[^ :]+]]: memref<4xf32>,
// CHECK:         linalg.copy ins(%[[X]] : {{.*}}) outs(%[[A:[a-z0-9_]+]] :
// CHECK:         linalg.copy ins(%[[Y]] : {{.*}}) outs(%[[B:[a-z0-9_]+]] :
// CHECK:         scf.for
// CHECK:           %[[T:.*]] = memref.alloc()
// CHECK:           linalg.copy ins(%[[B]] : {{.*}}) outs(%[[T]] :
// CHECK:           linalg.copy ins(%[[A]] : {{.*}}) outs(%[[B]] :
// CHECK:           linalg.copy ins(%[[T]] : {{.*}}) outs(%[[A]] :
func.func private @swap(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// What is handed on twice, once as a view, is copied once.
// CHECK-LABEL: func.func private @carried_twice(
// CHECK-SAME:    %[[X:[^ :]+]]: memref<2x2xf32>, %[[Y:[^ :]+]]: memref<4xf32>,
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           linalg.exp {{.*}} outs(%[[X]] :
// CHECK:           %[[FLAT:.*]] = memref.collapse_shape %[[X]]
// CHECK-NEXT:      linalg.copy ins(%[[FLAT]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    }
func.func private @carried_twice(%x: tensor<2x2xf32>, %y: tensor<4xf32>, %z: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<2x2xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<2x2xf32>
    %v = linalg.exp ins(%z : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
    %flat = tensor.collapse_shape %v [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    scf.yield %v, %flat : tensor<2x2xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<2x2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @not_a_kernel(
// CHECK-SAME:    tensor<4xf32>
func.func @not_a_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// Two carried tensors that start from one uninitialised tensor are two buffers.
// CHECK-LABEL: func.func private @separate_empty(
// CHECK-COUNT-2: memref.alloc()
func.func private @separate_empty(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tensor.extract %v[] : tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%s : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z, %b = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %t = tensor.extract %x[%i] : tensor<4xf32>
    %b1 = tensor.insert %t into %b[%i] : tensor<4xf32>
    %u = tensor.extract %b1[%c0] : tensor<4xf32>
    %a1 = tensor.insert %u into %a[%i] : tensor<4xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<4xf32>
  }
  %q = linalg.add ins(%r#0, %r#1 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}

// Two carries that begin undefined are two buffers.
// CHECK-LABEL: func.func private @undefined_carries(
// CHECK:         memref.store %{{.*}}, %[[A:[a-z0-9_]+]][
// CHECK-NOT:     memref.store %{{.*}}, %[[A]][
// CHECK:         return
func.func private @undefined_carries(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e, %b = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %v = tensor.extract %x[%i] : tensor<4xf32>
    %n = arith.negf %v : f32
    %a1 = tensor.insert %v into %a[%i] : tensor<4xf32>
    %b1 = tensor.insert %n into %b[%i] : tensor<4xf32>
    scf.yield %a1, %b1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A large splat is written where it is needed; a small one stays a constant.
// CHECK-LABEL: func.func private @splat(
// CHECK-SAME:      %{{[a-z0-9]+}}: memref<4xf32>, %[[SMALL:[a-z0-9]+]]: memref<4xf32>, %[[LARGE:[a-z0-9]+]]: memref<2000xf32>
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     linalg.fill ins(%[[ONE]] : f32) outs(%[[LARGE]] : memref<2000xf32>)
// CHECK-DAG:     memref.get_global @{{.*}} : memref<4xf32>
func.func private @splat(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2000xf32>) attributes {xla.kernel} {
  %small = arith.constant dense<2.0> : tensor<4xf32>
  %large = arith.constant dense<1.0> : tensor<2000xf32>
  return %small, %large : tensor<4xf32>, tensor<2000xf32>
}

// A large vector stays one value.
// CHECK-LABEL: func.func private @vector_splat(
// CHECK:         %[[V:.*]] = arith.constant dense<1.000000e+00> : vector<2000xf32>
// CHECK:         vector.transfer_write %[[V]], %{{.*}} : vector<2000xf32>, memref<2000xf32>
func.func private @vector_splat(%x: tensor<4xf32>) -> tensor<2000xf32> attributes {xla.kernel} {
  %at = arith.constant 0 : index
  %large = arith.constant dense<1.0> : vector<2000xf32>
  %empty = tensor.empty() : tensor<2000xf32>
  %r = vector.transfer_write %large, %empty[%at] {in_bounds = [true]} : vector<2000xf32>, tensor<2000xf32>
  return %r : tensor<2000xf32>
}

// Two sums that start from one filled tensor each get their own: neither is
// overwritten by the other, nor copied.
// CHECK-LABEL: func.func private @two_sums(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<4x8xf32>, %[[P:[a-z0-9]+]]: memref<4xf32>, %[[Q:[a-z0-9]+]]: memref<4xf32>
// CHECK-DAG:     linalg.fill ins(%{{.*}}) outs(%[[P]] : memref<4xf32>)
// CHECK-DAG:     linalg.fill ins(%{{.*}}) outs(%[[Q]] : memref<4xf32>)
// CHECK-NOT:     copy
// CHECK:         linalg.generic {{.*}} outs(%[[P]] : memref<4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[P]] : {{.*}}) outs(%[[Q]] : memref<4xf32>)
func.func private @two_sums(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %p : tensor<4x8xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %m: f32, %acc: f32):
    %d = arith.subf %a, %m : f32
    %s = arith.addf %acc, %d : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %p, %q : tensor<4xf32>, tensor<4xf32>
}

// What only reads a filled tensor shares it; the sum that starts from it has its
// own.
// CHECK-LABEL: func.func private @sum_and_readers(
// CHECK-SAME:      %{{[a-z0-9]+}}: memref<4x8xf32>, %[[P:[a-z0-9]+]]: memref<4xf32>
// CHECK:         %[[READ:.*]] = memref.alloc() {{.*}}: memref<4xf32>
// CHECK-DAG:     linalg.fill ins(%{{.*}}) outs(%[[READ]] : memref<4xf32>)
// CHECK-DAG:     linalg.fill ins(%{{.*}}) outs(%[[P]] : memref<4xf32>)
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     copy
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[READ]] :
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[READ]] :
func.func private @sum_and_readers(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%p, %init : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %z: f32, %o: f32):
    %m = arith.maximumf %a, %z : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%p, %init : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %z: f32, %o: f32):
    %m = arith.minimumf %a, %z : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %p, %q, %r : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @unused_empty(
func.func private @unused_empty(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  %0 = tensor.empty() : tensor<8xf32>
  return %x : tensor<4xf32>
}
