// RUN: xla-opt %s --host-legalize-to-llvm --split-input-file | FileCheck %s

module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", "vector-bits" = 256 : i64}} {
  func.func private @k(memref<2xf32>, memref<2xf32>) attributes {xla.kernel}
  func.func private @less(memref<2xf32>, memref<i1>) attributes {xla.kernel}

  // CHECK-DAG: llvm.mlir.global private constant @constant(dense<[0, 0, -128, 63, 0, 0, 0, 64]> : tensor<8xi8>) {{.*}}alignment = 64 : i64{{.*}} : !llvm.array<8 x i8>
  // The constants of kernels are lowered with them.
  // CHECK-DAG: memref.global "private" constant @of_a_kernel
  memref.global "private" constant @of_a_kernel : memref<2xf32> = dense<[1.0, 2.0]>
  memref.global "private" constant @constant : memref<2xf32> = dense<[1.0, 2.0]>

  // CHECK-LABEL: llvm.func @main(
  // CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr) -> i32
  // CHECK:         %[[ARGS_AT:.*]] = llvm.getelementptr %[[CALL]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  // CHECK-NEXT:    %[[ARGS:.*]] = llvm.load %[[ARGS_AT]]
  // CHECK-NEXT:    %[[RESULTS_AT:.*]] = llvm.getelementptr %[[CALL]][2]
  // CHECK-NEXT:    %[[RESULTS:.*]] = llvm.load %[[RESULTS_AT]]
  // CHECK-NEXT:    %[[X_AT:.*]] = llvm.getelementptr %[[ARGS]][0]
  // CHECK-NEXT:    %[[X:.*]] = llvm.load %[[X_AT]]
  // CHECK-NEXT:    %[[OUT_AT:.*]] = llvm.getelementptr %[[RESULTS]][0]
  // CHECK-NEXT:    %[[OUT:.*]] = llvm.load %[[OUT_AT]]
  // CHECK-NEXT:    %[[ARENA_AT:.*]] = llvm.getelementptr %[[CALL]][3]
  // CHECK-NEXT:    %[[ARENA:.*]] = llvm.load %[[ARENA_AT]]
  // CHECK:         %[[CANCEL_AT:.*]] = llvm.getelementptr %[[CALL]][9]
  // CHECK-NEXT:    %[[CANCEL:.*]] = llvm.load %[[CANCEL_AT]]
  // CHECK:         %[[NEVER:.*]] = llvm.mlir.addressof @xla_never_cancelled
  // CHECK-NEXT:    %[[FLAG:.*]] = llvm.select %{{.*}}, %[[NEVER]], %[[CANCEL]]
  // CHECK:         %[[TEMP:.*]] = llvm.getelementptr %[[ARENA]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK:         %[[C:.*]] = llvm.mlir.addressof @constant
  // CHECK:         "llvm.intr.memcpy"(%[[TEMP]], %[[C]], %{{.*}}) <{isVolatile = false}>
  // CHECK-NEXT:    llvm.br ^[[TEST:[^:]*]]
  // CHECK:       ^[[TEST]]:
  // CHECK-NEXT:    %[[STOP:.*]] = llvm.load volatile %[[FLAG]] {alignment = 4 : i64} : !llvm.ptr -> i32
  // CHECK:         llvm.cond_br %{{.*}}, ^[[STOPPED:[^,]*]], ^[[GO:.*]]
  // CHECK:       ^[[STOPPED]]:
  // CHECK-NEXT:    %[[CANCELLED:.*]] = llvm.mlir.constant(3 : i32)
  // CHECK-NEXT:    llvm.return %[[CANCELLED]]
  // CHECK:       ^[[GO]]:
  // CHECK-NEXT:    xla.call_kernel @less(%[[CALL]], %[[TEMP]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  // CHECK:         llvm.cond_br %{{.*}}, ^[[BODY:.*]], ^[[EXIT:.*]]
  // CHECK:       ^[[BODY]]:
  // CHECK:         llvm.switch %{{.*}} : i64, ^[[OTHER:.*]] [
  // CHECK-NEXT:      0: ^[[CASE:.*]]
  // CHECK:       ^[[EXIT]]:
  // CHECK-NEXT:    %[[OK:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK-NEXT:    llvm.return %[[OK]]
  // CHECK:       ^[[CASE]]:
  // CHECK-NEXT:    xla.call_kernel @k(%[[CALL]], %[[X]], %[[OUT]])
  func.func @main(%x: memref<2xf32>, %out: memref<2xf32>, %arena: memref<128xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<2xf32>>], results = [<name = "", type = tensor<2xf32>>]>} {
    %offset = arith.constant 64 : index
    %t = memref.view %arena[%offset][] : memref<128xi8> to memref<2xf32>
    %p = memref.view %arena[%offset][] : memref<128xi8> to memref<i1>
    %i = memref.view %arena[%offset][] : memref<128xi8> to memref<i32>
    %c = memref.get_global @constant : memref<2xf32>
    memref.copy %c, %t : memref<2xf32> to memref<2xf32>
    scf.while : () -> () {
      xla.call_kernel @less(%t, %p) : (memref<2xf32>, memref<i1>) -> ()
      %0 = memref.load %p[] : memref<i1>
      scf.condition(%0)
    } do {
      %1 = memref.load %i[] : memref<i32>
      %2 = arith.index_cast %1 : i32 to index
      scf.index_switch %2
      case 0 {
        xla.call_kernel @k(%x, %out) : (memref<2xf32>, memref<2xf32>) -> ()
        scf.yield
      }
      default {
        scf.yield
      }
      scf.yield
    }
    return
  }
  // CHECK:       llvm.mlir.global private constant @main_info_arguments_0_dims(dense<2> : tensor<1xi64>)
  // CHECK:       llvm.mlir.global private constant @main_info_arguments_0_name("x\00")
  // CHECK:       llvm.mlir.global private constant @main_info_cpu("skylake\00")
  // CHECK:       llvm.mlir.global external constant @main_info()
  // CHECK:         llvm.mlir.constant(128 : i64)
}
