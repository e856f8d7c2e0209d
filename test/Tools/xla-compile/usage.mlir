// RUN: bash -c 'xla-compile %s --stop-after=tile; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: bash -c 'xla-compile %s --emit=ptx; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: bash -c 'xla-compile %s --target=vax --stop-after=hlo-optimize; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: bash -c 'xla-compile %s --compile-options=speed=9; test $? = 3' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: cp %s %t.mlir
// RUN: bash -c 'xla-compile %t.mlir -o %t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: bash -c 'xla-compile %t.mlir --stop-after=lower | xla-translate --to=stablehlo; test $? = 2' 2>&1 | FileCheck %s --check-prefix=LATE

// Files that would be written over one another.
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --header=%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --decisions=%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=DECISIONS
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --weights=file:%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: bash -c 'xla-compile %t.mlir -o %t.none.o --weights=file:%t.none.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: cmp %s %t.mlir
// HEADER: error: expected the header not to be the program itself, but got '{{.*}}.mlir'
// DECISIONS: error: expected the decisions not to be the program itself, but got '{{.*}}.mlir'
// WEIGHTS: error: expected the weights not to be the program itself, but got '{{.*}}.mlir'
// OUTPUT: error: expected the weights not to be the output (-o), but got '{{.*}}.none.o'

// SELF: error: expected the output (-o) not to be the program itself, but got '{{.*}}.mlir'
// LATE: error: expected a program before phase fusion to write as StableHLO, but it has completed phase lower
// PHASE: error: expected a phase in --stop-after, but got 'tile'
// PTX: error: expected --target=nvptx64 for this output
// TARGET: error: expected a target of x86-64, AArch64 or NVPTX, but got 'vax'
// OPTION: error: expected the name of a compile option (entry, {{.*}}), but got 'speed'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
