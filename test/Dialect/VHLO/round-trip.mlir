// The text of the dialect is read as it is printed.
// RUN: xla-opt %s --mlir-print-op-generic --mlir-print-local-scope > %t.1
// RUN: xla-opt %t.1 --mlir-print-op-generic --mlir-print-local-scope | diff %t.1 -
// RUN: FileCheck %s < %t.1

// CHECK: function_type = #vhlo.type_v1<!vhlo.func_v1<(()) -> (!vhlo.token_v1, !vhlo.tuple_v1<>)>>
// CHECK-SAME: sym_name = #vhlo.string_v1<"types">
"vhlo.func_v1"() <{
  arg_attrs = #vhlo.array_v1<[]>,
  function_type = #vhlo.type_v1<!vhlo.func_v1<(()) -> (!vhlo.token_v1, !vhlo.tuple_v1<>)>>,
  res_attrs = #vhlo.array_v1<[]>, sym_name = #vhlo.string_v1<"types">,
  sym_visibility = #vhlo.string_v1<"private">
}> ({
  // CHECK: ^bb0(%{{.*}}: !vhlo.tensor_v1<2x?x!vhlo.complex_v1<!vhlo.f32_v1>, #vhlo.type_extensions_v1<bounds = [?, 16]>>,
  ^bb0(%a: !vhlo.tensor_v1<2x?x!vhlo.complex_v1<!vhlo.f32_v1>, #vhlo.type_extensions_v1<bounds = [?, 16]>>,
  // CHECK-SAME: !vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 2.500000e-01:-3, -128:127, 1>
       %b: !vhlo.tensor_v1<!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.25:-3, -128:127, 1>>,
  // CHECK-SAME: !vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.000000e+00, 2.000000e+00], [0, -1], -128:127, 1>
       %c: !vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.0, 2.0], [0, -1], -128:127, 1>,
  // CHECK-SAME: !vhlo.buffer_v1<3x!vhlo.ui4_v1>
       %d: !vhlo.buffer_v1<3x!vhlo.ui4_v1>,
  // CHECK-SAME: !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.tf31_v1>>
       %e: !vhlo.future_v1<!vhlo.tensor_v1<!vhlo.tf31_v1>>,
  // CHECK-SAME: !vhlo.unranked_tensor_v1<!vhlo.f8E4M3B11FNUZ_v1>
       %f: !vhlo.unranked_tensor_v1<!vhlo.f8E4M3B11FNUZ_v1>):
  // CHECK: result_accuracy = #vhlo.result_accuracy_v1<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>
  %0 = "vhlo.tan_v2"(%a) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 1.0e-5, rtol = 0.0, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>}> : (!vhlo.tensor_v1<2x?x!vhlo.complex_v1<!vhlo.f32_v1>, #vhlo.type_extensions_v1<bounds = [?, 16]>>) -> !vhlo.token_v1
  // CHECK: value = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.string_v1<"b"> = #vhlo.array_v1<[#vhlo.integer_v1<-1 : i64>, #vhlo.bool_v1<true>]>}>
  %1 = "vhlo.constant_v1"() <{value = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.float_v1<1.5 : !vhlo.f32_v1>, #vhlo.string_v1<"b"> = #vhlo.array_v1<[#vhlo.integer_v1<-1 : i64>, #vhlo.bool_v1<true>]>}>}> : () -> !vhlo.token_v1
  // CHECK: value = #vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 1, operandTupleIndices = []>
  %2 = "vhlo.constant_v1"() <{value = #vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 1, operandTupleIndices = []>}> : () -> !vhlo.token_v1
  // CHECK: value = #vhlo.tensor_v1<dense<[true, false]> : tensor<2xi1>>
  %3 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[true, false]> : tensor<2xi1>>}> : () -> !vhlo.token_v1
  // CHECK: value = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 2>]>, device_ids = #vhlo.tensor_v1<dense<[1, 0]> : tensor<2xi64>>>
  %4 = "vhlo.constant_v1"() <{value = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 2>]>, device_ids = #vhlo.tensor_v1<dense<[1, 0]> : tensor<2xi64>>>}> : () -> !vhlo.token_v1
  // CHECK: value = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<"m">, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>]>>
  %5 = "vhlo.constant_v1"() <{value = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<"m">, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>]>>}> : () -> !vhlo.token_v1
  "vhlo.return_v1"(%0) : (!vhlo.token_v1) -> ()
}) : () -> ()
