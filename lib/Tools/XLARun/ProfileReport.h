//===- ProfileReport.h - What xla-run says of kernels -----------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_PROFILEREPORT_H
#define XLA_LIB_TOOLS_XLARUN_PROFILEREPORT_H

#include "MachineRates.h"
#include "xla/JIT/KernelProfile.h"

#include "llvm/Support/raw_ostream.h"

namespace xla::run {

/// A finished profile, for printing. All times are means of one run.
struct ProfileReport {
  struct Row {
    std::string name, lines;
    double calls = 0;
    double seconds = 0;
    /// Of seconds of the whole run.
    double share = 0;
    /// Of one call; 0: none, or unknown.
    double bytes = 0, flops = 0, transcendentals = 0;

    double getSecondsOfCall() const { return calls ? seconds / calls : 0; }
    /// `amount`, which is of one call, in a second.
    double getRate(double amount) const {
      return seconds > 0 ? amount * calls / seconds : 0;
    }
  };

  /// Kernels that were called, those that take most time first.
  std::vector<Row> rows;
  /// Calls of the last run, with places in `rows`.
  std::vector<KernelProfile::Event> events;
  int64_t numRuns = 0;
  double seconds = 0;
  /// Of that, what is outside kernels.
  double secondsOutside = 0;
  MachineRates machine;

  double getShareOutside() const {
    return seconds > 0 ? secondsOutside / seconds : 0;
  }
  /// Of what memory moves; above 1, what is moved comes from caches.
  double getShareOfMemory(const Row &row) const {
    return machine.bytes > 0 ? row.getRate(row.bytes) / machine.bytes : 0;
  }
  /// Of what the processor computes.
  double getShareOfPeak(const Row &row) const {
    return machine.flops > 0 ? row.getRate(row.flops) / machine.flops : 0;
  }

  static ProfileReport get(const KernelProfile &profile,
                           const MachineRates &machine);

  /// A table for people.
  void printText(llvm::raw_ostream &os) const;
  /// One JSON object.
  void printJSON(llvm::raw_ostream &os) const;
  /// A page that shows itself in a browser and needs nothing else: the table,
  /// and the last run as a picture. `title` is the program's name.
  void printHTML(llvm::StringRef title, llvm::raw_ostream &os) const;
};

/// `value` with three digits and a prefix that suits it: "12.3 GB/s".
std::string formatQuantity(double value, llvm::StringRef unit);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_PROFILEREPORT_H
