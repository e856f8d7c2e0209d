//===- Report.h - What xla-run says -----------------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_REPORT_H
#define XLA_LIB_TOOLS_XLARUN_REPORT_H

#include "ProfileReport.h"

#include "xla/JIT/CodeCache.h"
#include "xla/Support/Case.h"

#include <optional>
#include <vector>

namespace xla::run {

/// Everything that came of one run of the tool.
struct Report {
  llvm::SmallVector<Literal> results;
  /// One for each result where results are known; empty otherwise.
  std::vector<AgreementReport> comparisons;
  bool printResults = false;
  /// How many processes the results are of, with as many of each.
  int numProcesses = 1;

  /// Of `--benchmark`.
  std::optional<std::vector<double>> runSeconds;
  double compileSeconds = 0;
  int64_t peakMemory = 0;
  int64_t compilePeakMemory = 0;

  /// Of `--profile`.
  std::optional<ProfileReport> profile;

  /// Of `--cache-stats`.
  std::optional<CacheInfo> cache;

  bool agrees() const;
  /// Lines for people.
  void printText(llvm::raw_ostream &os) const;
  /// One JSON object on one line.
  void printJSON(llvm::raw_ostream &os) const;
};

/// Compares the results of `report` with what `one` expects. Returns what to
/// exit with after an error; kExitRight: see the report.
int compareResults(const Case &one, Report &report);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_REPORT_H
