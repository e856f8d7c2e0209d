//===- SDYOps.h - Shardy's dialect: meshes and shardings --------*- C++ -*-===//

#ifndef XLA_DIALECT_SDY_IR_SDYOPS_H
#define XLA_DIALECT_SDY_IR_SDYOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "xla/Dialect/SDY/IR/SDYDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/SDY/IR/SDYAttributes.h.inc"
namespace xla::sdy {
class ReturnOp;
} // namespace xla::sdy
#define GET_OP_CLASSES
#include "xla/Dialect/SDY/IR/SDYOps.h.inc"

namespace xla::sdy {

/// The mesh that `meshOrRef` is, or names in the module around `op`; null if
/// there is none of that name.
MeshAttr findMesh(mlir::Operation *op, mlir::Attribute meshOrRef);

} // namespace xla::sdy

#endif // XLA_DIALECT_SDY_IR_SDYOPS_H
