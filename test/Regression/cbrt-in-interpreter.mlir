// The C library's cube root of f64 is off by several ulps; these are the nearest.
// RUN: xla-run %s --print --backend=interpreter --arg=2xf64=3.7591660868940036,3.44725943857789 | FileCheck %s

// CHECK: [1.554881052497099, 1.5106295985062403]
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.cbrt %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
