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
