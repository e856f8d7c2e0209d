// No number to the power of e at -inf + i*inf, but 0 at -inf + i; a root whose
// real part is half of the smallest number over the imaginary one.
// DEFINE: %{args} = --arg=2xf64=-inf,-inf --arg=2xf64=inf,1 --arg=f64=-1e-10 \
// DEFINE:   --arg=f64=4.9406564584124654e-324
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2xcomplex<f64>
// CHECK-NEXT: [(nan, nan), (0.0, 0.0)]
// CHECK-NEXT: result 1: complex<f64>
// CHECK-NEXT: (2.47{{[0-9]*}}e-319, 1e-05)
func.func @main(%re: tensor<2xf64>, %im: tensor<2xf64>, %x: tensor<f64>, %y: tensor<f64>) -> (tensor<2xcomplex<f64>>, tensor<complex<f64>>) {
  %z = stablehlo.complex %re, %im : tensor<2xcomplex<f64>>
  %e = stablehlo.exponential %z : tensor<2xcomplex<f64>>
  %w = stablehlo.complex %x, %y : tensor<complex<f64>>
  %s = stablehlo.sqrt %w : tensor<complex<f64>>
  return %e, %s : tensor<2xcomplex<f64>>, tensor<complex<f64>>
}
