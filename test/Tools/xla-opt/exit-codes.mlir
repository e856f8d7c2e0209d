// RUN: bash -c 'xla-opt %s --no-such-pass; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: bash -c 'xla-opt %s --hlo-no-such-pass; test $? = 3' 2>&1 | FileCheck %s --check-prefix=HELP
// RUN: bash -c 'xla-opt %s.not; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: bash -c 'xla-opt %s --xla-verify-linalg; test $? = 2' 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: bash -c 'xla-opt %s -o /dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: bash -c 'xla-translate %s -o /dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: bash -c 'xla-compile %s -o /dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: bash -c 'xla-compile %s -o %t.o --decisions=/dev/full; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: bash -c 'xla-compile %s -o %t/no/folder/x.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FOLDER

// PASS: Unknown command line argument '--no-such-pass'
// HELP: error: expected an option that exists, but got '--hlo-no-such-pass'; try --help
// FILE: error: cannot open input file
// REFUSED: error:
// FULL: error: cannot write /dev/full: No space left on device
// FOLDER: error: cannot open output file
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = hlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
