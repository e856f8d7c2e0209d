// Scalar bounds and predicates count for every element.
// DEFINE: %{args} = --arg=f32=-1 --arg=4xf32=-5,0.5,nan,9 --arg=f32=2 \
// DEFINE:   --arg=i1=1
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4xf32
// CHECK-NEXT: [-1.0, 0.5, nan, 2.0]
// CHECK-NEXT: result 1: 4xf32
// CHECK-NEXT: [-5.0, 0.5, nan, 9.0]
func.func @main(%l: tensor<f32>, %x: tensor<4xf32>, %h: tensor<f32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = stablehlo.select %p, %x, %c : tensor<i1>, tensor<4xf32>
  return %c, %s : tensor<4xf32>, tensor<4xf32>
}
