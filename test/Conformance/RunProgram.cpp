//===- RunProgram.cpp - One program of a conformance suite ----------------===//
//
// Parses a program and runs it on a backend; its checks decide the outcome,
// or contracts.md where what they compare with is off. Where there are none, a
// backend has to agree with the interpreter.
//
//===----------------------------------------------------------------------===//

#include "ExactValues.h"
#include "Inexactness.h"
#include "SelfCheck.h"
#include "mlir/IR/Diagnostics.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"
#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Target/ProgramReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

/// The custom call `check.eq` returns whether its operands agree, and nobody
/// looks: puts a check beside it that fails.
static void assertEqualities(ModuleOp module) {
  module.getContext()->getOrLoadDialect("check");
  module.walk([](hlo::CustomCallOp call) {
    if (call.getCallTargetName() != "check.eq" || call->getNumOperands() != 2)
      return;
    OpBuilder builder(call);
    auto type = cast<RankedTensorType>(call->getOperand(0).getType());
    bool exact = type.getElementType().isInteger();
    OperationState state(call.getLoc(),
                         exact ? "check.expect_eq" : "check.expect_almost_eq");
    state.addOperands({call->getOperand(1), call->getOperand(0)});
    if (!exact)
      state.addAttribute("tolerance", builder.getF64FloatAttr(1e-4));
    builder.create(state);
  });
}

/// Whether `module` asks the interpreter for files or text, or for nothing: no
/// program for others.
static bool isForInterpreter(const Program &program, ModuleOp module) {
  auto asks = [](Operation *op) {
    return isa<interpreter::PrintOp, interpreter::ProbeOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return program.comparesText || module.getBody()->empty() ||
         module->walk(asks).wasInterrupted();
}

/// Whether `entry` starts processes.
static bool hasGrids(func::FuncOp entry) {
  return !entry.getBody().front().getOps<interpreter::RunParallelOp>().empty();
}

/// Runs the program of `entry` as its writer meant it.
static Outcome evaluateWhole(func::FuncOp entry, bool needsFolder,
                             bool &checkFailed) {
  llvm::SmallString<128> probes;
  interpreter::Options options;
  if (needsFolder &&
      !llvm::sys::fs::createUniqueDirectory("xla-probes", probes))
    options.probeDirectory = probes.str().str();
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  options.printStream = &stream;
  options.failedCheck = &checkFailed;
  auto values = interpreter::evaluate(entry, {}, options);
  if (!probes.empty())
    llvm::sys::fs::remove_directories(probes);
  if (succeeded(values))
    return Outcome::Pass;
  return checkFailed ? Outcome::Wrong : Outcome::Refused;
}

/// Computes what the checks of `entry` look at by `options.backend`, and
/// evaluates the checks on it; without checks, the results have to be the
/// interpreter's. Consumes the module.
static Outcome evaluateInParts(const Program &program, func::FuncOp entry,
                               const RunnerOptions &options,
                               std::string &message) {
  if (failed(inlineCalls(entry)))
    return Outcome::Refused;
  OwningOpRef<ModuleOp> checkModule = ModuleOp::create(entry.getLoc());
  func::FuncOp checks = splitChecks(entry);
  if (checks) {
    checks->remove();
    checkModule->push_back(checks);
  }
  MLIRContext *context = entry.getContext();
  FailureOr<SmallVector<Literal>> expected = SmallVector<Literal>();
  FailureOr<Inexactness> inexactness = Inexactness();
  if (!checks) {
    expected = interpreter::evaluate(entry, {});
    inexactness = getInexactness(entry, {});
  }
  if (failed(expected) || failed(inexactness))
    return Outcome::Refused;
  auto values = options.backend == "native" ? runNative(entry, options, message)
                                            : interpreter::evaluate(entry, {});
  if (failed(values))
    return Outcome::Refused;
  if (!checks)
    return agree(*values, *expected, *inexactness, message) ? Outcome::Pass
                                                            : Outcome::Wrong;
  if (succeeded(interpreter::evaluate(checks, *values)))
    return Outcome::Pass;
  return agreesWithExactValues(program, *values, context, message)
             ? Outcome::Bounded
             : Outcome::Wrong;
}

Result xla::conformance::runProgram(const Program &program,
                                    const RunnerOptions &options) {
  Result result;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  bool checkFailed = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
        !result.message.empty())
      return success();
    result.message = diagnostic.str();
    std::replace(result.message.begin(), result.message.end(), '\n', ' ');
    return success();
  });

  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), &context);
  if (!module) {
    result.outcome = Outcome::Invalid;
    return result;
  }
  assertEqualities(*module);
  bool forInterpreter = isForInterpreter(program, *module);
  if (forInterpreter && options.backend != "interpreter") {
    result.outcome = Outcome::Skipped;
    return result;
  }
  if (module->getBody()->empty()) {
    result.outcome = Outcome::Pass;
    return result;
  }
  func::FuncOp entry = findEntry(*module);
  if (!entry) {
    result.outcome = Outcome::Invalid;
    result.message = "no function to run";
    return result;
  }
  bool isNative = options.backend == "native";
  std::string message;
  if (entry.getNumArguments() != 0) {
    result.outcome = runSized(entry, options, message);
    if (result.message.empty())
      result.message = message;
    return result;
  }
  if (!isNative) {
    result.outcome = evaluateWhole(entry, forInterpreter, checkFailed);
    if (result.outcome != Outcome::Wrong)
      return result;
  } else if (hasGrids(entry)) {
    result.outcome = runGrids(entry, options);
    return result;
  }
  result.outcome = evaluateInParts(program, entry, options, message);
  if (result.message.empty() || result.outcome == Outcome::Bounded)
    result.message = message;
  return result;
}
