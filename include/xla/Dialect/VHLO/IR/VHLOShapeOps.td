//===- VHLOShapeOps.td - Ops that change a shape --------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOSHAPEOPS
#define XLA_DIALECT_VHLO_IR_VHLOSHAPEOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_BroadcastInDimOpV1 : VHLO_Op<"broadcast_in_dim_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$broadcast_dimensions);
  let results = (outs AnyType:$result);
}

def VHLO_BroadcastOpV1 : VHLO_Op<"broadcast_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$broadcast_sizes);
  let results = (outs AnyType:$result);
}

def VHLO_ConcatenateOpV1 : VHLO_Op<"concatenate_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$dimension);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicBroadcastInDimOpV1 : VHLO_Op<"dynamic_broadcast_in_dim_v1",
    V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$output_dimensions,
                       AnyAttr:$broadcast_dimensions,
                       AnyAttr:$known_expanding_dimensions,
                       AnyAttr:$known_nonexpanding_dimensions);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicIotaOpV1 : VHLO_Op<"dynamic_iota_v1", V<0, 9>> {
  let arguments = (ins AnyType:$output_shape, AnyAttr:$iota_dimension);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicPadOpV1 : VHLO_Op<"dynamic_pad_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$padding_value,
                       AnyType:$edge_padding_low, AnyType:$edge_padding_high,
                       AnyType:$interior_padding);
  let results = (outs AnyType:$result);
}

def VHLO_DynamicReshapeOpV1 : VHLO_Op<"dynamic_reshape_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$output_shape);
  let results = (outs AnyType:$result);
}

def VHLO_GetDimensionSizeOpV1 : VHLO_Op<"get_dimension_size_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$dimension);
  let results = (outs AnyType:$result);
}

def VHLO_IotaOpV1 : VHLO_Op<"iota_v1", V<0, 9>> {
  let arguments = (ins AnyAttr:$iota_dimension);
  let results = (outs AnyType:$result);
}

def VHLO_PadOpV1 : VHLO_Op<"pad_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$padding_value,
                       AnyAttr:$edge_padding_low, AnyAttr:$edge_padding_high,
                       AnyAttr:$interior_padding);
  let results = (outs AnyType:$result);
}

def VHLO_ReshapeOpV1 : VHLO_Unary<"reshape_v1", V<0, 9>>;

def VHLO_ReverseOpV1 : VHLO_Op<"reverse_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$dimensions);
  let results = (outs AnyType:$result);
}

def VHLO_SetDimensionSizeOpV1 : VHLO_Op<"set_dimension_size_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyType:$size, AnyAttr:$dimension);
  let results = (outs AnyType:$result);
}

def VHLO_TransposeOpV1 : VHLO_Op<"transpose_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$permutation);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOSHAPEOPS
