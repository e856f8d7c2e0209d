//===- Parts.h - A program in parts, one for each kernel --------*- C++ -*-===//

#ifndef XLA_LIB_TARGET_OBJECT_PARTS_H
#define XLA_LIB_TARGET_OBJECT_PARTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace xla {

/// What is compiled by itself: LLVM IR that no other context shares.
struct ProgramPart {
  /// Its kernel, or the first of several; the entry for what is no kernel.
  std::string name;
  llvm::SmallVector<char, 0> bitcode;
};

/// The parts of `module`, which must have no debug information: first all that
/// is no kernel, then the kernels in their order, consecutive ones together
/// until they have `leastInstructions`. Linked together they are the module.
///
/// The bitcode of a kernel by itself depends on the kernel alone, not on the
/// program around it. So what is local (the bodies of parallel loops, helpers,
/// small constants) comes along as a copy, named after the kernel; the rest is
/// declared. A kernel is a function with hidden visibility that more than other
/// kernels refer to.
///
/// Empty where the module cannot be split: it has local data that is written,
/// of which there must not be two copies, or kinds of symbols that the lowering
/// never makes.
llvm::SmallVector<ProgramPart> splitByKernel(const llvm::Module &module,
                                             unsigned leastInstructions);

} // namespace xla

#endif // XLA_LIB_TARGET_OBJECT_PARTS_H
