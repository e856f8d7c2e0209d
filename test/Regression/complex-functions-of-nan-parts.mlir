// A part that is infinite or zero decides beside one that is NaN, as in C's Annex G.
// RUN: xla-run %s --print --arg=3xf32=nan,inf,nan --arg=3xf32=inf,0,0 | FileCheck %s
// RUN: xla-run %s --print --arg=3xf32=nan,inf,nan --arg=3xf32=inf,0,0 --backend=interpreter | FileCheck %s

// CHECK: [({{-?}}nan, inf), {{.*}}]
// CHECK: [(0.0, 1.57079{{[0-9]*}}), {{.*}}]
// CHECK: [{{.*}}, (inf, 0.0), ({{-?}}nan, 0.0)]
func.func @main(%re: tensor<3xf32>, %im: tensor<3xf32>) -> (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %z = hlo.complex %re, %im : tensor<3xcomplex<f32>>
  %0 = chlo.asin %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  %1 = chlo.atanh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  %2 = chlo.sinh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  return %0, %1, %2 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
}
