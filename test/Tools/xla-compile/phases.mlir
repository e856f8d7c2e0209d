// What --start-from and --stop-after say has to fit what the program says.
// RUN: xla-compile %s --stop-after=linalg -o %t.linalg
// RUN: bash -c 'xla-compile %t.linalg --stop-after=fusion; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: bash -c 'xla-compile %t.linalg --start-from=lower; test $? = 3' 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: bash -c 'xla-compile %t.linalg --start-from=emit; test $? = 3' 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: bash -c 'xla-compile %s --start-from=emit; test $? = 2' 2>&1 | FileCheck %s --check-prefix=DIALECT
// RUN: xla-compile %t.linalg --stop-after=linalg | FileCheck %s
// RUN: xla-compile %t.linalg --start-from=codegen --stop-after=codegen | FileCheck %s

// BEFORE: error: expected --stop-after not to lie before 'linalg', which is complete, but got 'fusion'
// SKIP: error: expected --start-from to go on after 'linalg', which the program says is complete, but got 'lower'
// EMIT: error: expected --start-from to go on after 'linalg', which the program says is complete, but got 'emit'
// DIALECT: error: '{{.*}}' op has no translation to LLVM IR: expected a module in the LLVM dialect
// CHECK: linalg.generic
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
