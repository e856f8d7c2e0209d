//===- InstructionSet.h - What code for a target may use --------*- C++ -*-===//

#ifndef XLA_PIPELINES_INSTRUCTIONSET_H
#define XLA_PIPELINES_INSTRUCTIONSET_H

#include <string>

namespace xla {
struct CompileOptions;

/// The instructions that code for the target of `options`, which must be
/// resolved, may use: names of features, sorted. What only says how code is
/// best arranged for a processor (`fast-gather`, `prefer-256-bit`, its name) is
/// not among them: such names differ between machines, between releases of LLVM
/// and between ways to ask for the host, and code that was made with others
/// runs all the same.
std::string getInstructionSet(const CompileOptions &options);

} // namespace xla

#endif // XLA_PIPELINES_INSTRUCTIONSET_H
