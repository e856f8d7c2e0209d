// RUN: xla-opt %s --kernel-calls-legalize-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

llvm.func @k(!llvm.ptr, !llvm.ptr) attributes {xla.kernel}
llvm.func @status(!llvm.ptr, !llvm.ptr) -> i32 attributes {xla.kernel}

// CHECK-LABEL: llvm.func @main(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[X:.*]]: !llvm.ptr) -> i32
// CHECK-NEXT:    llvm.call @k(%[[CALL]], %[[X]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT:    %[[CODE:.*]] = llvm.call @status(%[[CALL]], %[[X]])
// CHECK-NEXT:    %[[OK:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT:    %[[WRONG:.*]] = llvm.icmp "ne" %[[CODE]], %[[OK]]
// CHECK-NEXT:    llvm.cond_br %[[WRONG]], ^[[FAILED:[^,]*]], ^[[NEXT:.*]]
// CHECK-NEXT:  ^[[FAILED]]:
// CHECK-NEXT:    llvm.return %[[CODE]]
// CHECK-NEXT:  ^[[NEXT]]:
// CHECK-NEXT:    llvm.call @k(%[[CALL]], %[[X]])
llvm.func @main(%call: !llvm.ptr, %x: !llvm.ptr) -> i32 {
  xla.call_kernel @k(%call, %x) : (!llvm.ptr, !llvm.ptr) -> ()
  xla.call_kernel @status(%call, %x) : (!llvm.ptr, !llvm.ptr) -> ()
  xla.call_kernel @k(%call, %x) : (!llvm.ptr, !llvm.ptr) -> ()
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// -----

func.func private @k(memref<2xf32>) attributes {xla.kernel}
llvm.func @main(%call: !llvm.ptr, %x: !llvm.ptr) {
  // expected-error@+1 {{'xla.call_kernel' op expects kernel @k in the LLVM dialect}}
  xla.call_kernel @k(%call, %x) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
