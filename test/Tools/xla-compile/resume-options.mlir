// A program that was compiled up to a phase goes on with the options recorded
// in it: the command line may repeat them, not change them.
// RUN: xla-compile %s --stop-after=linalg --target=aarch64 --compile-options=opt-level=1 -o %t
// RUN: xla-compile %t --emit=asm | FileCheck %s --check-prefix=ARM
// RUN: xla-compile %t --emit=asm --target=aarch64 --entry=main --compile-options=opt-level=1 | FileCheck %s --check-prefix=ARM
// RUN: bash -c 'xla-compile %t --emit=asm --target=x86_64; test $? = 3' 2>&1 | FileCheck %s
// RUN: bash -c 'xla-compile %t --emit=asm --cpu=cortex-a72; test $? = 3' 2>&1 | FileCheck %s
// RUN: bash -c 'xla-compile %t --emit=asm --features=+sve; test $? = 3' 2>&1 | FileCheck %s
// RUN: bash -c 'xla-compile %t --emit=asm --entry=other; test $? = 3' 2>&1 | FileCheck %s
// RUN: bash -c 'xla-compile %t --emit=asm --compile-options=opt-level=2; test $? = 3' 2>&1 | FileCheck %s

// ARM: fneg s{{[0-9]+}}, s{{[0-9]+}}
// ARM: main:
// CHECK: error: expected the options that the program was compiled with up to phase 'linalg' (its xla.options), but the command line asks for others; give them where the compilation starts
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
