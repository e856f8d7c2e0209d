// A cumulative sum rounds each of its results to bf16 and goes on from there:
// 256 + 1 is 256 each time, where one rounding at the end would give 258.
// DEFINE: %{args} = --arg=4xbf16=256,1,1,2
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 4xbf16
// CHECK-NEXT: [256.0, 256.0, 256.0, 258.0]
func.func @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %s = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %sum = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %s : tensor<4xbf16>
}
