//===- HLOShapeOps.td - Ops that change a tensor's shape ---*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOSHAPEOPS
#define XLA_DIALECT_HLO_IR_HLOSHAPEOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

class HLO_ShapeOp<string mnemonic, list<Trait> traits = []>
    : HLO_Op<mnemonic, !listconcat([HLO_Pure, HLO_IndexingOpInterface], traits)>;

/// One whose operand index follows from the result's by arithmetic.
class HLO_IndexArithmeticOp<string mnemonic, list<Trait> traits = []>
    : HLO_ShapeOp<mnemonic, traits> {
  let extraClassDeclaration = "bool isIndexArithmetic() { return true; }";
}

//===----------------------------------------------------------------------===//
// Broadcasting and reshaping
//===----------------------------------------------------------------------===//

def HLO_BroadcastOp : HLO_ShapeOp<"broadcast", [HLO_InferTypes]> {
  let summary = "Adds major dimensions by repetition (deprecated)";
  let arguments = (ins HLO_QuantizableTensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_BroadcastInDimOp : HLO_IndexArithmeticOp<"broadcast_in_dim"> {
  let summary = "Adds dimensions and expands those of size 1 by repetition";
  let arguments = (ins HLO_QuantizableTensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs HLO_KnownShapeTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// True if the op only adds dimensions or expands a scalar.
    bool isSimpleBroadcast();
    bool isIndexArithmetic() { return true; }
  }];
}

def HLO_DynamicBroadcastInDimOp : HLO_ShapeOp<"dynamic_broadcast_in_dim"> {
  let summary = "broadcast_in_dim to a shape computed at run time";
  let arguments = (ins HLO_QuantizableTensor:$operand,
                       HLO_DimensionTensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs HLO_QuantizableTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType,
      "::mlir::Value":$operand, "::mlir::Value":$outputDimensions,
      "::llvm::ArrayRef<int64_t>":$broadcastDimensions), [{
    build($_builder, $_state, resultType, operand, outputDimensions,
          $_builder.getDenseI64ArrayAttr(broadcastDimensions),
          ::mlir::DenseI64ArrayAttr(), ::mlir::DenseI64ArrayAttr());
  }]>];
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_ReshapeOp : HLO_IndexArithmeticOp<"reshape"> {
  let summary = "The same elements in the same order as another shape";
  let arguments = (ins HLO_QuantizableTensor:$operand);
  let results = (outs HLO_KnownShapeTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_DynamicReshapeOp : HLO_ShapeOp<"dynamic_reshape"> {
  let summary = "reshape to a shape computed at run time";
  let arguments = (ins HLO_QuantizableTensor:$operand,
                       HLO_DimensionTensor:$output_shape);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Moving elements
//===----------------------------------------------------------------------===//

def HLO_TransposeOp : HLO_IndexArithmeticOp<"transpose", [HLO_InferTypes]> {
  let summary = "Permutation of dimensions";
  let arguments = (ins HLO_QuantizableTensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_ReverseOp : HLO_ShapeOp<"reverse", [HLO_CompatibleTypes, HLO_InferTypes]> {
  let summary = "Reversed order along dimensions";
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def HLO_ConcatenateOp : HLO_ShapeOp<"concatenate",
    [HLO_AtLeastOneOperand, HLO_InferTypes,
     DeclareOpInterfaceMethods<HLO_IndexingOpInterface, ["getNumDataOperands"]>]> {
  let summary = "Tensors one after the other along a dimension";
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_PadOp : HLO_ShapeOp<"pad", [HLO_InferTypes,
    DeclareOpInterfaceMethods<HLO_IndexingOpInterface, ["getNumDataOperands"]>]> {
  let summary = "Elements added or taken at the edges and added between";
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicPadOp : HLO_ShapeOp<"dynamic_pad",
    [DeclareOpInterfaceMethods<HLO_IndexingOpInterface, ["getNumDataOperands"]>]> {
  let summary = "pad by amounts computed at run time";
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$padding_value,
                       HLO_DimensionTensor:$edge_padding_low,
                       HLO_DimensionTensor:$edge_padding_high,
                       HLO_DimensionTensor:$interior_padding);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Made from shapes
//===----------------------------------------------------------------------===//

def HLO_IotaOp : HLO_Op<"iota", [Pure]> {
  let summary = "Each element's index along a dimension";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs HLO_KnownShapeTensorOf<[HLO_Int, HLO_Float, HLO_Complex,
                                              HLO_Quantized]>:$result);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def HLO_DynamicIotaOp : HLO_Op<"dynamic_iota", [HLO_Pure]> {
  let summary = "iota of a shape computed at run time";
  let arguments = (ins HLO_DimensionTensor:$output_shape,
                       I64Attr:$iota_dimension);
  let results = (outs HLO_NumericTensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_GetDimensionSizeOp : HLO_Op<"get_dimension_size", [HLO_Pure, HLO_InferTypes]> {
  let summary = "Size of a dimension";
  let arguments = (ins HLO_QuantizableTensor:$operand, I64Attr:$dimension);
  let results = (outs RankedTensorOf<[I32], [HasAnyRankOfPred<[0]>],
                                     "0D tensor">:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_SetDimensionSizeOp : HLO_ShapeOp<"set_dimension_size", [HLO_InferTypes]> {
  let summary = "Says how much of a dimension is in use (deprecated)";
  let arguments = (ins HLO_Tensor:$operand,
      RankedTensorOf<[I32], [HasAnyRankOfPred<[0]>], "0D tensor">:$size,
      I64Attr:$dimension);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // XLA_DIALECT_HLO_IR_HLOSHAPEOPS
