//===- VHLOIndexingOps.td - Ops that read or write by index -*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOINDEXINGOPS
#define XLA_DIALECT_VHLO_IR_VHLOINDEXINGOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_DynamicGatherOpV1 : VHLO_Op<"dynamic_gather_v1", V<0, 9>, V<1, 0>> {
  let arguments = (ins AnyType:$operand, AnyType:$start_indices,
                       AnyType:$slice_sizes, AnyAttr:$offset_dims,
                       AnyAttr:$collapsed_slice_dims, AnyAttr:$start_index_map,
                       AnyAttr:$index_vector_dim, AnyAttr:$indices_are_sorted);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicGatherOpV2 : VHLO_Op<"dynamic_gather_v2", V<1, 1>> {
  let arguments = (ins AnyType:$operand, AnyType:$start_indices,
                       AnyType:$slice_sizes, AnyAttr:$offset_dims,
                       AnyAttr:$collapsed_slice_dims,
                       AnyAttr:$operand_batching_dims,
                       AnyAttr:$start_indices_batching_dims,
                       AnyAttr:$start_index_map, AnyAttr:$index_vector_dim,
                       AnyAttr:$indices_are_sorted);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicSliceOpV1 : VHLO_Op<"dynamic_slice_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, Variadic<AnyType>:$start_indices,
                       AnyAttr:$slice_sizes);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicUpdateSliceOpV1 : VHLO_Op<"dynamic_update_slice_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$update,
                       Variadic<AnyType>:$start_indices);
  let results = (outs AnyType:$result);
}

def VHLO_GatherOpV1 : VHLO_Op<"gather_v1", V<0, 9>, V<1, 0>> {
  let arguments = (ins AnyType:$operand, AnyType:$start_indices,
                       AnyAttr:$offset_dims, AnyAttr:$collapsed_slice_dims,
                       AnyAttr:$start_index_map, AnyAttr:$index_vector_dim,
                       AnyAttr:$slice_sizes, AnyAttr:$indices_are_sorted);
  let results = (outs AnyType:$result);
}

def VHLO_GatherOpV2 : VHLO_Op<"gather_v2", V<1, 1>> {
  let arguments = (ins AnyType:$operand, AnyType:$start_indices,
                       AnyAttr:$offset_dims, AnyAttr:$collapsed_slice_dims,
                       AnyAttr:$operand_batching_dims,
                       AnyAttr:$start_indices_batching_dims,
                       AnyAttr:$start_index_map, AnyAttr:$index_vector_dim,
                       AnyAttr:$slice_sizes, AnyAttr:$indices_are_sorted);
  let results = (outs AnyType:$result);
}

def VHLO_RealDynamicSliceOpV1 : VHLO_Op<"real_dynamic_slice_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$start_indices,
                       AnyType:$limit_indices, AnyType:$strides);
  let results = (outs AnyType:$result);
}

def VHLO_ScatterOpV1 : VHLO_Op<"scatter_v1",
    V<0, 9>, V<1, 0>, [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyType:$scatter_indices,
                       Variadic<AnyType>:$updates, AnyAttr:$update_window_dims,
                       AnyAttr:$inserted_window_dims,
                       AnyAttr:$scatter_dims_to_operand_dims,
                       AnyAttr:$index_vector_dim, AnyAttr:$indices_are_sorted,
                       AnyAttr:$unique_indices);
  let regions = (region AnyRegion:$update_computation);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_ScatterOpV2 : VHLO_Op<"scatter_v2",
    V<1, 1>, Current, [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyType:$scatter_indices,
                       Variadic<AnyType>:$updates, AnyAttr:$update_window_dims,
                       AnyAttr:$inserted_window_dims,
                       AnyAttr:$input_batching_dims,
                       AnyAttr:$scatter_indices_batching_dims,
                       AnyAttr:$scatter_dims_to_operand_dims,
                       AnyAttr:$index_vector_dim, AnyAttr:$indices_are_sorted,
                       AnyAttr:$unique_indices);
  let regions = (region AnyRegion:$update_computation);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_SliceOpV1 : VHLO_Op<"slice_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$start_indices,
                       AnyAttr:$limit_indices, AnyAttr:$strides);
  let results = (outs AnyType:$result);
}

def VHLO_SortOpV1 : VHLO_Op<"sort_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$dimension,
                       AnyAttr:$is_stable);
  let regions = (region AnyRegion:$comparator);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_TorchIndexSelectOpV1 : VHLO_Op<"torch_index_select_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$index, AnyAttr:$dim,
                       AnyAttr:$batch_dims);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOINDEXINGOPS
