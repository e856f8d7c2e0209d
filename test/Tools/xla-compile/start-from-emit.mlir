// The phases are skipped: what comes in is in the LLVM dialect.
// RUN: xla-compile %s --start-from=emit --emit=llvm-ir | FileCheck %s
// RUN: xla-compile %s --start-from=emit --emit=asm --target=aarch64 | FileCheck %s --check-prefix=ARM
// RUN: xla-compile %s --start-from=emit --emit=obj -o %t.o
// RUN: llvm-nm-22 %t.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: xla-compile %s --start-from=emit --emit=so -o %t.so
// RUN: llvm-nm-22 -D %t.so | FileCheck %s --check-prefix=SYMBOLS

// CHECK: define i32 @main(ptr
// CHECK-NEXT: ret i32 0
// ARM: main:
// ARM: ret
// SYMBOLS: T main
llvm.func @main(%call: !llvm.ptr) -> i32 {
  %ok = llvm.mlir.constant(0 : i32) : i32
  llvm.return %ok : i32
}
