// RUN: xla-opt %s --kernel-legalize-to-llvm | FileCheck %s

// A predicate has a byte in memory: a vector of them is not packed.
// CHECK-LABEL: llvm.func hidden @predicates(
// CHECK:         %[[BYTES:.*]] = llvm.load {{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
// CHECK:         %[[BITS:.*]] = llvm.trunc %[[BYTES]] : vector<16xi8> to vector<16xi1>
// CHECK:         %[[NOT:.*]] = llvm.xor %[[BITS]]
// CHECK:         %[[WIDE:.*]] = llvm.zext %[[NOT]] : vector<16xi1> to vector<16xi8>
// CHECK:         llvm.store %[[WIDE]], {{.*}} {alignment = 1 : i64} : vector<16xi8>, !llvm.ptr
func.func private @predicates(%x: memref<32xi1>, %out: memref<32xi1>) attributes {xla.kernel} {
  %c16 = arith.constant 16 : index
  %true = arith.constant dense<true> : vector<16xi1>
  %a = vector.load %x[%c16] : memref<32xi1>, vector<16xi1>
  %b = arith.xori %a, %true : vector<16xi1>
  vector.store %b, %out[%c16] : memref<32xi1>, vector<16xi1>
  return
}

// CHECK-LABEL: llvm.func hidden @bytes(
// CHECK:         llvm.load {{.*}} : !llvm.ptr -> vector<16xi8>
// CHECK-NOT:     llvm.trunc
// CHECK:         llvm.store
func.func private @bytes(%x: memref<16xi8>, %out: memref<16xi8>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0] : memref<16xi8>, vector<16xi8>
  vector.store %a, %out[%c0] : memref<16xi8>, vector<16xi8>
  return
}

// Single ones alike: LLVM makes vectors of bytes of a loop over them, and of
// bits nothing good.
// CHECK-LABEL: llvm.func hidden @single(
// CHECK:         %[[BYTE:.*]] = llvm.load {{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK:         %[[BIT:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
// CHECK:         %[[WIDE:.*]] = llvm.zext %[[BIT]] : i1 to i8
// CHECK:         llvm.store %[[WIDE]], {{.*}} {alignment = 1 : i64} : i8, !llvm.ptr
func.func private @single(%x: memref<32xi1>, %out: memref<32xi1>) attributes {xla.kernel} {
  %c7 = arith.constant 7 : index
  %a = memref.load %x[%c7] : memref<32xi1>
  memref.store %a, %out[%c7] : memref<32xi1>
  return
}
