// What means something else in hlo is refused.
// RUN: xla-opt %s --shape-legalize-to-hlo --split-input-file --verify-diagnostics

func.func @unsigned(%x: tensor<?xf32>) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i64
  // expected-error@+1 {{'arith.divui' op has no counterpart in hlo for these types}}
  %d = arith.divui %i, %i : i64
  %r = tensor.from_elements %d : tensor<i64>
  return %r : tensor<i64>
}

// -----

func.func @booleans(%a: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error@+1 {{'arith.addi' op has no counterpart in hlo for these types}}
  %r = arith.addi %a, %a : tensor<2xi1>
  return %r : tensor<2xi1>
}

// -----

// expected-error@+1 {{'func.func' op expects tensors of the types of hlo, but has a value of type 'index'; use 'tensor<i64>' instead}}
func.func @index_argument(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.from_elements %n : tensor<1xindex>
  %r = hlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func private @sizes(tensor<i64>) -> tensor<1xindex>
func.func @call(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : i64
  %i = tensor.from_elements %c0 : tensor<i64>
  // expected-error@+1 {{'func.call' op expects tensors of the types of hlo, but has a value of type 'tensor<1xindex>'; use 'tensor<1xi64>' instead}}
  %s = func.call @sizes(%i) : (tensor<i64>) -> tensor<1xindex>
  %r = hlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
