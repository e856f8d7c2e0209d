//===- Parts.h - Work that can be taken apart -------------------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_PARTS_H
#define XLA_DIALECT_XLA_IR_PARTS_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Structured op on buffers: it does a part of the iterations of an op, and
/// this many of it would do them all.
inline constexpr llvm::StringLiteral kPartsAttr = "xla.parts";
/// Loop whose iterations may run in any order and together: they write
/// different elements, and of what else the loop carries each needs nothing but
/// room. The value is how many nanoseconds one takes, roughly.
inline constexpr llvm::StringLiteral kIndependentAttr = "xla.independent";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_PARTS_H
