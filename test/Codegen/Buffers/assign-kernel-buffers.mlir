// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-assign-kernel-buffers))' | FileCheck %s
// RUN: sed 's/bytes" = 16384/bytes" = 0/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-assign-kernel-buffers))' | FileCheck %s --check-prefix=NOSTACK

module attributes {xla.options = {"kernel-stack-bytes" = 16384}} {
// CHECK-LABEL: func.func private @small(
// CHECK-SAME:    %{{.*}}: memref<8xf32>) attributes {xla.kernel}
// CHECK-NEXT:    memref.alloca() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NOT:     memref.alloc()
// NOSTACK-LABEL: func.func private @small(
// NOSTACK-SAME:    %[[S:[^ :]+]]: memref<64xi8>) attributes {xla.kernel, xla.scratch_bytes = 64 : i64}
// NOSTACK:         memref.view %[[S]][%{{.*}}][] : memref<64xi8> to memref<8xf32>
func.func private @small(%x: memref<8xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = memref.alloc() : memref<8xf32>
    linalg.copy ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
    linalg.copy ins(%t : memref<8xf32>) outs(%x : memref<8xf32>)
  }
  return
}

// %a dies before %c is born: they share bytes.
// CHECK-LABEL: func.func private @reuse(
// CHECK-SAME:    xla.scratch_bytes = 131072 : i64
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 65536 : index
// CHECK-DAG:     %[[A:.*]] = memref.view %{{.*}}[%[[C0]]]
// CHECK-DAG:     %[[B:.*]] = memref.view %{{.*}}[%[[C1]]]
// CHECK-DAG:     %[[C:.*]] = memref.view %{{.*}}[%{{.*}}]
func.func private @reuse(%x: memref<16384xf32>) attributes {xla.kernel} {
  %a = memref.alloc() : memref<16384xf32>
  linalg.copy ins(%x : memref<16384xf32>) outs(%a : memref<16384xf32>)
  %b = memref.alloc() : memref<16384xf32>
  linalg.copy ins(%a : memref<16384xf32>) outs(%b : memref<16384xf32>)
  %c = memref.alloc() : memref<16384xf32>
  linalg.copy ins(%b : memref<16384xf32>) outs(%c : memref<16384xf32>)
  linalg.copy ins(%c : memref<16384xf32>) outs(%x : memref<16384xf32>)
  return
}
}
