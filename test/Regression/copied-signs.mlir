// LLVM forms llvm.copysign of what selects by a sign, and its code generator moves
// roundings through it, until one of f64 to f16 is left, for which x86 calls a library.
// RUN: xla-compile %s --cpu=x86-64-v3 --target=x86_64 --emit=llvm-ir | FileCheck %s
// RUN: xla-compile %s --cpu=x86-64-v3 --target=x86_64 --emit=llvm-ir --compile-options=opt-level=0 | FileCheck %s
// CHECK-LABEL: define hidden {{.*}}@loop_atan2
// CHECK-NOT: llvm.copysign
// CHECK: fptrunc
func.func @main(%x: tensor<64xf16>, %y: tensor<64xf16>) -> tensor<64xf16> {
  %0 = stablehlo.sine %x : tensor<64xf16>
  %1 = stablehlo.atan2 %y, %0 : tensor<64xf16>
  return %1 : tensor<64xf16>
}
