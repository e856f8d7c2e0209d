//===- VHLO.td - All of the vhlo dialect -------------------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLO
#define XLA_DIALECT_VHLO_IR_VHLO

include "xla/Dialect/VHLO/IR/VHLOAttributes.td"
include "xla/Dialect/VHLO/IR/VHLOCollectiveOps.td"
include "xla/Dialect/VHLO/IR/VHLOContractionOps.td"
include "xla/Dialect/VHLO/IR/VHLOControlFlowOps.td"
include "xla/Dialect/VHLO/IR/VHLOElementwiseOps.td"
include "xla/Dialect/VHLO/IR/VHLOIndexingOps.td"
include "xla/Dialect/VHLO/IR/VHLORandomOps.td"
include "xla/Dialect/VHLO/IR/VHLOReductionOps.td"
include "xla/Dialect/VHLO/IR/VHLOShapeOps.td"
include "xla/Dialect/VHLO/IR/VHLOTypes.td"

#endif // XLA_DIALECT_VHLO_IR_VHLO
