// Complex numbers are in the order of their real parts, then of the others; NaN is in
// no order.
// RUN: xla-run %s --print --arg=5xf64=1,1,1,2,nan --arg=5xf64=5,5,-1,0,0 | FileCheck %s
// RUN: xla-run %s --print --arg=5xf64=1,1,1,2,nan --arg=5xf64=5,5,-1,0,0 --backend=interpreter | FileCheck %s

// CHECK: [false, false, true, false, false]
// CHECK: [true, true, true, false, false]
// CHECK: [false, false, false, true, false]
// CHECK: [true, true, false, true, false]
func.func @main(%re: tensor<5xf64>, %im: tensor<5xf64>) -> (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) {
  %a = hlo.complex %re, %im : tensor<5xcomplex<f64>>
  %b = hlo.constant dense<(1.0, 5.0)> : tensor<5xcomplex<f64>>
  %0 = hlo.compare LT, %a, %b : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5xi1>
  %1 = hlo.compare LE, %a, %b : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5xi1>
  %2 = hlo.compare GT, %a, %b : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5xi1>
  %3 = hlo.compare GE, %a, %b : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5xi1>
  return %0, %1, %2, %3 : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
}
