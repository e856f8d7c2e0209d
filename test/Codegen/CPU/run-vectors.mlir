// RUN: xla-run --check-numerics %s | FileCheck %s

// Vectors against the interpreter: the first of equal maxima, and of what is no
// number (logarithms of negative numbers), and of what is computed with the
// index; sums, products and maxima of rows that no vector divides; bf16; a norm large enough to go through its rows in
// blocks, with a block that is not full.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<37x1003xf32>, %y: tensor<1031x257xf32>) -> (tensor<37xi32>, tensor<37xi32>, tensor<37xi32>, tensor<37xf32>, tensor<37xbf16>, tensor<37xi32>, tensor<1031x257xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<37x1003xf32>
  %scaled = stablehlo.multiply %x, %four : tensor<37x1003xf32>
  %ties = stablehlo.floor %scaled : tensor<37x1003xf32>
  %nans = stablehlo.log %x : tensor<37x1003xf32>
  %first = func.call @argmax(%ties) : (tensor<37x1003xf32>) -> tensor<37xi32>
  %nan = func.call @argmax(%nans) : (tensor<37x1003xf32>) -> tensor<37xi32>
  %i = stablehlo.iota dim = 1 : tensor<37x1003xi32>
  %end = stablehlo.constant dense<900> : tensor<37x1003xi32>
  %none = stablehlo.constant dense<0.0> : tensor<37x1003xf32>
  %isBefore = stablehlo.compare LT, %i, %end : (tensor<37x1003xi32>, tensor<37x1003xi32>) -> tensor<37x1003xi1>
  %chosen = stablehlo.select %isBefore, %x, %none : tensor<37x1003xi1>, tensor<37x1003xf32>
  %squares = stablehlo.multiply %chosen, %chosen : tensor<37x1003xf32>
  %square = func.call @argmax(%squares) : (tensor<37x1003xf32>) -> tensor<37xi32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<37x1003xf32>, tensor<f32>) -> tensor<37xf32>
  %narrow = stablehlo.convert %x : (tensor<37x1003xf32>) -> tensor<37x1003xbf16>
  %narrowZero = stablehlo.constant dense<0.0> : tensor<bf16>
  %sum = stablehlo.reduce(%narrow init: %narrowZero) applies stablehlo.add across dimensions = [1] : (tensor<37x1003xbf16>, tensor<bf16>) -> tensor<37xbf16>
  %whole = stablehlo.convert %ties : (tensor<37x1003xf32>) -> tensor<37x1003xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %product = stablehlo.reduce(%whole init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<37x1003xi32>, tensor<i32>) -> tensor<37xi32>

  %total = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1031x257xf32>, tensor<f32>) -> tensor<1031xf32>
  %count = stablehlo.constant dense<257.0> : tensor<1031xf32>
  %mean = stablehlo.divide %total, %count : tensor<1031xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<1031xf32>) -> tensor<1031x257xf32>
  %centred = stablehlo.subtract %y, %means : tensor<1031x257xf32>
  %e = stablehlo.exponential %centred : tensor<1031x257xf32>
  %sums = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1031x257xf32>, tensor<f32>) -> tensor<1031xf32>
  %rows = stablehlo.broadcast_in_dim %sums, dims = [0] : (tensor<1031xf32>) -> tensor<1031x257xf32>
  %norm = stablehlo.divide %e, %rows : tensor<1031x257xf32>
  return %first, %nan, %square, %max, %sum, %product, %norm : tensor<37xi32>, tensor<37xi32>, tensor<37xi32>, tensor<37xf32>, tensor<37xbf16>, tensor<37xi32>, tensor<1031x257xf32>
}

func.func private @argmax(%x: tensor<37x1003xf32>) -> tensor<37xi32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<37x1003xi32>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %c) across dimensions = [1] : (tensor<37x1003xf32>, tensor<37x1003xi32>, tensor<f32>, tensor<i32>) -> (tensor<37xf32>, tensor<37xi32>)
   reducer(%a: tensor<f32>, %v: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %2 = stablehlo.compare GT, %a, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.or %2, %3 : tensor<i1>
    %5 = stablehlo.compare EQ, %a, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.compare LT, %j, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %5, %6 : tensor<i1>
    %8 = stablehlo.or %4, %7 : tensor<i1>
    %9 = stablehlo.select %4, %a, %v : tensor<i1>, tensor<f32>
    %10 = stablehlo.select %8, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
  }
  return %r#1 : tensor<37xi32>
}
