// Nothing overflows between the steps, and corners follow C.
// DEFINE: %{args} = --arg=3xf32=3e38,0,-4 --arg=3xf32=4e37,-0,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 3xf32
// CHECK-NEXT: [3.0265493e+38, 0.0, 4.0]
// CHECK-NEXT: result 1: 3xcomplex<f32>
// CHECK-NEXT: [(1.7358786e+19, 1.15215425e+18), (0.0, -0.0), (0.0, 2.0)]
// CHECK-NEXT: result 2: 3xcomplex<f32>
// CHECK-NEXT: [(1.0, 1.5466266e-17), (nan, nan), (1.0, -0.0)]
// CHECK-NEXT: result 3: 3xcomplex<f32>
// CHECK-NEXT: [(88.60566, 0.13255154), (-inf, -0.0), (1.3862944, 3.1415927)]
func.func @main(%re: tensor<3xf32>, %im: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %z = stablehlo.complex %re, %im : tensor<3xcomplex<f32>>
  %a = stablehlo.abs %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %s = stablehlo.sqrt %z : tensor<3xcomplex<f32>>
  %d = stablehlo.divide %z, %z : tensor<3xcomplex<f32>>
  %l = stablehlo.log %z : tensor<3xcomplex<f32>>
  return %a, %s, %d, %l : tensor<3xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
}
