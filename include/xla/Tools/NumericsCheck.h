//===- NumericsCheck.h - Run a program after each pass ----------*- C++ -*-===//
//
// Finds the pass that changes what a program computes: the program is run on
// the same arguments after every pass that changed it, at whatever level it
// then is, and its results are compared with those it had at first.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TOOLS_NUMERICSCHECK_H
#define XLA_TOOLS_NUMERICSCHECK_H

#include "xla/Support/Agreement.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"
#include <memory>

namespace xla {

/// Runs `entry` of a program at any level: the interpreter while it is of hlo,
/// kernels or not; from then on the rest of the way to machine code that shares
/// least with what is checked (loops instead of schedules and tasks, the C
/// library instead of our math, LLVM's O0). `module` is left as it is. Errors:
/// why it does not run.
llvm::Expected<llvm::SmallVector<Literal>>
runAtAnyLevel(mlir::ModuleOp module, llvm::StringRef entry,
              llvm::ArrayRef<Literal> arguments);

/// The results of a program on some arguments, and how far right results may be
/// from them.
class NumericsReference {
public:
  /// Evaluates `module`. A program of hlo is evaluated by the interpreter, then
  /// several times more with rounding errors of the size that the contracts
  /// allow: elements that no error reaches have to agree bit for bit, the
  /// others within a small multiple of what was seen. At a lower level one run
  /// stands for all, and 1024 ulps of the largest element are allowed.
  static llvm::Expected<NumericsReference>
  create(mlir::ModuleOp module, llvm::StringRef entry,
         llvm::ArrayRef<Literal> arguments);

  llvm::ArrayRef<Literal> getResults() const { return results; }

  /// The number of the first result that differs, and how; nothing if all
  /// agree.
  std::optional<std::pair<size_t, AgreementReport>>
  findDifference(llvm::ArrayRef<Literal> got) const;

private:
  llvm::SmallVector<Literal> results;
  /// For each result: the largest error of each element; empty if exact.
  std::vector<std::vector<double>> bounds;
};

/// What came of checking a pipeline.
class NumericsCheck {
public:
  /// With arguments made up from the entry's types: for tools that do not know
  /// the program yet. The entry is what `xla.options` says, or main.
  NumericsCheck() = default;
  /// With these results of `entry` on `arguments`.
  NumericsCheck(NumericsReference reference, llvm::StringRef entry,
                llvm::ArrayRef<Literal> arguments)
      : entry(entry.str()), arguments(arguments.begin(), arguments.end()),
        reference(std::move(reference)) {}

  /// To be added to the pass manager, whose context must not use threads. A
  /// pass that changes a result fails with an error that names it, and ends the
  /// pipeline. The check must outlive the pass manager.
  std::unique_ptr<mlir::PassInstrumentation> createInstrumentation();

  /// Looks at `module` after `what`; false after an error.
  bool check(mlir::ModuleOp module, llvm::StringRef what);

  /// True if a result was changed.
  bool hasDifference() const { return differs; }

  /// How much was checked, and what could not be run: lines for people.
  void print(llvm::raw_ostream &os) const;

private:
  friend class NumericsInstrumentation;
  bool prepare(mlir::ModuleOp module);

  std::string entry;
  llvm::SmallVector<Literal> arguments;
  std::optional<NumericsReference> reference;
  bool differs = false;
  bool isUnfit = false;
  int numChecked = 0;
  /// What was not run, and why.
  std::vector<std::pair<std::string, std::string>> notRun;
};

} // namespace xla

#endif // XLA_TOOLS_NUMERICSCHECK_H
