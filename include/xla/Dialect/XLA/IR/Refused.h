//===- Refused.h - Programs beyond a limit of their user's ------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_REFUSED_H
#define XLA_DIALECT_XLA_IR_REFUSED_H

#include "llvm/ADT/StringRef.h"

namespace xla {
/// Module: a unit attribute that a pass leaves where it fails because the
/// program does not keep a limit that its user set, which is no fault of the
/// compiler's.
inline constexpr llvm::StringLiteral kRefusedAttr = "xla.refused";
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_REFUSED_H
