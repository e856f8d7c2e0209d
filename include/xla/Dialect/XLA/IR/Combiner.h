//===- Combiner.h - What combines the elements of a collective --*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_COMBINER_H
#define XLA_DIALECT_XLA_IR_COMBINER_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Collective of the host level: the symbol of the kernel that combines two
/// elements.
inline constexpr llvm::StringLiteral kCombinerAttr = "xla.combiner";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_COMBINER_H
