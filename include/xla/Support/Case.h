//===- Case.h - Arguments and expected results of a program -----*- C++ -*-===//
//
// Reads `case.json`: the arguments of a program's entry, and, when stated, what
// it must give and how closely.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_CASE_H
#define XLA_SUPPORT_CASE_H

#include "xla/Support/Agreement.h"
#include "xla/Support/Generator.h"

namespace xla {

/// What one result must be.
struct ExpectedResult {
  mlir::RankedTensorType type;
  double rtol = 0, atol = 0;
  /// Path of the array file that holds elements 0, N, 2N, ... of the result.
  std::string file;
  int64_t sampleStride = 1;
  /// Root mean square of all finite elements.
  std::optional<double> rms;
  /// The whole result, where it is there already; then there is no file.
  Literal value;

  /// The value, or what the file holds. Errors: no such file, or not as many
  /// elements.
  llvm::Expected<Literal> read() const;

  /// Compares a result; another type is the report's error. Fails as `read`
  /// does: nothing is known of the result then.
  llvm::Expected<AgreementReport> compare(const Literal &got) const;
};

/// One way to run a program.
struct Case {
  std::string description;
  std::string entry = "main";
  std::vector<ArgumentSpec> arguments;
  /// None: nothing is known of the results, and nothing is compared.
  std::optional<std::vector<ExpectedResult>> results;

  /// Reads the file at `path`; relative files in it are beside it. Errors name
  /// the path and what is wrong where: a member that is missing, of the wrong
  /// kind, or whose name is nearly one that is known. Others may be there.
  static llvm::Expected<Case> read(llvm::StringRef path,
                                   mlir::MLIRContext *context);
};

} // namespace xla

#endif // XLA_SUPPORT_CASE_H
