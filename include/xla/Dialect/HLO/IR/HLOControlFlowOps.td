//===- HLOControlFlowOps.td - Control flow, calls and tokens *- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS
#define XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS
