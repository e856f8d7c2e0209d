// RUN: not xla-compile %s --target=x86_64 --cpu=bogus -o %t.o 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not xla-compile %s --target=x86_64 --features=+bogus -o %t.o 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not xla-run %s --compile-options="triple=x86_64-unknown-linux-gnu;cpu=bogus;vector-bits=256" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not xla-run %s --compile-options="triple=x86_64-unknown-linux-gnu;features=+bogus;vector-bits=256" 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not xla-compile %s --emit=obj -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL

// CPU: error: expected a CPU that LLVM knows for x86_64, but got 'bogus'
// FEATURE: error: expected features of x86_64 as +name or -name, but got '+bogus'
// FULL: error: cannot write /dev/full: No space left on device
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
