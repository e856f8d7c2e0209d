//===- HLOShapeOps.td - Ops that change a tensor's shape ---*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOSHAPEOPS
#define XLA_DIALECT_HLO_IR_HLOSHAPEOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLOSHAPEOPS
