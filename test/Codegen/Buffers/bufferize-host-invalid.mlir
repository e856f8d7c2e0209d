// RUN: xla-opt %s --xla-bufferize-host --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op expects a body of one block}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expects arguments of static shape and of plain elements, but got 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}

// -----

func.func private @k(tensor<4xf32>) -> tensor<?xf32> attributes {xla.kernel}
func.func @dynamic_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects results of static shape and of plain elements, but got 'tensor<?xf32>'}}
  %0 = xla.call_kernel @k(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @compute(%x: tensor<4xf32>) {
  // expected-error@+1 {{'arith.addf' op expects a call, a reshape, a constant or structured control flow at the host level}}
  %0 = arith.addf %x, %x : tensor<4xf32>
  return
}
