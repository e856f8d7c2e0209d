// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-lower-kernel-loops))' | FileCheck %s

// CHECK-LABEL: func.func private @add(
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.load
// CHECK:           %[[S:.*]] = arith.addf %[[A]],
// CHECK:           memref.store %[[S]]
// CHECK-NOT:     linalg
func.func private @add(%x: memref<8xf32>, %out: memref<8xf32>) attributes {xla.kernel} {
  linalg.add ins(%x, %x : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// A view that merges dimensions costs no division.
// CHECK-LABEL: func.func private @merged(
// CHECK-NOT:     arith.divsi
// CHECK-NOT:     arith.divui
// CHECK:         return
func.func private @merged(%x: memref<2x4xf32>, %out: memref<8xf32>) attributes {xla.kernel} {
  %v = memref.collapse_shape %x [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  linalg.copy ins(%v : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// CHECK-LABEL: func.func @host(
// CHECK:         memref.collapse_shape
func.func @host(%x: memref<2x4xf32>) -> memref<8xf32> {
  %v = memref.collapse_shape %x [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  return %v : memref<8xf32>
}

// CHECK-LABEL: func.func private @empty(
// CHECK-SAME:    memref<8xf32>, %{{[^ :]+}}: memref<0xf32>)
// CHECK-NOT:     memref.load
// CHECK-NOT:     memref.store
// CHECK:         return
func.func private @empty(%x: memref<8xf32>, %out: memref<8x0xf32>) attributes {xla.kernel} {
  %f = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%out : memref<8x0xf32>)
  return
}
