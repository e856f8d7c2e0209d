// RUN: xla-opt %s --xla-cpu-outline-tasks --split-input-file --verify-diagnostics | FileCheck %s
// RUN: xla-opt %s --xla-cpu-outline-tasks --split-input-file --verify-diagnostics --kernel-legalize-to-llvm | FileCheck %s --check-prefix=LLVM

// The view becomes part of the task; the buffer behind it is handed over.
// CHECK-LABEL: func.func private @parallel_task0(
// CHECK-SAME:    %[[I:[^ :]+]]: index, %[[X:[^ :]+]]: memref<64xi8>)
// CHECK-SAME:    xla.tasks = 4
// CHECK:         memref.view %[[X]]
// CHECK:         memref.store
// CHECK-LABEL: func.func private @parallel(
// CHECK:         call @parallel_task0(%{{.*}}, %{{.*}})
// CHECK-NOT:     scf.forall

// LLVM-LABEL: llvm.func hidden @parallel_task0(
// LLVM-LABEL: llvm.func hidden @parallel_task0_part(
// LLVM-SAME:    !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64) -> i32
// LLVM:         llvm.call @parallel_task0(
// LLVM-LABEL: llvm.func hidden @parallel(
// LLVM:         llvm.mlir.addressof @parallel_task0_part
// LLVM:         llvm.call %{{.*}}(%{{.*}}) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) -> i32
func.func private @parallel(%x: memref<64xi8>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %v = memref.view %x[%c0][] : memref<64xi8> to memref<16xf32>
  scf.forall (%i) in (4) {
    memref.store %f, %v[%i] : memref<16xf32>
  }
  return
}

// -----

func.func private @two_dimensions(%x: memref<4x4xf32>) attributes {xla.kernel} {
  %f = arith.constant 1.0 : f32
  // expected-error @below {{expects one dimension from 0 in steps of 1}}
  scf.forall (%i, %j) in (4, 4) {
    memref.store %f, %x[%i, %j] : memref<4x4xf32>
  }
  return
}
