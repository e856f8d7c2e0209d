// A linker that stops midway leaves what was there before, and nothing else.
// RUN: rm -rf %t && mkdir -p %t/bin %t/out
// RUN: printf '#!/bin/sh\nfor a; do test "$p" = -o && echo half > "$a"; p=$a; done; echo no room; exit 1\n' > %t/bin/ld.lld-22
// RUN: chmod +x %t/bin/ld.lld-22
// RUN: echo before > %t/out/a.so
// RUN: bash -c 'PATH=%t/bin:$PATH; ! xla-compile %s -o %t/out/a.so' 2>&1 | FileCheck %s
// RUN: bash -c 'cat %t/out/*' | FileCheck %s --check-prefix=LEFT --implicit-check-not=half
// Nor are there a header and weights for a library that is not there.
// RUN: bash -c 'PATH=%t/bin:$PATH; ! xla-compile %s -o %t/out/b.so --header=%t/out/b.h --weights=file "--compile-options=weight-bytes=16;small-constant-bytes=0"' 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: ls %t/out | FileCheck %s --check-prefix=FILES

// CHECK: error: linking {{.*}}a.so failed: no room
// OTHERS: error: linking {{.*}}b.so failed: no room
// LEFT: before
// FILES: a.so
// FILES-NOT: b
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.5]> : tensor<4xf32>
  %0 = stablehlo.add %x, %w : tensor<4xf32>
  return %0 : tensor<4xf32>
}
