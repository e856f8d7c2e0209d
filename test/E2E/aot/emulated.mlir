// REQUIRES: qemu-user
// Each processor gets the code that it can run: of an object, which chooses by
// itself, and of a package, by the run time.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64-v2,x86-64-v3 -o %t/affine.o --header=%t/affine.h
// RUN: %cc -static -I%t -I%S/../../../include %S/Inputs/alone.c %t/affine.o -o %t/alone
// RUN: qemu-x86_64 -cpu max %t/alone | FileCheck %s
// RUN: qemu-x86_64 -cpu Nehalem %t/alone | FileCheck %s
// RUN: qemu-x86_64 -cpu qemu64 %t/alone | FileCheck %s --check-prefix=NONE

// CHECK: 0 : 1 3 2047
// NONE: 5 expected a processor that the program was compiled for: 0 0 0

// Code of AArch64, in an object and from a package.
// RUN: xla-compile %s --target=aarch64 -o %t/affine.o --header=%t/affine.h
// RUN: aarch64-linux-gnu-gcc -static -I%t -I%S/../../../include %S/Inputs/alone.c %t/affine.o -o %t/arm
// RUN: qemu-aarch64 %t/arm | FileCheck %s
// RUN: xla-compile %s --target=x86_64,aarch64 --cpu=v3,cortex-a72 --symbol=affine -o %t/affine.xla
// RUN: aarch64-linux-gnu-g++ -std=c++17 -static -I%S/../../../include %S/Inputs/load-package.cpp \
// RUN:   %S/../../../lib/Runtime/Package.cpp %S/../../../lib/Runtime/LoadImage.cpp %S/../../../lib/Runtime/Weights.cpp %S/../../../lib/Runtime/ISA.cpp -o %t/load
// RUN: qemu-aarch64 %t/load %t/affine.xla | FileCheck %s --check-prefix=LOADED
// LOADED: cortex-a72: 1 3 2047

// Code that calls a function of the C library finds it by a table of pointers.
// RUN: xla-compile %s --entry=copy --target=aarch64 --emit=llvm-ir | FileCheck %s --check-prefix=CALLS
// RUN: xla-compile %s --entry=copy --target=aarch64 -o %t/copy.xla
// RUN: qemu-aarch64 %t/load %t/copy.xla | FileCheck %s --check-prefix=COPIED
// CALLS: call void @llvm.memcpy
// COPIED: generic: 0 1 1023
func.func @main(%x: tensor<1024xf32> loc("x")) -> (tensor<1024xf32> {jax.result_info = "y"}) {
  %one = stablehlo.constant dense<1.0> : tensor<1024xf32>
  %0 = stablehlo.add %x, %x : tensor<1024xf32>
  %1 = stablehlo.add %0, %one : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}
func.func @copy(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  return %x : tensor<1024xf32>
}
