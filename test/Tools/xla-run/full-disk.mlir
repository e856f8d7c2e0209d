// What cannot be written does not end well.
// RUN: bash -c 'xla-run %s --trace-file=/dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: bash -c 'xla-compile %s --trace-file=/dev/full -o %t.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: bash -c 'xla-run --help >/dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=HELP --implicit-check-not=LLVM

// TRACE: error: cannot write /dev/full: No space left on device
// HELP: error: cannot write standard output: No space left on device
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
