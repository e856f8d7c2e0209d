// RUN: xla-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected '<'}}
sdy.mesh @mesh = ["x"=2]

// -----

func.func @priority(%a: tensor<4xf32>) {
  // expected-error @+1 {{expected a priority such as p1}}
  %0 = sdy.sharding_constraint %a <@mesh, [{}q1]> : tensor<4xf32>
  return
}

// -----

func.func @counts(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects an argument and a sharding for each of its 1 operands}}
  %0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} (%x: tensor<4xf32>) {
    sdy.return %x : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
