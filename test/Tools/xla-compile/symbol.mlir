// The compiled function gets the name that the command line gives it.
// RUN: xla-compile %s --symbol=dense --emit=llvm-ir | FileCheck %s
// RUN: bash -c 'xla-compile %s --symbol=helper; test $? = 3' 2>&1 | FileCheck %s --check-prefix=USED
// RUN: xla-compile %s --stop-after=linalg -o %t
// RUN: xla-compile %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: xla-compile %s --symbol=dense -o %t.o 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: xla-compile %s --symbol=dense --stop-after=linalg -o %t.linalg
// RUN: xla-run %t.linalg --arg=4xf32=1 | FileCheck %s --check-prefix=RESUMED
// RUN: bash -c 'xla-compile %t --symbol=dense; test $? = 3' 2>&1 | FileCheck %s --check-prefix=LATE

// CHECK: @dense_info = {{.*}}constant
// CHECK: define i32 @dense(
// MAIN: warning: the object defines 'main', which a C program has too; --symbol=NAME gives the code another name
// RESUMED: -1.0
// QUIET-NOT: warning
// USED: error: expected a symbol that the program does not use, but got 'helper'
// LATE: error: expected no symbol for a program that is past phase input; give it where the compilation starts
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
