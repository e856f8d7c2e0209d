// Flags that a way to look at a program would leave unsaid are refused.
// RUN: bash -c 'xla-run %s --check-numerics --print; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: bash -c 'xla-run %s --check-numerics --benchmark; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BENCHMARK
// RUN: bash -c 'xla-run %s --list-unsupported --format=json; test $? = 3' 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: bash -c 'xla-run %s --list-unsupported --check-numerics; test $? = 3' 2>&1 | FileCheck %s --check-prefix=MODES

// What a case expects counts there too.
// RUN: xla-run %s --check-numerics --case=%S/../../E2E/Inputs/sum-right.json | FileCheck %s --check-prefix=RIGHT
// RUN: bash -c 'xla-run %s --check-numerics --case=%S/../../E2E/Inputs/sum-wrong.json; test $? = 1' | FileCheck %s --check-prefix=WRONG

// PRINT: error: expected --check-numerics or --print, but got both
// BENCHMARK: error: expected --check-numerics or --benchmark, but got both
// JSON: error: expected --list-unsupported or --format=json, but got both
// MODES: error: expected --list-unsupported or --check-numerics, but got both
// RIGHT: numerics: machine code agrees
// RIGHT: result 0: 2xf32 right
// WRONG: numerics: machine code agrees
// WRONG: result 0: 2xf32 wrong: 1 of 2 elements differ
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %x, %y : tensor<2xf32>
  return %sum : tensor<2xf32>
}
