// RUN: xla-opt %s --host-legalize-to-llvm | FileCheck %s

// Calls of the services for collectives: a missing one and a failure leave the
// entry. What combines many elements is a loop over the kernel.

module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", "vector-bits" = 256 : i64}} {
  func.func private @combine_0123456789abcdef(memref<f32>, memref<f32>, memref<f32>) attributes {xla.kernel}

  // CHECK-LABEL: llvm.func @main(
  // CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr) -> i32
  // The ids come with the call.
  // CHECK:         %[[ID_AT:.*]] = llvm.getelementptr %[[CALL]][56]
  // CHECK-NEXT:    %[[ID:.*]] = llvm.load %[[ID_AT]] : !llvm.ptr -> i32
  // CHECK-NEXT:    llvm.store %[[ID]]
  // CHECK:         llvm.mlir.addressof @combine_0123456789abcdef_all
  // The last field of the operation, then the table of services.
  // CHECK:         llvm.getelementptr %{{.*}}[104]
  // CHECK:         %[[SERVICE_AT:.*]] = llvm.getelementptr %{{.*}}[64]
  // CHECK-NEXT:    %[[SERVICE:.*]] = llvm.load %[[SERVICE_AT]]
  // CHECK:         llvm.icmp "eq" %[[SERVICE]]
  // CHECK:         %[[CODE:.*]] = llvm.call %[[SERVICE]](%{{.*}}, %[[CALL]], %{{.*}}) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  // CHECK:         llvm.icmp "ne" %[[CODE]]
  func.func @main(%x: memref<4xf32>, %out: memref<4xf32>, %id: memref<i32>, %arena: memref<0xi8>)
      attributes {xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<4xf32>>], results = [<name = "", type = tensor<4xf32>>, <name = "", type = tensor<ui32>>]>} {
    xla.call_host "replica_id"() into(%id : memref<i32>) {operand_layouts = [], operands = [], result_layouts = [array<i64>], results = [tensor<ui32>]} : () -> ()
    xla.call_host "collective"(%x) into(%out : memref<4xf32>) {channel = 0 : i64, combiner = @combine_0123456789abcdef, concat_dimension = 0 : i64, dimension = 0 : i64,
        group_size = 2 : i64, groups = array<i64: 0, 1>, kind = "all_reduce", operand_layouts = [array<i64>], operands = [tensor<4xf32>],
        result_layouts = [array<i64>], results = [tensor<4xf32>]} : (memref<4xf32>) -> ()
    return
  }

  // CHECK:       llvm.func hidden @combine_0123456789abcdef_all(%[[INTO:.*]]: !llvm.ptr, %[[FROM:.*]]: !llvm.ptr, %[[COUNT:.*]]: i64)
  // CHECK:         llvm.icmp "slt" %[[I:.*]], %[[COUNT]]
  // CHECK:         %[[A:.*]] = llvm.getelementptr %[[INTO]]
  // CHECK:         %[[B:.*]] = llvm.getelementptr %[[FROM]]
  // CHECK:         xla.call_kernel @combine_0123456789abcdef(%{{.*}}, %[[A]], %[[B]], %[[SUM:[0-9]+]])
  // CHECK:         "llvm.intr.memcpy"(%[[A]], %[[SUM]]
}
