// A case that states no results says what to run on; results are printed, and none
// is called right.
// RUN: echo '{"args": [{"shape": [2], "dtype": "f32", "gen": "const", "value": 3}]}' > %t.json
// RUN: xla-run %s --case=%t.json | FileCheck %s --implicit-check-not=right
// RUN: xla-run %s --case=%t.json --benchmark --format=json | FileCheck %s --check-prefix=JSON

// CHECK: result 0: 2xf32
// CHECK: [3.0, 3.0]
// JSON: "run_s":
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
