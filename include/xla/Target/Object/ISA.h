//===- ISA.h - What a processor must have to run code -----------*- C++ -*-===//
//
// The instruction sets that code for a target may use, as the bits in which a
// processor says that it has them. What only tunes code is no part of it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_OBJECT_ISA_H
#define XLA_TARGET_OBJECT_ISA_H

#include "xla/Pipelines/Options.h"
#include "xla/Runtime/PackageFormat.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>

namespace xla {

/// Bits that must be set in the words that PackageFormat.h names.
struct RequiredISA {
  std::array<uint32_t, xla_format::kNumISAWords> words = {};

  /// How many instruction sets there are: code with more of them is tried
  /// first.
  unsigned count() const;
};

/// What code for the target of `options`, which must be resolved, needs. All
/// zero for the baseline of each architecture, and for GPUs.
RequiredISA getRequiredISA(const CompileOptions &options);

/// Instruction sets of the target, by LLVM's names, that are no part of what
/// getRequiredISA gives though code may use them: no choice between processors
/// can be made by it.
llvm::SmallVector<llvm::StringRef>
getUncheckedISA(const CompileOptions &options);

} // namespace xla

#endif // XLA_TARGET_OBJECT_ISA_H
