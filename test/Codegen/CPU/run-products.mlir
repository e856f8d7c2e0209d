// RUN: xla-run --check-numerics --threads=2 %s | FileCheck %s
// RUN: xla-compile %s --stop-after=bufferize --xla-counters -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTERS

// COUNTERS-NOT: num-mismatches
// COUNTERS: xla-cpu-tile-products num-tiled-products {{[5-9]}}

// Packed products beside the interpreter: sizes that no tile divides, more than
// one block of terms and of rows, each operand either way round, batches, and
// types that are widened; rows that are read where they lie.
// CHECK: numerics: machine code agrees
func.func @main(%a: tensor<97x521xf32>, %b: tensor<521x133xf32>, %c: tensor<133x521xf32>, %d: tensor<521x97xf32>, %e: tensor<5x77x101xbf16>, %f: tensor<5x101x129xbf16>, %g: tensor<3x2x61x67xf64>, %h: tensor<3x2x71x67xf64>, %i: tensor<311x17xf32>, %j: tensor<17x257xf32>, %k: tensor<96x600xf32>, %l: tensor<600x45xf32>) -> (tensor<97x133xf32>, tensor<97x133xf32>, tensor<97x133xf32>, tensor<97x133xf32>, tensor<5x77x129xbf16>, tensor<3x2x61x71xf64>, tensor<311x257xf32>, tensor<257x257xf32>, tensor<96x45xf32>) {
  %nn = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<97x521xf32>, tensor<521x133xf32>) -> tensor<97x133xf32>
  %nt = stablehlo.dot_general %a, %c, contracting_dims = [1] x [1] : (tensor<97x521xf32>, tensor<133x521xf32>) -> tensor<97x133xf32>
  %tn = stablehlo.dot_general %d, %b, contracting_dims = [0] x [0] : (tensor<521x97xf32>, tensor<521x133xf32>) -> tensor<97x133xf32>
  %tt = stablehlo.dot_general %d, %c, contracting_dims = [0] x [1] : (tensor<521x97xf32>, tensor<133x521xf32>) -> tensor<97x133xf32>
  %narrow = stablehlo.dot_general %e, %f, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x77x101xbf16>, tensor<5x101x129xbf16>) -> tensor<5x77x129xbf16>
  %wide = stablehlo.dot_general %g, %h, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<3x2x61x67xf64>, tensor<3x2x71x67xf64>) -> tensor<3x2x61x71xf64>
  %short = stablehlo.dot_general %i, %j, contracting_dims = [1] x [0] : (tensor<311x17xf32>, tensor<17x257xf32>) -> tensor<311x257xf32>
  %self = stablehlo.dot_general %j, %j, contracting_dims = [0] x [0] : (tensor<17x257xf32>, tensor<17x257xf32>) -> tensor<257x257xf32>
  %even = stablehlo.dot_general %k, %l, contracting_dims = [1] x [0] : (tensor<96x600xf32>, tensor<600x45xf32>) -> tensor<96x45xf32>
  return %nn, %nt, %tn, %tt, %narrow, %wide, %short, %self, %even : tensor<97x133xf32>, tensor<97x133xf32>, tensor<97x133xf32>, tensor<97x133xf32>, tensor<5x77x129xbf16>, tensor<3x2x61x71xf64>, tensor<311x257xf32>, tensor<257x257xf32>, tensor<96x45xf32>
}
