// RUN: xla-run --check-numerics %s | FileCheck %s

// Functions that are tables where the processor has those: lengths that no
// vector divides, narrow floats.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<37x1003xf32>, %y: tensor<1031xbf16>) -> (tensor<37x1003xf32>, tensor<37x1003xf32>, tensor<1031xbf16>) {
  %scale = stablehlo.constant dense<4.0> : tensor<37x1003xf32>
  %scaled = stablehlo.multiply %x, %scale : tensor<37x1003xf32>
  %nan = stablehlo.log %scaled : tensor<37x1003xf32>
  %0 = stablehlo.tanh %nan : tensor<37x1003xf32>
  %1 = chlo.erfc %scaled : tensor<37x1003xf32> -> tensor<37x1003xf32>
  %2 = chlo.erf %y : tensor<1031xbf16> -> tensor<1031xbf16>
  return %0, %1, %2 : tensor<37x1003xf32>, tensor<37x1003xf32>, tensor<1031xbf16>
}
