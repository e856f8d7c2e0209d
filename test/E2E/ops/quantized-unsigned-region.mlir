// Regions that work in unsigned storage, of ops whose results are signed: it is
// the numbers that come out, not the bits.
// DEFINE: %{args} = --arg=3xui8=200,40,255 --arg=1xui8=120
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// 100, 20 + 60, 127.5 in ones.
// CHECK: result 0: 3xi8
// CHECK-NEXT: [100, 80, 127]
// All start from 60; the window of 100, 20, 127.5 adds 60 where it is greatest.
// CHECK: result 1: 3xi8
// CHECK-NEXT: [60, 60, 120]
// The greatest.
// CHECK: result 2: i8
// CHECK-NEXT: 127
func.func @main(%x: tensor<3x!quant.uniform<u8:f32, 0.5>>, %u: tensor<1x!quant.uniform<u8:f32, 0.5>>) -> (tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) {
  %i = stablehlo.constant dense<1> : tensor<1x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<!quant.uniform<u8:f32, 0.5>>, %b: tensor<!quant.uniform<u8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<u8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<u8:f32, 0.5>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x!quant.uniform<u8:f32, 0.5>>, tensor<1x1xi32>, tensor<1x!quant.uniform<u8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %z = stablehlo.reshape %u : (tensor<1x!quant.uniform<u8:f32, 0.5>>) -> tensor<!quant.uniform<u8:f32, 0.5>>
  %1 = "stablehlo.select_and_scatter"(%x, %u, %z) ({
  ^bb0(%a: tensor<!quant.uniform<u8:f32, 0.5>>, %b: tensor<!quant.uniform<u8:f32, 0.5>>):
    %p = stablehlo.compare GE, %a, %b : (tensor<!quant.uniform<u8:f32, 0.5>>, tensor<!quant.uniform<u8:f32, 0.5>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<!quant.uniform<u8:f32, 0.5>>, %b: tensor<!quant.uniform<u8:f32, 0.5>>):
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<u8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<u8:f32, 0.5>>
  }) {window_dimensions = array<i64: 3>} : (tensor<3x!quant.uniform<u8:f32, 0.5>>, tensor<1x!quant.uniform<u8:f32, 0.5>>, tensor<!quant.uniform<u8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %2 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<!quant.uniform<u8:f32, 0.5>>, %b: tensor<!quant.uniform<u8:f32, 0.5>>):
    %s = stablehlo.maximum %a, %b : tensor<!quant.uniform<u8:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<u8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<3x!quant.uniform<u8:f32, 0.5>>, tensor<!quant.uniform<u8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return %0, %1, %2 : tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>
}
