//===- ProgramStats.h - What a program consists of --------------*- C++ -*-===//
//
// Counts of ops and estimates of work, to compare a program before and after
// passes.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_FUSION_PROGRAMSTATS_H
#define XLA_FUSION_PROGRAMSTATS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace xla {

/// Of all functions together. The body of a loop counts once, every branch
/// counts, and what is called counts where it is, not where it is called from.
struct ProgramStats {
  std::map<std::string, int64_t> numOps;
  /// Additions, multiplications and other arithmetic on elements; two for each
  /// term of a dot or convolution.
  double flops = 0;
  /// Functions such as exp, of elements.
  double transcendentals = 0;
  /// What ops read and write, were each of them alone. Reshapes, tuples and
  /// control flow move nothing.
  double bytes = 0;

  /// The statistics of what is in `root`, a module or a function, at any level.
  /// Below hlo only ops are counted.
  static ProgramStats get(mlir::Operation *root);

  /// Prints both as a table, with ops that are in neither left out.
  static void printChange(const ProgramStats &before, const ProgramStats &after,
                          llvm::raw_ostream &os);
};

} // namespace xla

#endif // XLA_FUSION_PROGRAMSTATS_H
