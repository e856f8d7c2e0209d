// A program that needs temporary memory is not run without.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s -o %t/chain.o --header=%t/chain.h
// RUN: %cc -I%t -I%S/../../../include %S/Inputs/arena.c %t/chain.o -o %t/chain
// RUN: %t/chain | FileCheck %s
// CHECK: without: 1, with: 0, 8
func.func @main(%x: tensor<2x2xf32> loc("x")) -> (tensor<2x2xf32> {jax.result_info = "y"}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
