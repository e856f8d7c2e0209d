// RUN: not xla-compile %s --compile-timeout=0.000001 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not xla-run %s --compile-timeout=0.000001 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: xla-compile %s --compile-timeout=600 -o /dev/null
// RUN: xla-run %s --compile-timeout=600 --arg=4xf32=1 | FileCheck %s --check-prefix=ENOUGH

// RUN: not xla-compile %s --compile-options=compile-memory-bytes=1 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not xla-run %s --compile-options=compile-memory-bytes=1 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: xla-run %s --compile-options=compile-memory-bytes=4000000000 --arg=4xf32=1 | FileCheck %s --check-prefix=ENOUGH
// LARGE: error: compilation took more memory than it may (compile-memory-bytes); it stopped before pass '{{[a-z-]+}}'

// LATE: error: compilation took longer than it may; it stopped before pass '{{[a-z-]+}}'
// ENOUGH: [2.0, 2.0, 2.0, 2.0]

// A phase that meets what the one before cannot have left: the program is
// written down as it came, and the command shows the failure again.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --stop-after=fusion -o %t.fusion
// RUN: sed 's/@main/@other/' %t.fusion > %t.broken
// RUN: not xla-compile %t.broken --failure-dir=%t 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: cat %t/xla-failure-*.mlir | FileCheck %s --check-prefix=BUNDLE
// FAULT: error: failed after phase '{{[a-z]+}}', where few programs are refused
// FAULT: note: please report it with [[FILE:.*/xla-failure-[0-9a-f]+.mlir]]; to see it again: xla-compile [[FILE]] --compile-options='entry=main;
// BUNDLE: // xla-mlir {{.*}}, LLVM 22
// BUNDLE: // options: entry=main;
// BUNDLE: xla.phase = "fusion"
// BUNDLE: func.func {{.*}}@other

func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
