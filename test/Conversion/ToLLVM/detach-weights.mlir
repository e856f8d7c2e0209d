// RUN: xla-opt %s --xla-detach-weights --split-input-file | FileCheck %s
// RUN: xla-opt %s --xla-detach-weights --host-legalize-to-llvm --split-input-file | FileCheck %s --check-prefix=LOWERED

// What is large and no splat leaves its value, in order; the same bytes lie there once.
// CHECK-LABEL: module attributes
// CHECK-SAME: xla.weights = {bytes = 128 : i64, id = "{{[0-9a-zA-Z]+}}", values = [dense<[0, 0, -128, 63, {{.*}}]> : tensor<16xi8>, dense<[1, 2, 3, {{.*}}]> : tensor<17xi8>]}
// CHECK: memref.global "private" constant @weight : memref<4xf32> {xla.weight_offset = 0 : i64}
// CHECK: memref.global "private" constant @splat : memref<8xf32> = dense<
// CHECK: memref.global "private" constant @small : memref<3xf32> = dense<
// CHECK: memref.global "private" constant @same : memref<2x2xf32> {xla.weight_offset = 0 : i64}
// CHECK: memref.global "private" constant @of_a_kernel : memref<4xf32> = dense<
// CHECK: memref.global "private" constant @bytes : memref<17xi8> {xla.weight_offset = 64 : i64}

// LOWERED-DAG: llvm.mlir.global private constant @splat(
// LOWERED-DAG: memref.global "private" constant @of_a_kernel
// LOWERED-LABEL: llvm.func @main(
// LOWERED: %[[SLOT:.*]] = llvm.mlir.addressof @main_weights
// LOWERED-NEXT: %[[BASE:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// LOWERED-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// LOWERED-NEXT: %[[WEIGHT:.*]] = llvm.getelementptr %[[BASE]][%[[ZERO]]]
// LOWERED: "llvm.intr.memcpy"(%{{.*}}, %[[WEIGHT]],
// LOWERED: llvm.mlir.global common @main_weights() {{.*}}: !llvm.ptr
// LOWERED-LABEL: @main_info()
// LOWERED: llvm.mlir.addressof @main_weights
// LOWERED-NEXT: llvm.mlir.constant(128 : i64)
// LOWERED-NEXT: llvm.mlir.addressof @main_info_weights_id
module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", weights = "package", "weight-bytes" = 16 : i64}} {
  memref.global "private" constant @weight : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  memref.global "private" constant @splat : memref<8xf32> = dense<1.0>
  memref.global "private" constant @small : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
  memref.global "private" constant @same : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
  memref.global "private" constant @of_a_kernel : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  memref.global "private" constant @bytes : memref<17xi8> = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]>
  func.func @main(%out: memref<4xf32>, %arena: memref<128xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [], results = [<name = "", type = tensor<4xf32>>]>} {
    %0 = memref.get_global @weight : memref<4xf32>
    %1 = memref.get_global @splat : memref<8xf32>
    %2 = memref.get_global @small : memref<3xf32>
    %3 = memref.get_global @same : memref<2x2xf32>
    %4 = memref.get_global @bytes : memref<17xi8>
    memref.copy %0, %out : memref<4xf32> to memref<4xf32>
    return
  }
}

// -----

// Without the option nothing moves.
// CHECK-LABEL: module attributes
// CHECK-NOT: xla.weight
// CHECK: memref.global "private" constant @weight : memref<4xf32> = dense<
// CHECK-NOT: xla.weight
module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", "weight-bytes" = 16 : i64}} {
  memref.global "private" constant @weight : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  func.func @main(%out: memref<4xf32>, %arena: memref<128xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [], results = [<name = "", type = tensor<4xf32>>]>} {
    %0 = memref.get_global @weight : memref<4xf32>
    memref.copy %0, %out : memref<4xf32> to memref<4xf32>
    return
  }
}

// -----

// Resources of equal content lie there once too.
// CHECK-LABEL: module attributes
// CHECK-SAME: xla.weights = {bytes = 64 : i64, {{.*}}values = [dense_resource<one> : tensor<16xi8>]}
// CHECK: memref.global "private" constant @one : memref<4xf32> {xla.weight_offset = 0 : i64}
// CHECK: memref.global "private" constant @other : memref<4xf32> {xla.weight_offset = 0 : i64}
module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", weights = "package", "weight-bytes" = 16 : i64}} {
  memref.global "private" constant @one : memref<4xf32> = dense_resource<one>
  memref.global "private" constant @other : memref<4xf32> = dense_resource<other>
  func.func @main(%out: memref<4xf32>, %arena: memref<128xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [], results = [<name = "", type = tensor<4xf32>>]>} {
    %0 = memref.get_global @one : memref<4xf32>
    %1 = memref.get_global @other : memref<4xf32>
    memref.copy %0, %out : memref<4xf32> to memref<4xf32>
    return
  }
}
{-#
  dialect_resources: {
    builtin: {
      one: "0x040000000000803F000000400000404000008040",
      other: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
