//===- Helper.h - Functions that kernels call -------------------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_HELPER_H
#define XLA_DIALECT_XLA_IR_HELPER_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringRef.h"

namespace xla {
/// Function: a unit attribute that marks helpers, which only kernels call:
/// private functions of numbers that touch no memory and do not see the
/// `xla_call`.
inline constexpr llvm::StringLiteral kHelperAttr = "xla.helper";

/// Whether `op` is a function that bears `xla.helper`.
inline bool isHelper(mlir::Operation *op) {
  return mlir::isa<mlir::FunctionOpInterface>(op) && op->hasAttr(kHelperAttr);
}
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_HELPER_H
