//===- HLOContractionOps.td - Dots and linear algebra ------*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS
#define XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

def HLO_DotOp : HLO_Op<"dot", [HLO_Pure]> {
  let summary = "Product of vectors and matrices (deprecated)";
  let arguments = (ins HLO_QuantizableTensor:$lhs, HLO_QuantizableTensor:$rhs,
                       HLO_PrecisionConfigAttr:$precision_config);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_DotGeneralOp : HLO_Op<"dot_general", [HLO_Pure]> {
  let summary = "Dot products over contracted dimensions, in batches";
  let arguments = (ins HLO_QuantizableTensor:$lhs, HLO_QuantizableTensor:$rhs,
                       HLO_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       HLO_PrecisionConfigAttr:$precision_config,
                       OptionalAttr<HLO_DotAlgorithmAttr>:$algorithm);
  let results = (outs HLO_QuantizableTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType,
      "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::xla::hlo::DotDimensionNumbersAttr":$dimensionNumbers), [{
    build($_builder, $_state, resultType, lhs, rhs, dimensionNumbers,
          ::mlir::ArrayAttr(), ::xla::hlo::DotAlgorithmAttr());
  }]>];
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers)
    `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_EinsumOp : HLO_Op<"einsum", [HLO_Pure]> {
  let summary = "Sum of products in index notation (deprecated)";
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_UnaryEinsumOp : HLO_Op<"unary_einsum", [HLO_Pure]> {
  let summary = "einsum of one operand (deprecated)";
  let arguments = (ins HLO_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

def HLO_ConvolutionOp : HLO_Op<"convolution", [HLO_Pure]> {
  let summary = "Dot products of a kernel with the windows of its input";
  let arguments = (ins HLO_QuantizableTensor:$lhs, HLO_QuantizableTensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       HLO_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count,
                       HLO_PrecisionConfigAttr:$precision_config);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=`
    custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{`
    custom<WindowAttributes>($window_strides, $padding, $lhs_dilation,
                             $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_DynamicConvOp : HLO_Op<"dynamic_conv", [HLO_Pure]> {
  let summary = "convolution with padding computed at run time";
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       RankedTensorOf<[HLO_Int, Index]>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       HLO_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count,
                       HLO_PrecisionConfigAttr:$precision_config);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Linear algebra and transforms
//===----------------------------------------------------------------------===//

def HLO_CholeskyOp : HLO_Op<"cholesky", [HLO_Pure, HLO_InferTypes]> {
  let summary = "Cholesky decomposition of a batch of matrices";
  let arguments = (ins HLO_FloatComplexOrQuantizedTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs HLO_FloatComplexOrQuantizedTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict
    `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def HLO_TriangularSolveOp : HLO_Op<"triangular_solve", [HLO_Pure, HLO_InferTypes]> {
  let summary = "Solves systems with a triangular matrix";
  let arguments = (ins HLO_FloatOrComplexTensor:$a, HLO_FloatOrComplexTensor:$b,
                       BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, HLO_TransposeAttr:$transpose_a);
  let results = (outs HLO_FloatOrComplexTensor:$result);
}

def HLO_FftOp : HLO_Op<"fft", [HLO_Pure, HLO_InferTypes]> {
  let summary = "Discrete Fourier transform over the minor dimensions";
  let arguments = (ins HLO_FloatOrComplexTensor:$operand,
                       HLO_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs HLO_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS
