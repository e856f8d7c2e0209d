// RUN: xla-opt %s --hlo-legalize-to-scf --split-input-file --verify-diagnostics

func.func @compute(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'hlo.negate' op expects a call, a constant, a reshape or control flow at the host level}}
  %0 = hlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expects a body of one block}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}
