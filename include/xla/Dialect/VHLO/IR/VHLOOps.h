//===- VHLOOps.h - The vhlo dialect: ops, attributes, types -----*- C++ -*-===//
//
// What portable artifacts hold. Only the reader and the writer of artifacts
// (Target/VHLO) include this.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_VHLO_IR_VHLOOPS_H
#define XLA_DIALECT_VHLO_IR_VHLOOPS_H

#include "xla/Dialect/VHLO/IR/Version.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "xla/Dialect/VHLO/IR/VHLODialect.h.inc"
#include "xla/Dialect/VHLO/IR/VHLOEnums.h.inc"

#include "xla/Dialect/VHLO/IR/VHLOAttrInterfaces.h.inc"
#include "xla/Dialect/VHLO/IR/VHLOOpInterfaces.h.inc"
#include "xla/Dialect/VHLO/IR/VHLOTypeInterfaces.h.inc"
#define GET_TYPEDEF_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOAttributes.h.inc"

#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOShapeOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOReductionOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOContractionOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOIndexingOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOCollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/VHLO/IR/VHLORandomOps.h.inc"

#endif // XLA_DIALECT_VHLO_IR_VHLOOPS_H
