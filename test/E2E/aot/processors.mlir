// An object with code for several processors takes the best in the first call,
// also in a static program; only its entry and its description are visible.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64,x86-64-v4,x86-64-v3 -o %t/affine.o --header=%t/affine.h
// RUN: llvm-nm-22 --extern-only --defined-only --just-symbol-name %t/affine.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: llvm-nm-22 --undefined-only --just-symbol-name %t/affine.o | not grep -vxE 'memcpy|memmove|memset'
// RUN: llvm-objdump-22 -d %t/affine.o | FileCheck %s --check-prefix=CODE
// RUN: grep 'code is for x86-64-v4,x86-64-v3,x86-64 ' %t/affine.h
// RUN: %cc -static -I%t -I%S/../../../include %S/Inputs/alone.c %t/affine.o -o %t/alone
// RUN: %t/alone | FileCheck %s
// RUN: xla-compile %s --target=x86_64 --cpu=v3,x86-64-v2 --symbol=main -o %t/affine.so
// RUN: %cc -I%S/../../../include %S/../Inputs/load-and-run.c -o %t/load -L%xla_build/lib -lxla_runtime -ldl -Wl,-rpath,%xla_build/lib
// RUN: %t/load %t/affine.so | FileCheck %s --check-prefix=LOADED

// SYMBOLS: affine
// SYMBOLS-NEXT: affine_info
// SYMBOLS-NOT: {{.}}
// CODE-DAG: zmm
// CODE-DAG: ymm
// CODE-DAG: cpuid
// CHECK: 0 : 1 3 2047
// LOADED: ok
// LOADED-NEXT: 1 3 5 7

// Packages alone have code for several architectures.
// RUN: not xla-compile %s --target=x86_64,aarch64 -o %t/x.o 2>&1 | FileCheck %s --check-prefix=TARGETS
// RUN: not xla-compile %s --target=aarch64 --cpu=cortex-a72,neoverse-v1 -o %t/x.o 2>&1 | FileCheck %s --check-prefix=ARM
// RUN: not xla-compile %s --cpu=x86-64,x86-64-v3 --emit=asm -o %t/x.s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not xla-compile %s --target=x86_64,aarch64 --cpu=z80 -o %t/x.xla 2>&1 | FileCheck %s --check-prefix=CPU
// TARGETS: expected one target for this output; a package (.xla) takes several
// ARM: expected processors of x86-64 for one object, but got 'aarch64-unknown-linux-gnu'
// OUTPUT: expected one processor for this output
// CPU: expected processors of the targets in --cpu, but got 'z80'
func.func @main(%x: tensor<1024xf32> loc("x")) -> (tensor<1024xf32> {jax.result_info = "y"}) {
  %one = stablehlo.constant dense<1.0> : tensor<1024xf32>
  %0 = stablehlo.add %x, %x : tensor<1024xf32>
  %1 = stablehlo.add %0, %one : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}
