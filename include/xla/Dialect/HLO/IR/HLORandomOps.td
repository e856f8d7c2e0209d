//===- HLORandomOps.td - Random numbers --------------------*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLORANDOMOPS
#define XLA_DIALECT_HLO_IR_HLORANDOMOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLORANDOMOPS
