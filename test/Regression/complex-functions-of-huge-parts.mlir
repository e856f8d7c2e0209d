// Squares and sums of huge parts overflow where the results do not.
// RUN: xla-run %s --print --arg=1xf64=1.5e308 --arg=1xf64=1.5e308 | FileCheck %s
// RUN: xla-run %s --print --arg=1xf64=1.5e308 --arg=1xf64=1.5e308 --backend=interpreter | FileCheck %s

// CHECK: [({{0.70710678118654[0-9]*}}, {{0.70710678118654[0-9]*}})]
// CHECK: [({{5.7607522359[0-9]*e\+102}}, {{1.5435889094[0-9]*e\+102}})]
// CHECK: [({{1.570796326794[0-9]*}}, {{.*}})]
// CHECK: [(0.0, inf)]
func.func @main(%re: tensor<1xf64>, %im: tensor<1xf64>) -> (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) {
  %z = hlo.complex %re, %im : tensor<1xcomplex<f64>>
  %one = hlo.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f64>>
  %0 = hlo.sign %z : tensor<1xcomplex<f64>>
  %1 = hlo.cbrt %z : tensor<1xcomplex<f64>>
  %2 = hlo.atan2 %z, %one : tensor<1xcomplex<f64>>
  %3 = chlo.square %z : tensor<1xcomplex<f64>> -> tensor<1xcomplex<f64>>
  return %0, %1, %2, %3 : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>
}
