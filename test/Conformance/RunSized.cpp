//===- RunSized.cpp - Conformance programs that take sizes ----------------===//
//
// Programs of the dynamic suite carry no expected values. Each runs at the
// smallest size that its assertions allow and at a second one, and two
// evaluations are compared: the program as it is, by the interpreter, and the
// program made static for that size, as machine code or by the interpreter.
//
//===----------------------------------------------------------------------===//

#include "Inexactness.h"
#include "Programs.h"
#include "Sizes.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Program.h"

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// Runs one program at sizes of its own choice.
class SizedRunner {
public:
  SizedRunner(func::FuncOp entry, std::unique_ptr<xla::Program> program)
      : entry(entry), program(std::move(program)) {}

  /// Runs at `size`, its neighbours `step` apart. Nothing where the program
  /// does not allow that size; `message` then says why.
  std::optional<Outcome> run(int64_t size, int64_t step, std::string &message);

private:
  FailureOr<SmallVector<Literal>> interpret(ArrayRef<Literal> arguments,
                                            std::string &message);
  FailureOr<SmallVector<Literal>> runCompiled(ArrayRef<Literal> arguments,
                                              std::string &message);
  Outcome compare(ArrayRef<Literal> arguments, ArrayRef<Literal> expected,
                  std::string &message);

  func::FuncOp entry;
  /// Null: the interpreter runs what was made static.
  std::unique_ptr<xla::Program> program;
  bool ranKernels = false;
  /// A check of the program's own found a wrong value.
  bool failedCheck = false;
};
} // namespace

FailureOr<SmallVector<Literal>>
SizedRunner::interpret(ArrayRef<Literal> arguments, std::string &message) {
  // A size that the program does not allow is no failure.
  ScopedDiagnosticHandler quiet(
      entry.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return success();
      });
  interpreter::Options options;
  options.failedCheck = &failedCheck;
  return interpreter::evaluate(entry, arguments, options);
}

FailureOr<SmallVector<Literal>>
SizedRunner::runCompiled(ArrayRef<Literal> arguments, std::string &message) {
  auto code = program->specialize(arguments);
  if (!code) {
    message = llvm::toString(code.takeError());
    return failure();
  }
  ranKernels = (*code)->getInfo().num_kernels != 0;
  auto results = (*code)->run(arguments, entry.getContext());
  if (!results) {
    message = llvm::toString(results.takeError());
    return failure();
  }
  return std::move(*results);
}

Outcome SizedRunner::compare(ArrayRef<Literal> arguments,
                             ArrayRef<Literal> expected, std::string &message) {
  OwningOpRef<ModuleOp> fixed = makeStatic(entry, arguments);
  if (!fixed)
    return Outcome::Refused;
  interpreter::Options options;
  options.failedCheck = &failedCheck;
  FailureOr<SmallVector<Literal>> results =
      program
          ? runCompiled(arguments, message)
          : interpreter::evaluate(*fixed, entry.getName(), arguments, options);
  if (failed(results))
    return failedCheck ? Outcome::Wrong : Outcome::Refused;
  Inexactness inexactness;
  if (program) {
    auto found = getInexactness(
        fixed->lookupSymbol<func::FuncOp>(entry.getName()), arguments);
    if (failed(found))
      return Outcome::Refused;
    inexactness = *found;
  }
  return agree(*results, expected, inexactness, message) ? Outcome::Pass
                                                         : Outcome::Wrong;
}

/// True if no result has elements at any size: its shape is all there is.
static bool isAlwaysEmpty(func::FuncOp entry) {
  return llvm::all_of(entry.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  });
}

std::optional<Outcome> SizedRunner::run(int64_t size, int64_t step,
                                        std::string &message) {
  auto arguments = createArguments(entry, size, step, /*seed=*/0);
  if (!arguments)
    return std::nullopt;
  auto expected = interpret(*arguments, message);
  if (failed(expected))
    return failedCheck ? std::optional(Outcome::Wrong) : std::nullopt;
  Outcome outcome = compare(*arguments, *expected, message);
  if (outcome != Outcome::Pass || !program || ranKernels)
    return outcome;
  // To hand its arguments on is all that some programs do: other arguments must
  // then give other results.
  auto others = createArguments(entry, size, step, /*seed=*/100);
  auto otherExpected = interpret(*others, message);
  if (failed(otherExpected))
    return failedCheck ? std::optional(Outcome::Wrong) : std::nullopt;
  bool depends = llvm::any_of(
      llvm::zip_equal(*expected, *otherExpected), [](const auto &pair) {
        return !std::get<0>(pair).isBitEqual(std::get<1>(pair));
      });
  if (!depends && !isAlwaysEmpty(entry)) {
    message = "no kernel ran";
    return std::nullopt;
  }
  return compare(*others, *otherExpected, message);
}

Outcome conformance::runSized(func::FuncOp entry, const RunnerOptions &runner,
                              std::string &message) {
  auto module = entry->getParentOfType<ModuleOp>();
  std::unique_ptr<xla::Program> program;
  if (runner.backend == "native") {
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone()));
    CompileOptions options;
    options.entry = entry.getName().str();
    options.optLevel = runner.optLevel;
    auto compiled = xla::Program::compile(*copy, options);
    if (failed(compiled))
      return Outcome::Refused;
    program = std::move(*compiled);
  }
  SizedRunner sized(entry, std::move(program));
  constexpr int64_t maxSize = 8;
  constexpr int numRuns = 2;
  int done = 0;
  std::string reason;
  for (int64_t size = 1; size <= maxSize && done < numRuns; ++size)
    // The second time, sizes differ from each other where the program lets
    // them.
    for (int64_t step : {done, 0}) {
      std::optional<Outcome> outcome = sized.run(size, step, reason);
      if (!outcome)
        continue;
      if (*outcome != Outcome::Pass) {
        message = reason;
        return *outcome;
      }
      ++done;
      break;
    }
  if (done == numRuns)
    return Outcome::Pass;
  message = "ran at " + std::to_string(done) + " of 2 sizes: " + reason;
  return Outcome::Refused;
}
