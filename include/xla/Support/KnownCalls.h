//===- KnownCalls.h - Custom calls that stand for ops -----------*- C++ -*-===//

#ifndef XLA_SUPPORT_KNOWNCALLS_H
#define XLA_SUPPORT_KNOWNCALLS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace xla {
/// What a custom call of `target` takes and gives if it is one that the
/// compiler knows as an op, to be told to whoever wrote another form of it;
/// empty for other targets, which are functions that somebody registers.
llvm::StringRef getKnownCallForm(llvm::StringRef target);

/// The target of calls that stand for constants whose elements a file of
/// classic HLO leaves out, `{...}`.
inline constexpr llvm::StringLiteral kElidedConstant = "xla.elided_constant";

/// What is expected where `target` is called and has no function.
std::string explainMissingFunction(llvm::StringRef target);
} // namespace xla

#endif // XLA_SUPPORT_KNOWNCALLS_H
