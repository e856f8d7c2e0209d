//===- VHLOControlFlowOps.td - Functions, control flow, calls -*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOCONTROLFLOWOPS
#define XLA_DIALECT_VHLO_IR_VHLOCONTROLFLOWOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_AfterAllOpV1 : VHLO_Op<"after_all_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs AnyType:$result);
}

def VHLO_AsyncStartOpV1 : VHLO_Op<"async_start_v1", V<1, 15>> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let regions = (region AnyRegion:$collective);
  let results = (outs AnyType:$result);
}

def VHLO_AsyncDoneOpV1 : VHLO_Unary<"async_done_v1", V<1, 15>>;

def VHLO_CallOpV1 : VHLO_Op<"call_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$callee);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CaseOpV1 : VHLO_Op<"case_v1", V<0, 9>> {
  let arguments = (ins AnyType:$index);
  let regions = (region VariadicRegion<AnyRegion>:$branches);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CompositeOpV1 : VHLO_Op<"composite_v1", V<0, 19>, V<1, 13>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$name,
                       AnyAttr:$composite_attributes, AnyAttr:$decomposition,
                       AnyAttr:$version);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CompositeOpV2 : VHLO_Op<"composite_v2", V<1, 14>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$name,
                       AnyAttr:$composite_attributes, AnyAttr:$decomposition,
                       AnyAttr:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CreateTokenOpV1 : VHLO_Op<"create_token_v1", V<0, 9>> {
  let results = (outs AnyType:$result);
}

def VHLO_CustomCallOpV1 : VHLO_Op<"custom_call_v1", V<0, 9>, V<1, 17>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$call_target_name,
                       AnyAttr:$has_side_effect, AnyAttr:$backend_config,
                       AnyAttr:$api_version, AnyAttr:$called_computations,
                       AnyAttr:$operand_layouts, AnyAttr:$result_layouts,
                       AnyAttr:$output_operand_aliases);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CustomCallOpV2 : VHLO_Op<"custom_call_v2", V<1, 18>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$call_target_name,
                       AnyAttr:$has_side_effect, AnyAttr:$backend_config,
                       AnyAttr:$api_version, AnyAttr:$called_computations,
                       AnyAttr:$operand_layouts, AnyAttr:$result_layouts,
                       AnyAttr:$output_operand_aliases,
                       AnyAttr:$result_tilings);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_FuncOpV1 : VHLO_Op<"func_v1", V<0, 9>, Current, [IsolatedFromAbove]> {
  let arguments = (ins AnyAttr:$sym_name, AnyAttr:$function_type,
                       AnyAttr:$sym_visibility, AnyAttr:$arg_attrs,
                       AnyAttr:$res_attrs);
  let regions = (region AnyRegion:$body);
}

def VHLO_GetTupleElementOpV1 : VHLO_Op<"get_tuple_element_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$index);
  let results = (outs AnyType:$result);
}

def VHLO_IfOpV1 : VHLO_Op<"if_v1", V<0, 9>> {
  let arguments = (ins AnyType:$pred);
  let regions = (region AnyRegion:$true_branch, AnyRegion:$false_branch);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_OptimizationBarrierOpV1 : VHLO_Op<"optimization_barrier_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$operand);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_ReturnOpV1 : VHLO_Op<"return_v1", V<0, 9>, Current, [Terminator]> {
  let arguments = (ins Variadic<AnyType>:$results);
}

def VHLO_TupleOpV1 : VHLO_Op<"tuple_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$val);
  let results = (outs AnyType:$result);
}

def VHLO_WhileOpV1 : VHLO_Op<"while_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$operand);
  let regions = (region AnyRegion:$cond, AnyRegion:$body);
  let results = (outs Variadic<AnyType>:$results);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOCONTROLFLOWOPS
