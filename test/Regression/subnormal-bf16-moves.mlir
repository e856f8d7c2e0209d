// LLVM moves bf16 values through an instruction that flushes subnormals, where a
// processor has one, and by a call of a library's function, where it has none.
// DEFINE: %{args} = --arg=16x16x4xbf16=-1e-40 --arg=bf16=-inf
// RUN: xla-run %s --print --compile-options="parallel=false" %{args} | FileCheck %s
// RUN: xla-compile %s --emit=asm --compile-options="parallel=false" --target=x86_64 -o - | FileCheck %s --check-prefix=ASM

// CHECK-NOT: -0.0
// CHECK: -9e-41
// ASM-NOT: __truncsfbf2
func.func @main(%x: tensor<16x16x4xbf16>, %init: tensor<bf16>) -> tensor<16x14x3xbf16> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{base_dilations = array<i64: 2, 1, 1>, padding = dense<[[1, 1], [-1, 1], [1, 2]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 3, 3, 3>, window_strides = array<i64: 2, 1, 2>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %m = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %m : tensor<bf16>
  }) : (tensor<16x16x4xbf16>, tensor<bf16>) -> tensor<16x14x3xbf16>
  return %0 : tensor<16x14x3xbf16>
}
