// 0 right, 1 another result, 2 refused, 3 usage; case files are in
// test/E2E/run-and-compare.mlir.
// RUN: xla-run %s --backend=interpreter --arg=2xf32=1,2
// RUN: bash -c 'xla-run %s --backend=interpreter --arg=2xf32=1,3; test $? = 1' 2>&1 | FileCheck %s --check-prefix=CHECK1
// RUN: bash -c 'xla-run %s; test $? = 2' 2>&1 | FileCheck %s --check-prefix=CHECK2
// RUN: bash -c 'xla-run %s --entry=identity > /dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: bash -c 'xla-run %s --entry=identity --threads=5000; test $? = 3' 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: bash -c 'xla-run %s --entry=identity --opt=99; test $? = 3' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: bash -c 'xla-run %s --entry=identity --compile-options=opt-level=99; test $? = 3' 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: bash -c 'xla-run %s --entry=identity --compile-options=vector-bits=100; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: bash -c 'xla-run %s --entry=identity --compile-options=task-nanoseconds=0; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TASK

// CHECK1: error: 'check.expect_eq_const' op failed at index [1]: got 3, expected 2
// CHECK1: error: a check of the program failed
// CHECK2: error: 'check.expect_eq_const' op cannot be compiled: programs are of func, stablehlo (hlo) and chlo ops
// FULL: error: cannot write standard output: No space left on device
// THREADS: error: expected a number of threads from 0 to 4096, but got 5000
// UNKNOWN: Unknown command line argument '--opt=99'
// LEVEL: error: expected a number from 0 to 3 for compile option 'opt-level', but got '99'
// BITS: error: expected 0 or a power of two from 64 to 4096 for compile option 'vector-bits', but got '100'
// TASK: error: expected a number from 1 to 1099511627776 for compile option 'task-nanoseconds', but got '0'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>
  return %x : tensor<2xf32>
}
func.func @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
