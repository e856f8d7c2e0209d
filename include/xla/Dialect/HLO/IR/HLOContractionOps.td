//===- HLOContractionOps.td - Dot products and linear algebra *- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS
#define XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

#endif // XLA_DIALECT_HLO_IR_HLOCONTRACTIONOPS
