// The top bit of these formats is not a sign alone.
// RUN: xla-run %s --print --arg=4xf8E5M2FNUZ=0,nan,0.5,-7 --arg=3xf8E8M0FNU=1,2,0.5 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=4xf8E5M2FNUZ=0,nan,0.5,-7 --arg=3xf8E8M0FNU=1,2,0.5 | FileCheck %s

// CHECK: [0.0, nan, 0.5, 7.0]
// CHECK: [1.0, 2.0, 0.5]
func.func @main(%a: tensor<4xf8E5M2FNUZ>, %b: tensor<3xf8E8M0FNU>) -> (tensor<4xf8E5M2FNUZ>, tensor<3xf8E8M0FNU>) {
  %0 = stablehlo.abs %a : tensor<4xf8E5M2FNUZ>
  %1 = stablehlo.abs %b : tensor<3xf8E8M0FNU>
  return %0, %1 : tensor<4xf8E5M2FNUZ>, tensor<3xf8E8M0FNU>
}
