//===- VHLOCollectiveOps.td - Communication between processes -*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOCOLLECTIVEOPS
#define XLA_DIALECT_VHLO_IR_VHLOCOLLECTIVEOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_AllGatherOpV1 : VHLO_Op<"all_gather_v1", V<0, 9>, V<1, 4>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$all_gather_dim,
                       AnyAttr:$replica_groups, AnyAttr:$channel_id,
                       AnyAttr:$use_global_device_ids);
  let results = (outs AnyType:$result);
}

def VHLO_AllGatherOpV2 : VHLO_Op<"all_gather_v2", V<1, 5>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$all_gather_dim,
                       AnyAttr:$replica_groups, AnyAttr:$channel_id,
                       AnyAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_AllReduceOpV1 : VHLO_Op<"all_reduce_v1", V<0, 9>, V<1, 4>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$replica_groups,
                       AnyAttr:$channel_id, AnyAttr:$use_global_device_ids);
  let regions = (region AnyRegion:$computation);
  let results = (outs AnyType:$result);
}

def VHLO_AllReduceOpV2 : VHLO_Op<"all_reduce_v2", V<1, 5>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$replica_groups,
                       AnyAttr:$channel_id, AnyAttr:$use_global_device_ids);
  let regions = (region AnyRegion:$computation);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_AllToAllOpV1 : VHLO_Op<"all_to_all_v1", V<0, 9>, V<1, 4>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$split_dimension,
                       AnyAttr:$concat_dimension, AnyAttr:$split_count,
                       AnyAttr:$replica_groups, AnyAttr:$channel_id);
  let results = (outs AnyType:$result);
}

def VHLO_AllToAllOpV2 : VHLO_Op<"all_to_all_v2", V<1, 5>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$split_dimension,
                       AnyAttr:$concat_dimension, AnyAttr:$split_count,
                       AnyAttr:$replica_groups, AnyAttr:$channel_id);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CollectiveBroadcastOpV1 : VHLO_Op<"collective_broadcast_v1",
    V<0, 16>, V<1, 19>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$replica_groups,
                       AnyAttr:$channel_id);
  let results = (outs AnyType:$result);
}

def VHLO_CollectiveBroadcastOpV2 : VHLO_Op<"collective_broadcast_v2",
    V<1, 20>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$replica_groups,
                       AnyAttr:$channel_id, AnyAttr:$has_dynamic_root);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CollectiveReduceOpV1 : VHLO_Op<"collective_reduce_v1", V<1, 19>> {
  let arguments = (ins Variadic<AnyType>:$operands, AnyAttr:$replica_groups,
                       AnyAttr:$channel_id, AnyAttr:$use_global_device_ids,
                       AnyAttr:$has_dynamic_root);
  let regions = (region AnyRegion:$computation);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_CollectivePermuteOpV1 : VHLO_Op<"collective_permute_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$source_target_pairs,
                       AnyAttr:$channel_id);
  let results = (outs AnyType:$result);
}

def VHLO_CrossReplicaSumOpV1 : VHLO_Op<"cross-replica-sum_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$replica_groups);
  let results = (outs AnyType:$result);
}

def VHLO_InfeedOpV1 : VHLO_Op<"infeed_v1", V<0, 9>> {
  let arguments = (ins AnyType:$token, AnyAttr:$infeed_config,
                       AnyAttr:$layout);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_OutfeedOpV1 : VHLO_Op<"outfeed_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyType:$token,
                       AnyAttr:$outfeed_config);
  let results = (outs AnyType:$result);
}

def VHLO_PartitionIdOpV1 : VHLO_Op<"partition_id_v1", V<0, 9>> {
  let results = (outs AnyType:$result);
}

def VHLO_RecvOpV1 : VHLO_Op<"recv_v1", V<0, 9>, V<1, 11>> {
  let arguments = (ins AnyType:$token, AnyAttr:$channel_id,
                       AnyAttr:$channel_type, AnyAttr:$is_host_transfer);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_RecvOpV2 : VHLO_Op<"recv_v2", V<1, 12>> {
  let arguments = (ins AnyType:$token, AnyAttr:$channel_id,
                       AnyAttr:$channel_type, AnyAttr:$is_host_transfer,
                       AnyAttr:$source_target_pairs);
  let results = (outs Variadic<AnyType>:$results);
}

def VHLO_ReduceScatterOpV1 : VHLO_Op<"reduce_scatter_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$scatter_dimension,
                       AnyAttr:$replica_groups, AnyAttr:$channel_id,
                       AnyAttr:$use_global_device_ids);
  let regions = (region AnyRegion:$computation);
  let results = (outs AnyType:$result);
}

def VHLO_ReplicaIdOpV1 : VHLO_Op<"replica_id_v1", V<0, 9>> {
  let results = (outs AnyType:$result);
}

def VHLO_SendOpV1 : VHLO_Op<"send_v1", V<0, 9>, V<1, 11>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyType:$token,
                       AnyAttr:$channel_id, AnyAttr:$channel_type,
                       AnyAttr:$is_host_transfer);
  let results = (outs AnyType:$result);
}

def VHLO_SendOpV2 : VHLO_Op<"send_v2", V<1, 12>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyType:$token,
                       AnyAttr:$channel_id, AnyAttr:$channel_type,
                       AnyAttr:$is_host_transfer,
                       AnyAttr:$source_target_pairs);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOCOLLECTIVEOPS
