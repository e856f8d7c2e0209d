//===- RunProgram.cpp - One program of a conformance suite ----------------===//
//
// Parses a program and runs it on a backend; its checks decide the outcome.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
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

func::FuncOp xla::conformance::findEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic())
      return function;
  return nullptr;
}

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

/// Evaluates a program without arguments, and gives it a place for its probes
/// if it has some. False after a diagnostic.
static bool interpret(func::FuncOp entry, bool hasProbes) {
  llvm::SmallString<128> probes;
  interpreter::Options options;
  if (hasProbes && !llvm::sys::fs::createUniqueDirectory("xla-probes", probes))
    options.probeDirectory = probes.str().str();
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  options.printStream = &stream;
  auto values = interpreter::evaluate(entry, {}, options);
  if (!probes.empty())
    llvm::sys::fs::remove_directories(probes);
  return succeeded(values);
}

Result xla::conformance::runProgram(const Program &program, StringRef backend) {
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
    checkFailed = StringRef(result.message).contains("failed at index");
    return success();
  });

  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), &context);
  if (!module) {
    result.outcome = Outcome::Invalid;
    return result;
  }
  assertEqualities(*module);
  // What asks the interpreter for files or text is no program for others.
  bool isForInterpreter =
      program.comparesText || module->getBody()->empty() ||
      module
          ->walk([](Operation *op) {
            return isa<interpreter::PrintOp, interpreter::ProbeOp>(op)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (isForInterpreter && backend != "interpreter") {
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
  bool isNative = backend == "native";
  if (entry.getNumArguments() != 0 || isNative) {
    std::string message;
    result.outcome = entry.getNumArguments() != 0
                         ? runSized(entry, isNative, message)
                         : runNative(entry, message);
    if (checkFailed)
      result.outcome = Outcome::Wrong;
    if (result.message.empty())
      result.message = message;
    return result;
  }
  result.outcome = interpret(entry, isForInterpreter) ? Outcome::Pass
                   : checkFailed                      ? Outcome::Wrong
                                                      : Outcome::Refused;
  return result;
}
