// Products are taken as the result's type has them: they do not wrap.
// RUN: xla-run %s --print --arg=1x2xui64=18446744073709551615,1 --arg=2x1xui64=4,1 | FileCheck %s
// RUN: xla-run %s --print --arg=1x2xui64=18446744073709551615,1 --arg=2x1xui64=4,1 --backend=interpreter | FileCheck %s

// CHECK{LITERAL}: [[7.378697629483821e+19]]
func.func @main(%a: tensor<1x2xui64>, %b: tensor<2x1xui64>) -> tensor<1x1xf64> {
  %0 = hlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x2xui64>, tensor<2x1xui64>) -> tensor<1x1xf64>
  return %0 : tensor<1x1xf64>
}
