// Numbers of flags that could mean nothing are an error of use.
// RUN: bash -c 'xla-run %s --compile-timeout=-1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: bash -c 'xla-run %s --compile-timeout=nan; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: bash -c 'xla-run %s --rel-error-bound=-1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: bash -c 'xla-run %s --abs-error-bound=inf; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: bash -c 'xla-run %s --module=0; test $? = 3' 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: bash -c 'xla-run %s --compile-options=entry=f; test $? = 3' 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: xla-run %s --compile-timeout=1e300
// RUN: env XLA_CACHE_LIMIT_BYTES=-1 XLA_CACHE_DIR=%t.cache xla-run %s 2>&1 | FileCheck %s --check-prefix=CACHE

// TIME: --compile-timeout option: expected a finite number that is not negative, but got
// BOUND: -error-bound option: expected a finite number that is not negative, but got
// MODULE: --module option: expected a number from 1 on, but got '0'
// ENTRY: error: expected the function to run in --entry, but got entry=f in --compile-options
// CACHE: warning: expected a positive number of bytes in XLA_CACHE_LIMIT_BYTES, but got '-1'; 1073741824 are taken
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
