// RUN: xla-opt %s --xla-verify-lower --split-input-file --verify-diagnostics

llvm.func @k(%call: !llvm.ptr, %x: !llvm.ptr) attributes {xla.kernel} {
  llvm.return
}
llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.mlir.global external constant @main_info(0 : i32) : i32
llvm.func @main(%call: !llvm.ptr) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error@+1 {{'builtin.module' op expects an entry @main}}
module {
}

// -----

// expected-error@+1 {{'llvm.func' op expects the form i32 (ptr) of an entry}}
llvm.func @main(%call: !llvm.ptr) {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op expects a constant @main_info beside it}}
llvm.func @main(%call: !llvm.ptr) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error@+1 {{'llvm.func' op expects a body: compiled code calls nothing outside but memcpy, memmove and memset}}
llvm.func @expf(f32) -> f32
// expected-error@+1 {{'llvm.func' op expects the pointer to the call as a kernel's first argument}}
llvm.func @k() attributes {xla.kernel} {
  llvm.return
}
llvm.mlir.global external constant @main_info(0 : i32) : i32
llvm.func @main(%call: !llvm.ptr) -> i32 {
  // expected-error@+1 {{'arith.constant' op expects not to be there after phase lower}}
  %c = arith.constant 1 : i32
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
