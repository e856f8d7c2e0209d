// RUN: xla-run --check-numerics %s | FileCheck %s
// RUN: xla-compile %s --stop-after=fusion | FileCheck %s --check-prefix=FUSION

// A list of the best so far against the interpreter: rows that end in a part of
// a block, equal elements, of which the first counts, numbers of each kind, NaN
// and infinities, one wanted, the whole list from the first elements. What is
// half of a row is sorted.
// CHECK: numerics: machine code agrees
// FUSION-COUNT-6: chlo.top_k
// FUSION-NOT: chlo.top_k
// FUSION: hlo.sort
func.func @main(%x: tensor<3x1x1003xf32>, %i: tensor<7x300xi8>, %u: tensor<2x400xui16>, %d: tensor<130xf64>, %h: tensor<5x200xbf16>) -> (tensor<3x1x16xf32>, tensor<3x1x16xi32>, tensor<7x9xi8>, tensor<7x9xi32>, tensor<2x3xui16>, tensor<2x3xi32>, tensor<1xf64>, tensor<1xi32>, tensor<5x12xbf16>, tensor<5x12xi32>, tensor<3x1x5xf32>, tensor<3x1x5xi32>, tensor<65xf64>, tensor<65xi32>) {
  %a:2 = chlo.top_k(%x, k = 16) : tensor<3x1x1003xf32> -> (tensor<3x1x16xf32>, tensor<3x1x16xi32>)
  %b:2 = chlo.top_k(%i, k = 9) : tensor<7x300xi8> -> (tensor<7x9xi8>, tensor<7x9xi32>)
  %c:2 = chlo.top_k(%u, k = 3) : tensor<2x400xui16> -> (tensor<2x3xui16>, tensor<2x3xi32>)
  %e:2 = chlo.top_k(%d, k = 1) : tensor<130xf64> -> (tensor<1xf64>, tensor<1xi32>)
  %f:2 = chlo.top_k(%h, k = 12) : tensor<5x200xbf16> -> (tensor<5x12xbf16>, tensor<5x12xi32>)
  %zero = stablehlo.constant dense<0.0> : tensor<3x1x1003xf32>
  %inf = stablehlo.divide %x, %zero : tensor<3x1x1003xf32>
  %nan = stablehlo.multiply %inf, %zero : tensor<3x1x1003xf32>
  %few = stablehlo.constant dense<0.9> : tensor<3x1x1003xf32>
  %p = stablehlo.compare GT, %x, %few : (tensor<3x1x1003xf32>, tensor<3x1x1003xf32>) -> tensor<3x1x1003xi1>
  %odd = stablehlo.select %p, %nan, %x : tensor<3x1x1003xi1>, tensor<3x1x1003xf32>
  %less = stablehlo.constant dense<-0.9> : tensor<3x1x1003xf32>
  %q = stablehlo.compare LT, %x, %less : (tensor<3x1x1003xf32>, tensor<3x1x1003xf32>) -> tensor<3x1x1003xi1>
  %odder = stablehlo.select %q, %inf, %odd : tensor<3x1x1003xi1>, tensor<3x1x1003xf32>
  %g:2 = chlo.top_k(%odder, k = 5) : tensor<3x1x1003xf32> -> (tensor<3x1x5xf32>, tensor<3x1x5xi32>)
  %s:2 = chlo.top_k(%d, k = 65) : tensor<130xf64> -> (tensor<65xf64>, tensor<65xi32>)
  return %a#0, %a#1, %b#0, %b#1, %c#0, %c#1, %e#0, %e#1, %f#0, %f#1, %g#0, %g#1, %s#0, %s#1 : tensor<3x1x16xf32>, tensor<3x1x16xi32>, tensor<7x9xi8>, tensor<7x9xi32>, tensor<2x3xui16>, tensor<2x3xi32>, tensor<1xf64>, tensor<1xi32>, tensor<5x12xbf16>, tensor<5x12xi32>, tensor<3x1x5xf32>, tensor<3x1x5xi32>, tensor<65xf64>, tensor<65xi32>
}
