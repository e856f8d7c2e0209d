// Formats without infinity, without a sign or of another bias: what is too large
// is what infinity converts to.
// DEFINE: %{args} = --arg=4xf8E8M0FNU=nan,2,256,4 --arg=4xf8E4M3FN=1.125,448,-0.0625,0.001953125 \
// DEFINE:   --arg=4xf8E5M2FNUZ=0,nan,0.5,-7 --arg=4xf8E4M3=240,1,0.0625,-3
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter %{args} | FileCheck %s

// CHECK: [nan, 2.0, nan, 4.0]
// CHECK: [1.0, nan, -0.0625, 0.0]
// CHECK: [0.0, nan, 0.5, -8.0]
// CHECK: [inf, 1.0, 0.0, -3.0]
func.func @main(%a: tensor<4xf8E8M0FNU>, %b: tensor<4xf8E4M3FN>, %c: tensor<4xf8E5M2FNUZ>, %d: tensor<4xf8E4M3>) -> (tensor<4xf8E8M0FNU>, tensor<4xf8E4M3FN>, tensor<4xf8E5M2FNUZ>, tensor<4xf8E4M3>) {
  %0 = stablehlo.reduce_precision %a, format = e3m19 : tensor<4xf8E8M0FNU>
  %1 = stablehlo.reduce_precision %b, format = e4m2 : tensor<4xf8E4M3FN>
  %2 = stablehlo.reduce_precision %c, format = e4m1 : tensor<4xf8E5M2FNUZ>
  %3 = stablehlo.reduce_precision %d, format = e3m3 : tensor<4xf8E4M3>
  return %0, %1, %2, %3 : tensor<4xf8E8M0FNU>, tensor<4xf8E4M3FN>, tensor<4xf8E5M2FNUZ>, tensor<4xf8E4M3>
}
