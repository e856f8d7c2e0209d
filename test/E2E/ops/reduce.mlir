// A sum along one dimension, one of booleans over all, and an argmax.
// DEFINE: %{args} = --arg=2x3xf32=1,5,2,4,0,4 --arg=2x3xi1=0,1,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3xf32
// CHECK-NEXT: [5.0, 5.0, 6.0]
// CHECK-NEXT: result 1: i1
// CHECK-NEXT: true
// CHECK-NEXT: result 2: 2xf32
// CHECK-NEXT: [5.0, 4.0]
// CHECK-NEXT: result 3: 2xi32
// CHECK-NEXT: [1, 0]
func.func @main(%x: tensor<2x3xf32>, %p: tensor<2x3xi1>) -> (tensor<3xf32>, tensor<i1>, tensor<2xf32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %o = stablehlo.reduce(%p init: %false) applies stablehlo.or across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
  %m:2 = stablehlo.reduce(%x init: %low), (%i init: %none) across dimensions = [1]
      : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %ge, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %ge, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }
  return %s, %o, %m#0, %m#1 : tensor<3xf32>, tensor<i1>, tensor<2xf32>, tensor<2xi32>
}
