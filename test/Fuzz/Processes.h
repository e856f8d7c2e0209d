//===- Processes.h - Random programs of several processes -------*- C++ -*-===//
//
// A random program runs as a grid of processes, which the module's attributes
// `mhlo.num_replicas` and `mhlo.num_partitions` give the size of.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_FUZZ_PROCESSES_H
#define XLA_TEST_FUZZ_PROCESSES_H

#include "xla/Support/Literal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace xla::fuzz {

/// How many processes there are; one where the module does not say.
struct Grid {
  int64_t replicas = 1, partitions = 1;

  static Grid of(mlir::ModuleOp module);
  void record(mlir::ModuleOp module) const;
  int64_t size() const { return replicas * partitions; }
};

/// What a run takes, or what it gives.
struct Traffic {
  /// Arguments or results of each process, replica by replica.
  std::vector<llvm::SmallVector<Literal>> values;
  /// What each `infeed` takes or each `outfeed` gives, oldest first. The
  /// processes of a grid share a queue in no order: only lone ones have any.
  std::vector<llvm::SmallVector<Literal>> feed;
};

/// Whether both have the same bits; any NaN is like any other.
bool sameElements(const Traffic &a, const Traffic &b);

/// Evaluates `function` in all processes of a grid.
mlir::FailureOr<Traffic> interpretProcesses(mlir::func::FuncOp function,
                                            const Grid &grid,
                                            const Traffic &given);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_PROCESSES_H
