//===- CheckNumerics.cpp - Compare a program with itself ------------------===//
//
// The phases with a look at the numbers after each pass, then the machine code
// that users get.
//
//===----------------------------------------------------------------------===//

#include "CheckNumerics.h"
#include "Arguments.h"
#include "Report.h"

#include "xla/JIT/Executable.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Tools/NumericsCheck.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace xla;

/// What machine code gives on `arguments`.
static llvm::Expected<SmallVector<Literal>>
runMachineCode(ModuleOp module, const CompileOptions &options,
               ArrayRef<Literal> arguments, int threads) {
  auto executable = Executable::compile(module, options);
  if (!executable)
    return executable.takeError();
  if (threads > xla_thread_count())
    xla_set_thread_count(threads);
  RunOptions run;
  run.threadLimit = threads;
  return (*executable)->run(arguments, module.getContext(), run);
}

int run::checkNumerics(ModuleOp module, const CompileOptions &options,
                       const Case &one, int threads, llvm::raw_ostream &os) {
  auto refuse = [](llvm::Error error) {
    printError(llvm::toString(std::move(error)));
    return kExitRefused;
  };
  auto function = module.lookupSymbol<func::FuncOp>(options.entry);
  if (!function)
    return refuse(llvm::createStringError(
        "expected --check-numerics on a program that is not lowered yet"));
  auto types = flattenTypes(function.getArgumentTypes());
  if (!types)
    return refuse(types.takeError());
  auto arguments = createArguments(
      *types, one.arguments, options.memoryLimitBytes, module.getContext(), os);
  if (!arguments) {
    printError(llvm::toString(arguments.takeError()));
    return kExitUsage;
  }
  auto reference = NumericsReference::create(module, options.entry, *arguments);
  if (!reference)
    return refuse(reference.takeError());
  CompileOptions resolved = options;
  if (failed(resolved.resolveTarget([&] { return module.emitError(); })))
    return kExitRefused;

  NumericsCheck check(*reference, options.entry, *arguments);
  PassManager passes(module.getContext());
  passes.addInstrumentation(check.createInstrumentation());
  buildPhasesPipeline(passes, getPhase(module), Phase::Lower, resolved);
  LogicalResult compiled = passes.run(module);
  check.print(os);
  if (failed(compiled))
    return check.hasDifference() ? kExitDifferent : kExitRefused;
  auto got = runMachineCode(module, resolved, *arguments, threads);
  if (!got)
    return refuse(got.takeError());
  auto difference = reference->findDifference(*got);
  if (difference) {
    os << "numerics: machine code gives another result " << difference->first
       << ": " << difference->second.describe() << "\n";
    return kExitDifferent;
  }
  os << "numerics: machine code agrees\n";
  Report report;
  report.results = std::move(*got);
  if (int code = compareResults(one, report))
    return code;
  report.printText(os);
  return report.agrees() ? kExitRight : kExitDifferent;
}
