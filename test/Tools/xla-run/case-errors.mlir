// A case that cannot be used is an error of use, not a result that differs.
// RUN: echo '{"args": [], "results": 1}' > %t.json
// RUN: bash -c 'xla-run %s --case=%t.json; test $? = 3' 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: echo '{"args": [], "results": [{"shape": [2], "dtype": "f32", "file": "none.npy"}]}' > %t.json
// RUN: bash -c 'xla-run %s --case=%t.json; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: bash -c 'xla-run %s --arg="2xf32=uniform(1,0,7)"; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: bash -c 'xla-run %s --arg=2xf32=1,2,3; test $? = 3' 2>&1 | FileCheck %s --check-prefix=COUNT

// RESULTS: error: {{.*}}.json: expected a list in 'results', but got 1
// FILE: error: {{.*}}none.npy: No such file or directory
// BOUNDS: error: 'uniform(1,0,7)': expected lo <= hi, but got lo 1 and hi 0
// COUNT: error: argument 0: expected at most 2 values for 2xf32, but got 3
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
