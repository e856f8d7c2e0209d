// RUN: xla-opt %s --chlo-legalize-to-hlo --verify-diagnostics

func.func @unknown_size(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{'chlo.top_k' op has no lowering to hlo for these types}}
  %0:2 = chlo.top_k(%x, k = 2) : tensor<?xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}
