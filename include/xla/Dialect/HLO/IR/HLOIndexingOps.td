//===- HLOIndexingOps.td - Ops that read or write by index -*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOINDEXINGOPS
#define XLA_DIALECT_HLO_IR_HLOINDEXINGOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

class HLO_IndexingOp<string mnemonic, list<Trait> traits = []>
    : HLO_Op<mnemonic, traits # [NoMemoryEffect, ConditionallySpeculatable,
                                 HLO_SpeculatableByShape]>;

class HLO_IndexingRegionOp<string mnemonic, list<Trait> traits = []>
    : HLO_Op<mnemonic, traits # [RecursiveMemoryEffects,
                                 ConditionallySpeculatable,
                                 HLO_SpeculatableByShape]>;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

def HLO_SliceOp : HLO_IndexingOp<"slice", [
    HLO_InferTypes, HLO_IndexingOpInterface]> {
  let extraClassDeclaration = "bool isIndexArithmetic() { return true; }";
  let summary = "A rectangular part with fixed bounds, every stride-th element";
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicSliceOp : HLO_IndexingOp<"dynamic_slice", [
    HLO_InferTypes, HLO_IndexingOpInterface]> {
  let summary = "A part of fixed size that starts at run-time indices";
  let description = [{
    Start indices are clamped such that the slice lies inside the operand.
  }];
  let arguments = (ins HLO_Tensor:$operand,
                       Variadic<HLO_ScalarIntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsWithTrailingComma>($operand, $start_indices)
    `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DynamicUpdateSliceOp : HLO_IndexingOp<"dynamic_update_slice", [
    HLO_InferTypes, HLO_InPlaceOpInterface]> {
  let summary = "The operand with a part replaced, at run-time indices";
  let description = [{
    Start indices are clamped such that the update lies inside the operand.
  }];
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$update,
                       Variadic<HLO_ScalarIntTensor>:$start_indices);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
}

def HLO_RealDynamicSliceOp : HLO_IndexingOp<"real_dynamic_slice", [
    HLO_IndexingOpInterface]> {
  let summary = "A part whose bounds and strides are tensors (not in the spec)";
  let arguments = (ins HLO_Tensor:$operand, HLO_DimensionTensor:$start_indices,
                       HLO_DimensionTensor:$limit_indices,
                       HLO_DimensionTensor:$strides);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Gather, scatter, sort
//===----------------------------------------------------------------------===//

def HLO_GatherOp : HLO_IndexingOp<"gather", [
    HLO_InferTypes, HLO_IndexingOpInterface]> {
  let summary = "Slices of the operand, one per index vector";
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$start_indices,
                       HLO_GatherDimensionNumbersAttr:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:
                           $indices_are_sorted);
  let results = (outs HLO_Tensor:$result);
}

def HLO_DynamicGatherOp : HLO_IndexingOp<"dynamic_gather", [
    HLO_InferTypes, HLO_IndexingOpInterface]> {
  let summary = "Gather whose slice sizes are a tensor";
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$start_indices,
                       HLO_DimensionTensor:$slice_sizes,
                       HLO_GatherDimensionNumbersAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:
                           $indices_are_sorted);
  let results = (outs HLO_Tensor:$result);
}

def HLO_ScatterOp : HLO_IndexingRegionOp<"scatter", [
    SameVariadicOperandSize, HLO_InferTypes,
    HLO_InPlaceOpInterface]> {
  let summary = "The inputs with slices updated, one slice per index vector";
  let description = [{
    `update_computation` combines what is there with the update. Updates whose
    index lies outside are dropped; the order of updates is not defined.
  }];
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       HLO_IntTensor:$scatter_indices,
                       Variadic<HLO_Tensor>:$updates,
                       HLO_ScatterDimensionNumbersAttr:
                           $scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:
                           $indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:
                           $unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<HLO_Tensor>:$results);
  let hasRegionVerifier = 1;
}

def HLO_SortOp : HLO_IndexingRegionOp<"sort", [HLO_InferTypes]> {
  let summary = "All inputs permuted alike along one dimension, in order";
  let description = [{
    The comparator takes two elements of each input and says whether the first
    of the pair goes before the second.
  }];
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<HLO_Tensor>:$results);
  let hasRegionVerifier = 1;
}

def HLO_TorchIndexSelectOp : HLO_IndexingOp<"torch_index_select", [
    HLO_InferTypes, HLO_IndexingOpInterface]> {
  let summary = "Slices along one dimension chosen by an index tensor "
                "(deprecated, use gather)";
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$index, I64Attr:$dim,
                       I64Attr:$batch_dims);
  let results = (outs HLO_Tensor:$result);
}

#endif // XLA_DIALECT_HLO_IR_HLOINDEXINGOPS
