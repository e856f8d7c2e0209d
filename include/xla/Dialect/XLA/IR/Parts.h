//===- Parts.h - Ops that are a part of one ---------------------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_PARTS_H
#define XLA_DIALECT_XLA_IR_PARTS_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Structured op on buffers: it does a part of the iterations of an op, and
/// this many of it would do them all.
inline constexpr llvm::StringLiteral kPartsAttr = "xla.parts";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_PARTS_H
