// What xla-run says of right and of wrong results, and its exit codes.
// RUN: xla-run %s --arg=2xf32=1,2 --arg=2xf32=3 | FileCheck %s --check-prefix=PRINT
// RUN: xla-run %s | FileCheck %s --check-prefix=GENERATED
// RUN: xla-run %s --case=%S/Inputs/sum-right.json | FileCheck %s --check-prefix=RIGHT
// RUN: bash -c 'xla-run %s --case=%S/Inputs/sum-wrong.json; test $? = 1' | FileCheck %s --check-prefix=WRONG
// RUN: xla-run %s --benchmark --format=json --threads=1 | FileCheck %s --check-prefix=JSON

// PRINT: result 0: 2xf32
// PRINT-NEXT: [4.0, 5.0]
// GENERATED: argument 0: 2xf32=uniform(-1,1,1)
// GENERATED: argument 1: 2xf32=uniform(-1,1,2)
// GENERATED: result 0: 2xf32
// RIGHT: result 0: 2xf32 right
// WRONG: result 0: 2xf32 wrong: 1 of 2 elements differ, worst at [1]: got 6{{.*}}, expected 5
// JSON: {"compile_s": {{.*}}, "run_s": [{{.*}}], "peak_rss_bytes": {{.*}}}
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %x, %y : tensor<2xf32>
  return %sum : tensor<2xf32>
}
