//===- Programs.h - The programs of a conformance suite --------*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_PROGRAMS_H
#define XLA_TEST_CONFORMANCE_PROGRAMS_H

#include "xla/Support/Literal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace xla::conformance {

/// One module of a file of the suite.
struct Program {
  /// "testdata/add_bfloat16_20_20.mlir", with "#2" for the second module of a
  /// file that has several.
  std::string name;
  std::string text;
  /// Its file compares what the interpreter prints.
  bool comparesText = false;

  /// The folder.
  llvm::StringRef getFamily() const {
    return llvm::StringRef(name).rsplit('/').first;
  }
  /// What the file's name begins with, up to element types and the like.
  llvm::StringRef getOperation() const;
};

/// All modules of the `.mlir` files under `root`/`folder` whose names contain
/// `filter`, sorted by name. Says on standard error what cannot be read.
std::vector<Program> readPrograms(llvm::StringRef root, llvm::StringRef folder,
                                  llvm::StringRef filter);

/// What came of a program.
enum class Outcome {
  /// All its checks held; or it has none, and its results are the
  /// interpreter's.
  Pass,
  /// A check failed.
  Wrong,
  /// A diagnostic said that something is not supported.
  Refused,
  /// It does not parse or verify.
  Invalid,
  Crash,
  Timeout,
  /// Not counted: it asks something of the interpreter itself.
  Skipped,
  /// A check failed because the suite's expected values are farther from the
  /// exact ones than it allows; the results agree by contracts.md.
  Bounded
};

llvm::StringRef stringifyOutcome(Outcome outcome);

struct Result {
  Outcome outcome = Outcome::Crash;
  /// The first diagnostic, on one line.
  std::string message;
  double seconds = 0;
};

/// How programs are run.
struct RunnerOptions {
  /// "interpreter" or "native".
  std::string backend = "interpreter";
  unsigned jobs = 2;
  double timeoutSeconds = 60;
  /// Of native code.
  unsigned optLevel = 0;
};

/// Runs `entry`, whose calls are inlined, as machine code; its module is
/// consumed. Its top-level constants are run-time arguments; code that neither
/// runs a kernel nor copies anything is a failure, except where no result has
/// elements. `message` is set where no diagnostic says more.
mlir::FailureOr<llvm::SmallVector<Literal>>
runNative(mlir::func::FuncOp entry, const RunnerOptions &runner,
          std::string &message);

/// Runs `entry`, which takes sizes, in the interpreter at two sizes from 1 to 8
/// and compares with the program made static for each: as machine code, else in
/// the interpreter, bit for bit.
Outcome runSized(mlir::func::FuncOp entry, const RunnerOptions &runner,
                 std::string &message);

/// Runs what `entry` does around its grids of processes in the interpreter, and
/// the processes as machine code on threads.
Outcome runGrids(mlir::func::FuncOp entry, const RunnerOptions &runner);

/// Runs every program in a process of its own, forked from this one, which must
/// be single-threaded.
std::vector<Result> runPrograms(const std::vector<Program> &programs,
                                const RunnerOptions &options);

/// The function that the suite means: main, or the first public one; null if
/// there is none.
mlir::func::FuncOp findEntry(mlir::ModuleOp module);

/// Evaluates the programs one after the other in this process and prints what
/// they give as StableHLO's interpreter does, or as attributes. `arguments` is
/// an array of dense attributes, or empty. Returns false after an error.
bool showPrograms(const std::vector<Program> &programs, bool dense,
                  llvm::StringRef arguments);

/// Runs one program in this process.
Result runProgram(const Program &program, const RunnerOptions &options);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_PROGRAMS_H
