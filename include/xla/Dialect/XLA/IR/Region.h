//===- Region.h - Kernels made of whole loops -------------------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_REGION_H
#define XLA_DIALECT_XLA_IR_REGION_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Kernel: a unit attribute that marks those made of whole loops, or of many
/// small ops: their loops may run long and end early when a call is cancelled.
inline constexpr llvm::StringLiteral kRegionAttr = "xla.region";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_REGION_H
