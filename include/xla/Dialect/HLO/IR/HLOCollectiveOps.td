//===- HLOCollectiveOps.td - Communication between processes *- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS
#define XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

// All processes of a group must reach a collective in the same order, so none
// may be dropped, merged or moved by a pass that looks at one process alone:
// these ops declare no memory effects, which means any effect.

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def HLO_AllGatherOp : HLO_Op<"all_gather"> {
  let summary = "Joins the operands of all processes of a group";
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$all_gather_dim,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<HLO_Tensor>:$results);
  let hasVerifier = 1;
}

def HLO_AllReduceOp : HLO_Op<"all_reduce", [HLO_InferTypes]> {
  let summary = "Combines the operands of all processes elementwise";
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<HLO_Tensor>:$results);
  let hasRegionVerifier = 1;
}

def HLO_AllToAllOp : HLO_Op<"all_to_all", [HLO_InferTypes]> {
  let summary = "Splits the operand, sends one part to each process";
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$split_dimension,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$concat_dimension,
    ConfinedAttr<I64Attr, [IntPositive]>:$split_count,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<HLO_Tensor>:$results);
}

def HLO_CollectiveBroadcastOp : HLO_Op<"collective_broadcast", [HLO_InferTypes]> {
  let summary = "Gives the first process's operand to all of its group";
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<HLO_Tensor>:$results);
}

def HLO_CollectivePermuteOp : HLO_Op<"collective_permute", [HLO_InferTypes]> {
  let summary = "Sends the operand from source to target processes";
  let arguments = (ins HLO_Tensor:$operand,
    I64ElementsAttr:$source_target_pairs,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs HLO_Tensor:$result);
}

def HLO_CollectiveReduceOp : HLO_Op<"collective_reduce", [HLO_InferTypes]> {
  let summary = "Combines the operands of a group in its root process";
  let arguments = (ins Variadic<HLO_Tensor>:$operands,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids, UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<HLO_Tensor>:$results);
  let hasRegionVerifier = 1;
}

def HLO_ReduceScatterOp : HLO_Op<"reduce_scatter"> {
  let summary = "Combines operands elementwise, gives a part to each process";
  let arguments = (ins HLO_Tensor:$operand,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$scatter_dimension,
    HLO_ReplicaGroups:$replica_groups,
    OptionalAttr<HLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs HLO_Tensor:$result);
  let hasRegionVerifier = 1;
}

def HLO_CrossReplicaSumOp : HLO_Op<"cross-replica-sum", [HLO_InferTypes]> {
  let summary = "Sum over replicas (deprecated, use all_reduce)";
  let arguments = (ins HLO_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs HLO_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

class HLO_IdOp<string mnemonic> : HLO_Op<mnemonic, [Pure, HLO_InferTypes]> {
  let results = (outs RankedTensorOf<[UI32], [HasAnyRankOfPred<[0]>],
                                     "0D tensor">:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def HLO_ReplicaIdOp : HLO_IdOp<"replica_id"> {
  let summary = "Which replica this process is";
}

def HLO_PartitionIdOp : HLO_IdOp<"partition_id"> {
  let summary = "Which partition this process is";
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

def HLO_InfeedOp : HLO_Op<"infeed"> {
  let summary = "Takes tensors from the host's queue; the last result is a token";
  let arguments = (ins HLO_TokenValue:$token,
    DefaultValuedOptionalStrAttr<StrAttr, "">:$infeed_config,
    OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<HLO_QuantizableTensorOrToken>:$results);
  let hasVerifier = 1;
}

def HLO_OutfeedOp : HLO_Op<"outfeed"> {
  let summary = "Puts tensors into the host's queue";
  let arguments = (ins Variadic<HLO_QuantizableTensor>:$inputs,
    HLO_TokenValue:$token,
    DefaultValuedOptionalStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs HLO_TokenValue:$result);
}

def HLO_SendOp : HLO_Op<"send"> {
  let summary = "Sends tensors through a channel";
  let arguments = (ins Variadic<HLO_QuantizableTensor>:$inputs,
    HLO_TokenValue:$token, HLO_ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs HLO_TokenValue:$result);
  let hasVerifier = 1;
}

def HLO_RecvOp : HLO_Op<"recv"> {
  let summary = "Receives tensors from a channel; the last result is a token";
  let arguments = (ins HLO_TokenValue:$token,
    HLO_ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<HLO_QuantizableTensorOrToken>:$results);
  let hasVerifier = 1;
}

#endif // XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS
