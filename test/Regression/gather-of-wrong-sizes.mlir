// Slice sizes that come as the program runs and are not the result's.
// RUN: xla-run %s --arg=3xf32=1,2,3 --arg=2x1xi64=2,9 --arg=1xi64=1 --print | FileCheck %s --check-prefix=GOOD
// RUN: not xla-run %s --arg=3xf32=1,2,3 --arg=2x1xi64=2,9 --arg=1xi64=3 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: not xla-run %s --arg=3xf32=1,2,3 --arg=2x1xi64=2,9 --arg=1xi64=0 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: not xla-run %s --backend=interpreter --arg=3xf32=1,2,3 --arg=2x1xi64=2,9 --arg=1xi64=3 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not xla-run %s --backend=interpreter --arg=3xf32=1,2,3 --arg=2x1xi64=2,9 --arg=1xi64=0 2>&1 | FileCheck %s --check-prefix=NOTHING

// GOOD: [3.0, 3.0]
// NATIVE: dynamic_gather expects a slice size of 1 in dimension 0, but got {{[03]}}
// LARGE: expects a slice size of at most 1 in dimension 0, which the result lacks, but got 3
// NOTHING: expects slices of elements for a result that has some, but got a slice size of 0
func.func @main(%x: tensor<3xf32>, %i: tensor<2x1xi64>, %s: tensor<1xi64>) -> tensor<2xf32> {
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
