//===- VHLOContractionOps.td - Dots and linear algebra --*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOCONTRACTIONOPS
#define XLA_DIALECT_VHLO_IR_VHLOCONTRACTIONOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_CholeskyOpV1 : VHLO_Op<"cholesky_v1", V<0, 9>> {
  let arguments = (ins AnyType:$a, AnyAttr:$lower);
  let results = (outs AnyType:$result);
}

def VHLO_ConvolutionOpV1 : VHLO_Op<"convolution_v1", V<0, 9>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyAttr:$window_strides,
                       AnyAttr:$padding, AnyAttr:$lhs_dilation,
                       AnyAttr:$rhs_dilation, AnyAttr:$window_reversal,
                       AnyAttr:$input_batch_dimension,
                       AnyAttr:$input_feature_dimension,
                       AnyAttr:$input_spatial_dimensions,
                       AnyAttr:$kernel_input_feature_dimension,
                       AnyAttr:$kernel_output_feature_dimension,
                       AnyAttr:$kernel_spatial_dimensions,
                       AnyAttr:$output_batch_dimension,
                       AnyAttr:$output_feature_dimension,
                       AnyAttr:$output_spatial_dimensions,
                       AnyAttr:$feature_group_count,
                       AnyAttr:$batch_group_count, AnyAttr:$precision_config);
  let results = (outs AnyType:$result);
}

def VHLO_DotGeneralOpV1 : VHLO_Op<"dot_general_v1", V<0, 9>, V<1, 5>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs,
                       AnyAttr:$lhs_batching_dimensions,
                       AnyAttr:$rhs_batching_dimensions,
                       AnyAttr:$lhs_contracting_dimensions,
                       AnyAttr:$rhs_contracting_dimensions,
                       AnyAttr:$precision_config);
  let results = (outs AnyType:$result);
}

def VHLO_DotGeneralOpV2 : VHLO_Op<"dot_general_v2", V<1, 6>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs,
                       AnyAttr:$lhs_batching_dimensions,
                       AnyAttr:$rhs_batching_dimensions,
                       AnyAttr:$lhs_contracting_dimensions,
                       AnyAttr:$rhs_contracting_dimensions,
                       AnyAttr:$precision_config, AnyAttr:$lhs_precision_type,
                       AnyAttr:$rhs_precision_type, AnyAttr:$accumulation_type,
                       AnyAttr:$lhs_component_count,
                       AnyAttr:$rhs_component_count,
                       AnyAttr:$num_primitive_operations,
                       AnyAttr:$allow_imprecise_accumulation);
  let results = (outs AnyType:$result);
}

def VHLO_DotOpV1 : VHLO_Op<"dot_v1", V<0, 9>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyAttr:$precision_config);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicConvOpV1 : VHLO_Op<"dynamic_conv_v1", V<0, 9>, V<0, 19>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyType:$d_padding,
                       AnyAttr:$window_strides, AnyAttr:$padding,
                       AnyAttr:$lhs_dilation, AnyAttr:$rhs_dilation,
                       AnyAttr:$window_reversal,
                       AnyAttr:$input_batch_dimension,
                       AnyAttr:$input_feature_dimension,
                       AnyAttr:$input_spatial_dimensions,
                       AnyAttr:$kernel_input_feature_dimension,
                       AnyAttr:$kernel_output_feature_dimension,
                       AnyAttr:$kernel_spatial_dimensions,
                       AnyAttr:$output_batch_dimension,
                       AnyAttr:$output_feature_dimension,
                       AnyAttr:$output_spatial_dimensions,
                       AnyAttr:$feature_group_count,
                       AnyAttr:$batch_group_count, AnyAttr:$precision_config);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicConvOpV2 : VHLO_Op<"dynamic_conv_v2", V<0, 20>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyType:$padding,
                       AnyAttr:$window_strides, AnyAttr:$lhs_dilation,
                       AnyAttr:$rhs_dilation, AnyAttr:$window_reversal,
                       AnyAttr:$input_batch_dimension,
                       AnyAttr:$input_feature_dimension,
                       AnyAttr:$input_spatial_dimensions,
                       AnyAttr:$kernel_input_feature_dimension,
                       AnyAttr:$kernel_output_feature_dimension,
                       AnyAttr:$kernel_spatial_dimensions,
                       AnyAttr:$output_batch_dimension,
                       AnyAttr:$output_feature_dimension,
                       AnyAttr:$output_spatial_dimensions,
                       AnyAttr:$feature_group_count,
                       AnyAttr:$batch_group_count, AnyAttr:$precision_config);
  let results = (outs AnyType:$result);
}

def VHLO_EinsumOpV1 : VHLO_Op<"einsum_v1", V<0, 9>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyAttr:$einsum_config);
  let results = (outs AnyType:$result);
}

def VHLO_FftOpV1 : VHLO_Op<"fft_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$fft_type,
                       AnyAttr:$fft_length);
  let results = (outs AnyType:$result);
}

def VHLO_TriangularSolveOpV1 : VHLO_Op<"triangular_solve_v1", V<0, 9>> {
  let arguments = (ins AnyType:$a, AnyType:$b, AnyAttr:$left_side,
                       AnyAttr:$lower, AnyAttr:$unit_diagonal,
                       AnyAttr:$transpose_a);
  let results = (outs AnyType:$result);
}

def VHLO_UnaryEinsumOpV1 : VHLO_Op<"unary_einsum_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$einsum_config);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOCONTRACTIONOPS
