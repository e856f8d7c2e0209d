//===- TextLimits.h - Limits of MLIR text -----------------------*- C++ -*-===//
//
// MLIR's parser, printer and verifier recurse over what is nested. Text is
// checked before it reaches them, so that hostile input ends in a diagnostic
// and not in a stack overflow.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_TEXTLIMITS_H
#define XLA_TARGET_TEXTLIMITS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace xla {
struct TextLimits {
  /// Brackets of any kind that may be open at once, aliases counted as what
  /// they stand for.
  unsigned maxDepth = 512;
  /// Arithmetic operators in one bracket without a comma between them (the
  /// terms of one affine expression, each a level of recursion).
  unsigned maxOperators = 4096;
  /// Bytes of one input; positions are 32-bit numbers.
  uint64_t maxBytes = uint64_t(1) << 32;
};

/// Where and how a text breaks a limit.
struct TextLimitError {
  /// Offset of the offending character.
  size_t offset;
  std::string message;
};

/// The first place where `text` breaks one of `limits`, if any, or holds what
/// is known to crash MLIR's parser. Knows MLIR's comments and strings; does not
/// check the syntax otherwise.
std::optional<TextLimitError> findTextLimitError(llvm::StringRef text,
                                                 const TextLimits &limits = {});
} // namespace xla

#endif // XLA_TARGET_TEXTLIMITS_H
