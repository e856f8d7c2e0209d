// RUN: xla-compile %s --emit=llvm-ir | FileCheck %s
#kept = #llvm.loop_annotation<unroll = <disable = true>>

module attributes {xla.phase = "lower"} {

// A loop around another stays one, however few its trips.
// CHECK-LABEL: define void @outer(
// CHECK-COUNT-1: fsub
// CHECK-NOT:     fsub
// CHECK:         ret void
llvm.func @outer(%x: !llvm.ptr {llvm.noalias}, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  llvm.br ^outer(%zero : i64)
^outer(%i: i64):
  llvm.br ^inner(%zero : i64)
^inner(%j: i64):
  %k = llvm.mul %j, %n : i64
  %p = llvm.getelementptr %x[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %a = llvm.load volatile %q : !llvm.ptr -> f32
  %b = llvm.fsub %a, %a : f32
  llvm.store volatile %b, %q : f32, !llvm.ptr
  %j1 = llvm.add %j, %one : i64
  %more = llvm.icmp "slt" %j1, %n : i64
  llvm.cond_br %more, ^inner(%j1 : i64), ^next {loop_annotation = #kept}
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %four : i64
  llvm.cond_br %again, ^outer(%i1 : i64), ^end
^end:
  llvm.return
}
}
