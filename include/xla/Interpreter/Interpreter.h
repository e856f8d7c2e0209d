//===- Interpreter.h - Direct evaluation of hlo programs -------*- C++ -*-===//
//
// Evaluates hlo functions op by op on the host: the reference that compiled
// code is compared with. It shares no code with the compiler's phases.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_INTERPRETER_H
#define XLA_INTERPRETER_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "xla/Support/Literal.h"
#include <deque>
#include <functional>
#include <map>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace xla::interpreter {

/// Makes an evaluation move every value that rounding may change, at random and
/// by as much as the contracts allow: where sums are formed in another order or
/// math functions are implemented otherwise. How far results then lie from
/// those of a plain evaluation says what two right evaluations may differ by.
struct Perturbation {
  uint64_t seed = 1;
  /// Set once a value has been moved: the program is not exact.
  bool isApplied = false;
};

/// What a program exchanges with its host: lists of literals, oldest first.
/// Literals are as `evaluate` takes and gives them.
struct HostQueues {
  using Queue = std::deque<llvm::SmallVector<Literal>>;
  /// Of each `infeed` op the tensors it takes; processes share the queue.
  Queue infeed;
  Queue outfeed;
  /// Per channel, of `recv` and `send` ops that are host transfers.
  std::map<int64_t, Queue> toProgram, fromProgram;
};

/// Runs a grid of processes in the interpreter's place: functions and arguments
/// replica by replica, and what there is to take by `infeed`. Returns the
/// results of each process, or fails after a diagnostic.
using GridRunner =
    std::function<mlir::FailureOr<std::vector<llvm::SmallVector<Literal>>>(
        llvm::ArrayRef<mlir::func::FuncOp> programs, int64_t numReplicas,
        int64_t numPartitions,
        llvm::ArrayRef<llvm::SmallVector<Literal>> arguments,
        const HostQueues::Queue &infeed)>;

/// Limits of one evaluation, so that no program can hang or exhaust a process,
/// and what it has around it.
struct Options {
  /// Ops evaluated, those inside regions included; 0: no limit.
  int64_t maxSteps = 0;
  /// Wall time, looked at between ops; 0: no limit.
  double maxSeconds = 0;
  /// Bytes of all values alive at once.
  int64_t maxBytes = int64_t(8) << 30;
  /// Calls and regions inside each other.
  int maxDepth = 500;
  /// Null: nothing to take, and what is put out is dropped.
  HostQueues *queues = nullptr;
  /// Where `interpreter.probe` writes its files and `index.csv`; probes are
  /// refused without one.
  std::string probeDirectory;
  /// Where `interpreter.print` writes; null: standard output.
  llvm::raw_ostream *printStream = nullptr;
  /// Who runs the programs of `interpreter.run_parallel`; none: the
  /// interpreter.
  GridRunner runGrid;
  /// Set to true where the evaluation ended because a check of the program's
  /// own found a wrong value. Not owned, may be null.
  bool *failedCheck = nullptr;
  /// Not owned; null for a plain evaluation.
  Perturbation *perturbation = nullptr;
};

/// Evaluates `function` and returns its results: one literal per tensor in
/// order, tuples flattened, tokens left out. `args` are given likewise and must
/// fit the parameters' types (a dynamic dimension takes any size; quantized
/// values are given and come as the integers they store).
///
/// On failure one diagnostic has been emitted at the op that could not be
/// evaluated: an op or type the interpreter does not know, a failed check, an
/// exceeded limit. The module must have been verified.
mlir::FailureOr<llvm::SmallVector<Literal>>
evaluate(mlir::func::FuncOp function, llvm::ArrayRef<Literal> args,
         const Options &options = {});

/// The same for the function `entry` of a module; an empty name means `main`,
/// or the only function.
mlir::FailureOr<llvm::SmallVector<Literal>>
evaluate(mlir::ModuleOp module, llvm::StringRef entry,
         llvm::ArrayRef<Literal> args, const Options &options = {});

/// Evaluates `function` once for each process of a grid of replicas and
/// partitions, all at the same time, with the arguments of each process,
/// replica by replica. Returns the results likewise. That processes wait for
/// each other for ever is an error.
mlir::FailureOr<llvm::SmallVector<llvm::SmallVector<Literal>>>
evaluateParallel(mlir::func::FuncOp function, int64_t numReplicas,
                 int64_t numPartitions,
                 llvm::ArrayRef<llvm::SmallVector<Literal>> args,
                 const Options &options = {});

/// Prints a literal as StableHLO's own interpreter does, type and all.
void printInStableHLOForm(llvm::raw_ostream &os, const Literal &literal);

/// Calls `report` for each op of `function`, and of what it may call, that the
/// interpreter has no evaluation for, with the reason: one line without the
/// op's name.
void forEachUnsupported(
    mlir::func::FuncOp function,
    llvm::function_ref<void(mlir::Operation *, const std::string &)> report);

} // namespace xla::interpreter

#endif // XLA_INTERPRETER_INTERPRETER_H
