// Sizes that no tensor has.
// RUN: not xla-run %s --backend=interpreter --entry=iota --arg=1xi64=-5 2>&1 | FileCheck %s --check-prefix=IOTA
// RUN: not xla-run %s --backend=interpreter --entry=set --arg=4xf32=1 --arg=i32=-1 2>&1 | FileCheck %s --check-prefix=SET

// IOTA: expects sizes that are not negative, but got -5
func.func @iota(%s: tensor<1xi64>) -> tensor<?xi32> {
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// SET: expects a size from 0 to 4 of dimension 0, but got -1
func.func @set(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %r : tensor<?xf32, #stablehlo.bounds<4>>
}
