// RUN: not xla-translate --to=ptx %s 2>&1 | FileCheck %s

// CHECK: error: device code calls '__nv_expf', which no kernel defines
gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
  llvm.func @__nv_expf(f32) -> f32
  llvm.func @k(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %x = llvm.load %p : !llvm.ptr -> f32
    %y = llvm.call @__nv_expf(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr
    llvm.return
  }
}
