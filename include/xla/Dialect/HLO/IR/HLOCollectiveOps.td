//===- HLOCollectiveOps.td - Communication between processes *- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS
#define XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLOCOLLECTIVEOPS
