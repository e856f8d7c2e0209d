// RUN: xla-run --check-numerics %s | FileCheck %s
// RUN: xla-run --threads=1 --compile-options=parallel=false %s > %t.1
// RUN: xla-run --threads=2 %s > %t.2
// RUN: diff %t.1 %t.2

// Parts of long reductions against the interpreter, with a rest and without,
// of a product's sums and of few columns, from an initial value that counts
// once; and bit by bit the same, whatever runs in parallel.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<500009xf32>, %y: tensor<262144x3xf32>, %i: tensor<600x1024xi16>, %a: tensor<2x100000xf32>, %b: tensor<100000x3xf32>) -> (tensor<f32>, tensor<f32>, tensor<3xf32>, tensor<i16>, tensor<2x3xf32>) {
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i16>
  %squares = stablehlo.multiply %x, %x : tensor<500009xf32>
  %sum = stablehlo.reduce(%squares init: %seven) applies stablehlo.add across dimensions = [0] : (tensor<500009xf32>, tensor<f32>) -> tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<500009xf32>, tensor<f32>) -> tensor<f32>
  %columns = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<262144x3xf32>, tensor<f32>) -> tensor<3xf32>
  %product = stablehlo.reduce(%i init: %one) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<600x1024xi16>, tensor<i16>) -> tensor<i16>
  %dot = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x100000xf32>, tensor<100000x3xf32>) -> tensor<2x3xf32>
  return %sum, %max, %columns, %product, %dot : tensor<f32>, tensor<f32>, tensor<3xf32>, tensor<i16>, tensor<2x3xf32>
}
