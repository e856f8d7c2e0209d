// Powers whose exponent times the base's logarithm is large, up to 10^12: all
// digits are right. Expected values were computed with 120 digits (mpmath).
// DEFINE: %{base} = --arg=10xf64=0.6,2.0,-2.0,1e-200,0.6,1.5,1.0,-1.0,1e+150,0.99999 --arg=10xf64=0.8,1.0,0.5,1e-200,-0.8,2.0,1e-09,-1e-300,-1e+150,0.001
// DEFINE: %{exponent} = --arg=10xf64=1e9,300,500.5,-1.5,123456789.5,10,1e12,1000001,2,-5e5 --arg=10xf64=0,0,0.25,0,-3,20,0,0,1,1e5
// RUN: xla-run %s %{base} %{exponent} | FileCheck %s
// RUN: xla-run %s %{base} %{exponent} --backend=interpreter | FileCheck %s
// RUN: xla-run %s %{base} %{exponent} --compile-options='cpu=x86-64' | FileCheck %s

// CHECK: [true, true, true, true, true, true, true, true, true, true]
func.func @main(%x: tensor<10xf64>, %y: tensor<10xf64>, %a: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xi1> {
  %expected = stablehlo.constant dense<[(-0.5855806330490028, -0.8106141909730246), (4.548924955421154e+104, 5.328997692148488e+104), (7.925460182428554e+155, -8.670156714624113e+156), (2.2754493028111366e+299, -5.49342056733905e+299), (-0.04568955020761146, 0.04179418422397437), (-6.566092093619478e-05, 5.2617755712076e-05), (0.5623793574802602, 0.826879953971911), (-1.0, 0.0), (6.951588203358214e+299, -4.331127305722e+300), (-5.534297455570262e-43, 4.2599562932085766e-42)]> : tensor<10xcomplex<f64>>
  %base = stablehlo.complex %x, %y : tensor<10xcomplex<f64>>
  %exponent = stablehlo.complex %a, %b : tensor<10xcomplex<f64>>
  %power = stablehlo.power %base, %exponent : tensor<10xcomplex<f64>>
  %difference = stablehlo.subtract %power, %expected : tensor<10xcomplex<f64>>
  %error = stablehlo.abs %difference : (tensor<10xcomplex<f64>>) -> tensor<10xf64>
  %size = stablehlo.abs %expected : (tensor<10xcomplex<f64>>) -> tensor<10xf64>
  %ratio = stablehlo.divide %error, %size : tensor<10xf64>
  %bound = stablehlo.constant dense<5.0e-16> : tensor<10xf64>
  %near = stablehlo.compare LE, %ratio, %bound : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  return %near : tensor<10xi1>
}
