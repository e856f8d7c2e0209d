//===- FuzzCase.h - One random program and how it is run --------*- C++ -*-===//

#ifndef XLA_TEST_FUZZ_FUZZCASE_H
#define XLA_TEST_FUZZ_FUZZCASE_H

#include "../Conformance/Programs.h"
#include "Generator.h"
#include "Processes.h"
#include "xla/Pipelines/Options.h"

namespace xla::fuzz {

/// A program, what it takes, and the options it is compiled with.
struct FuzzCase {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Traffic given;
  CompileOptions options;

  mlir::func::FuncOp getMain() const;
  FuzzCase clone() const;
  /// The program as text, its options and arguments as comments.
  void print(llvm::raw_ostream &os) const;
};

/// The case of a seed; `optLevel` overrides what the seed chooses.
FuzzCase createCase(mlir::MLIRContext *context, uint64_t seed,
                    std::optional<int64_t> optLevel);

/// Runs a case in this process: as it is and after the first phases in the
/// interpreter, and natively, with one thread and with two, in buffers of its
/// own and where arguments are donated in theirs. Each has to agree
/// with the others as the oracle says. Errors of the compiler are `Refused`.
/// `corrupt` changes a native result, to see whether that is found.
conformance::Result runCase(const FuzzCase &fuzzCase, bool corrupt = false);

/// Makes `fuzzCase`, for which `fails` holds, as small as it finds a way to.
/// `fails` runs each candidate in a process of its own.
void reduceCase(FuzzCase &fuzzCase,
                llvm::function_ref<bool(const FuzzCase &)> fails);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_FUZZCASE_H
