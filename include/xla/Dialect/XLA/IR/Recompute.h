//===- Recompute.h - Kernels that are cheap to call again -------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_RECOMPUTE_H
#define XLA_DIALECT_XLA_IR_RECOMPUTE_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Kernel: a unit attribute that marks those of data movement and arithmetic
/// only, whose results cost about what writing them costs. Only where the
/// compile option `max-temp-bytes` may have use of it.
inline constexpr llvm::StringLiteral kRecomputeAttr = "xla.recompute";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_RECOMPUTE_H
