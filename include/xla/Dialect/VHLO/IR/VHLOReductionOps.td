//===- VHLOReductionOps.td - Reductions -----------------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOREDUCTIONOPS
#define XLA_DIALECT_VHLO_IR_VHLOREDUCTIONOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_BatchNormGradOpV1 : VHLO_Op<"batch_norm_grad_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$scale, AnyType:$mean,
                       AnyType:$variance, AnyType:$grad_output,
                       AnyAttr:$epsilon, AnyAttr:$feature_index);
  let results = (outs AnyType:$result0, AnyType:$result1, AnyType:$result2);
}

def VHLO_BatchNormInferenceOpV1 : VHLO_Op<"batch_norm_inference_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$scale, AnyType:$offset,
                       AnyType:$mean, AnyType:$variance, AnyAttr:$epsilon,
                       AnyAttr:$feature_index);
  let results = (outs AnyType:$result);
}

def VHLO_BatchNormTrainingOpV1 : VHLO_Op<"batch_norm_training_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$scale, AnyType:$offset,
                       AnyAttr:$epsilon, AnyAttr:$feature_index);
  let results = (outs AnyType:$result0, AnyType:$result1, AnyType:$result2);
}

def VHLO_ReduceOpV1 : VHLO_Op<"reduce_v1",
    V<0, 9>, Current, [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$init_values, AnyAttr:$dimensions);
  let regions = (region AnyRegion:$body);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_ReduceWindowOpV1 : VHLO_Op<"reduce_window_v1",
    V<0, 9>, Current, [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyType>:$init_values,
                       AnyAttr:$window_dimensions, AnyAttr:$window_strides,
                       AnyAttr:$base_dilations, AnyAttr:$window_dilations,
                       AnyAttr:$padding);
  let regions = (region AnyRegion:$body);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_SelectAndScatterOpV1 : VHLO_Op<"select_and_scatter_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$source, AnyType:$init_value,
                       AnyAttr:$window_dimensions, AnyAttr:$window_strides,
                       AnyAttr:$padding);
  let regions = (region AnyRegion:$select, AnyRegion:$scatter);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOREDUCTIONOPS
