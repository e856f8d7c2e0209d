//===- Matrix.h - Every op for every element type ---------------*- C++ -*-===//

#ifndef XLA_TEST_FUZZ_MATRIX_H
#define XLA_TEST_FUZZ_MATRIX_H

#include "../Conformance/Programs.h"

namespace xla::fuzz {

struct MatrixOptions {
  /// Where the programs are, one for each op; see elementwise.mlir there.
  std::string folder;
  /// Only rows whose names contain it.
  std::string filter;
  /// Prints programs and runs none.
  bool print = false;
  conformance::RunnerOptions runner;
};

/// Runs each op of the hlo and chlo dialects for each element type that its
/// verifier allows, interpreted and natively, on edge values given at run time
/// and as constants. Prints a table and what is wrong; returns the exit code: 0
/// if all is right but what `expected.tsv` in the folder names.
int runMatrix(mlir::MLIRContext *context, const MatrixOptions &options);

/// Runs the cells that `text` holds in this process.
conformance::Result runMatrixCells(mlir::MLIRContext *context,
                                   llvm::StringRef text, bool corrupt,
                                   std::optional<int64_t> optLevel);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_MATRIX_H
