// RUN: xla-opt %s --host-legalize-to-llvm --split-input-file | FileCheck %s

// With a profile the entry tells of a kernel before and after it, where the
// call wants to know.
module attributes {xla.options = {triple = "x86_64-linux-gnu", profile = true}, xla.kernel_facts = {
    k = {lines = "a.py:3", bytes = 16.0 : f64, flops = 2.0 : f64, transcendentals = 1.0 : f64}}} {
  func.func private @k(memref<2xf32>, memref<2xf32>) attributes {xla.kernel}

  // CHECK-LABEL: llvm.func @main(
  // CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr) -> i32
  // CHECK:         %[[PROFILE_AT:.*]] = llvm.getelementptr %[[CALL]][80]
  // CHECK-NEXT:    %[[PROFILE:.*]] = llvm.load %[[PROFILE_AT]]
  // CHECK:         %[[CONTEXT_AT:.*]] = llvm.getelementptr %[[CALL]][88]
  // CHECK-NEXT:    %[[CONTEXT:.*]] = llvm.load %[[CONTEXT_AT]]
  // CHECK:         %[[IS:.*]] = llvm.icmp "ne" %[[PROFILE]], %{{.*}}
  // CHECK:         llvm.cond_br %[[IS]], ^[[BEGIN:.*]], ^[[KERNEL:.*]]
  // CHECK:       ^[[BEGIN]]:
  // CHECK:         %[[NAME:.*]] = llvm.mlir.addressof @main_data_1
  // CHECK:         %[[NO:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK:         llvm.call %[[PROFILE]](%[[CONTEXT]], %[[CALL]], %[[NAME]], %[[NO]])
  // CHECK-NEXT:    llvm.br ^[[KERNEL]]
  // CHECK:       ^[[KERNEL]]:
  // CHECK-NEXT:    xla.call_kernel @k(
  // CHECK-NEXT:    llvm.cond_br %[[IS]], ^[[END:.*]], ^[[NEXT:.*]]
  // CHECK:       ^[[END]]:
  // CHECK:         %[[YES:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK:         llvm.call %[[PROFILE]](%[[CONTEXT]], %[[CALL]], %{{.*}}, %[[YES]])
  // CHECK-NEXT:    llvm.br ^[[NEXT]]
  // CHECK-LABEL: llvm.mlir.global private constant @main_info_kernels()
  // CHECK-DAG:     llvm.mlir.addressof @main_info_kernel_0_name
  // CHECK-DAG:     llvm.mlir.addressof @main_info_kernel_0_lines
  // CHECK-DAG:     llvm.mlir.constant(1.600000e+01 : f64)
  func.func @main(%x: memref<2xf32>, %out: memref<2xf32>, %arena: memref<0xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<2xf32>>], results = [<name = "", type = tensor<2xf32>>]>} {
    xla.call_kernel @k(%x, %out) : (memref<2xf32>, memref<2xf32>) -> ()
    return
  }
}

// -----

// Without, there is neither a table nor a branch.
module attributes {xla.options = {triple = "x86_64-linux-gnu"}} {
  func.func private @k(memref<2xf32>, memref<2xf32>) attributes {xla.kernel}
  // CHECK-LABEL: llvm.func @main(
  // CHECK-NOT:     llvm.cond_br
  // CHECK-NOT:     llvm.call
  // CHECK-NOT:     @main_info_kernels
  func.func @main(%x: memref<2xf32>, %out: memref<2xf32>, %arena: memref<0xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<2xf32>>], results = [<name = "", type = tensor<2xf32>>]>} {
    xla.call_kernel @k(%x, %out) : (memref<2xf32>, memref<2xf32>) -> ()
    return
  }
}
