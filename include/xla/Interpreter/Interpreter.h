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

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace xla::interpreter {

/// Limits of one evaluation, so that no program can hang or exhaust a process.
struct Options {
  /// Ops evaluated, those inside regions included; 0: no limit.
  int64_t maxSteps = 0;
  /// Wall time, looked at between ops; 0: no limit.
  double maxSeconds = 0;
  /// Bytes of all values alive at once.
  int64_t maxBytes = int64_t(8) << 30;
  /// Calls and regions inside each other.
  int maxDepth = 500;
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

} // namespace xla::interpreter

#endif // XLA_INTERPRETER_INTERPRETER_H
