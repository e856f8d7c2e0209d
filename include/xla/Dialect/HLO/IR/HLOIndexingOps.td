//===- HLOIndexingOps.td - Ops that read or write by index -*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOINDEXINGOPS
#define XLA_DIALECT_HLO_IR_HLOINDEXINGOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLOINDEXINGOPS
