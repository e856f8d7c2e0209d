// The block begins with the buffers that are replaced.
// RUN: xla-opt %s --xla-assign-kernel-buffers | FileCheck %s

// CHECK-LABEL: func.func private @k(
// CHECK-COUNT-2: memref.alloca()
// CHECK-NOT: memref.alloc()
func.func private @k(%out: memref<f32>) attributes {xla.kernel} {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  %x = memref.load %out[] : memref<f32>
  memref.store %x, %a[] : memref<f32>
  memref.store %x, %b[] : memref<f32>
  %y = memref.load %a[] : memref<f32>
  %z = memref.load %b[] : memref<f32>
  %sum = arith.addf %y, %z : f32
  memref.store %sum, %out[] : memref<f32>
  return
}
