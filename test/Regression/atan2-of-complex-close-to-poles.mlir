// Close to x = iy the sum of squares cancels, far from it the quotient of x + iy
// and the root is close to 1: neither may take the bits of the result.
// DEFINE: %{args} = --arg=2xf64=1e-300,1e-9 --arg=2xf64=2,2e-9 --arg=2xf64=2,1 --arg=2xf64=1e-300,3
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: [0.785398163397448{{[0-9]*}}, 7.00000000000000{{[0-9]*}}e-10]
// CHECK: [345.734337539386{{[0-9]*}}, -1{{(.00000000000000[0-9]*)?}}e-10]
func.func @main(%yr: tensor<2xf64>, %yi: tensor<2xf64>, %xr: tensor<2xf64>, %xi: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %y = stablehlo.complex %yr, %yi : tensor<2xcomplex<f64>>
  %x = stablehlo.complex %xr, %xi : tensor<2xcomplex<f64>>
  %0 = stablehlo.atan2 %y, %x : tensor<2xcomplex<f64>>
  %re = stablehlo.real %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %im = stablehlo.imag %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return %re, %im : tensor<2xf64>, tensor<2xf64>
}
