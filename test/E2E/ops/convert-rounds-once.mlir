// From f64 to 16 bits in one rounding: 1 + 2^-8 + 2^-40 lies above the middle
// of two bf16 values, though f32 would put it there exactly.
// DEFINE: %{args} = --arg=2xf64=1.003906250000909,1.00390625
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 2xbf16
// CHECK-NEXT: [1.01, 1.0]
// CHECK-NEXT: result 1: 2xf16
// CHECK-NEXT: [1.004, 1.004]
func.func @main(%x: tensor<2xf64>) -> (tensor<2xbf16>, tensor<2xf16>) {
  %b = stablehlo.convert %x : (tensor<2xf64>) -> tensor<2xbf16>
  %h = stablehlo.convert %x : (tensor<2xf64>) -> tensor<2xf16>
  return %b, %h : tensor<2xbf16>, tensor<2xf16>
}
