// RUN: xla-translate --to=hlo-text %s | FileCheck %s
// A dictionary is the configuration of a typed call; layouts and aliases stay.

// CHECK: ENTRY
// CHECK: f32[4,8]{0,1} custom-call({{.*}}), custom_call_target="f", operand_layout_constraints={f32[4,8]{0,1}}, custom_call_has_side_effect=true, output_to_operand_aliasing={{[{][{][}]}}: (0, {})}, api_version=API_VERSION_TYPED_FFI
// CHECK-SAME: backend_config={a = 1 : i32, b = "x"}
// CHECK: custom-call({{.*}}), custom_call_target="mhlo.erf"
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {a = 1 : i32, b = "x"}, has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.custom_call @mhlo.erf(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
