//===- RunAtAnyLevel.cpp - Run a program between two passes ---------------===//
//
// Finds out how far a program is lowered and takes it down the rest of the way.
//
//===----------------------------------------------------------------------===//

#include "Level.h"

#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Codegen/CPU/KernelPipelines.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/Tools/NumericsCheck.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace xla;

namespace {
/// What is still to be lowered.
struct Level {
  bool hasKernelHLO = false;
  bool hasKernelTensors = false, hasHostTensors = false;
  bool hasEntryFunction = false, hasKernelFunctions = false;
  /// Phase linalg has written what the entry is to its caller.
  bool isEntryDescribed = false;
  bool hasKernelCalls = false;
};
} // namespace

bool xla::isOfHLO(ModuleOp module, StringRef entry) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  // From phase linalg on the entry has its description.
  if (!function || function->hasAttr(kEntryAttr))
    return false;
  static const StringRef dialects[] = {"builtin", "func",  "hlo",
                                       "chlo",    "check", "xla"};
  return !module
              .walk([](Operation *op) {
                StringRef dialect = op->getName().getDialectNamespace();
                return llvm::is_contained(dialects, dialect)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether `function` has the signature it has before bufferisation. After it,
/// an entry takes an arena and a kernel writes its results, so both take
/// buffers.
static bool isOnTensors(func::FuncOp function) {
  return llvm::none_of(function.getArgumentTypes(),
                       [](Type type) { return isa<MemRefType>(type); });
}

static Level findLevel(ModuleOp module) {
  Level level;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (isHelper(function))
      continue;
    bool kernel = isKernel(function);
    (kernel ? level.hasKernelFunctions : level.hasEntryFunction) = true;
    level.isEntryDescribed |= function->hasAttr(kEntryAttr);
    (kernel ? level.hasKernelTensors : level.hasHostTensors) |=
        isOnTensors(function);
    function.walk([&](Operation *op) {
      if (kernel && isa<hlo::HLODialect>(op->getDialect()))
        level.hasKernelHLO = true;
    });
  }
  module.walk([&](CallKernelOp) { level.hasKernelCalls = true; });
  return level;
}

/// The rest of the way, without what makes code fast.
static void buildRest(OpPassManager &pm, const Level &level) {
  if (level.hasKernelHLO) {
    HLOLegalizeToLinalgPassOptions linalg;
    linalg.kernelsOnly = true;
    pm.addPass(createHLOLegalizeToLinalgPass(linalg));
  }
  if (level.hasHostTensors && !level.isEntryDescribed)
    pm.addPass(createHLOLegalizeToSCFPass());
  if (level.hasKernelTensors || level.hasKernelHLO)
    buildReferenceBufferizePipeline(pm);
  else if (level.hasHostTensors)
    pm.addNestedPass<func::FuncOp>(createXLAAssignKernelBuffersPass());
  if (level.hasHostTensors)
    pm.addPass(createXLABufferizeHostPass());
  if (level.hasEntryFunction)
    pm.addPass(createHostLegalizeToLLVMPass());
  if (level.hasKernelFunctions)
    buildReferenceLowerPipeline(pm);
  if (level.hasKernelCalls)
    pm.addPass(createKernelCallsLegalizeToLLVMPass());
}

/// The C library's functions that `module` declares.
static llvm::Expected<SmallVector<HostFunction>>
findFunctions(ModuleOp module) {
  SmallVector<HostFunction> functions;
  // What this process is linked with.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getSymName();
    if (!function.isExternal() || name.starts_with("mem") ||
        name.starts_with("llvm."))
      continue;
    void *address =
        llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(name.str());
    if (!address)
      return llvm::createStringError("expected the C library to have '" + name +
                                     "'");
    functions.push_back({name, address});
  }
  return functions;
}

/// `module`, which is no longer of hlo, as machine code. Changes it.
static llvm::Expected<SmallVector<Literal>>
runNative(ModuleOp module, StringRef entry, ArrayRef<Literal> arguments) {
  auto options = CompileOptions::of(module);
  auto emitError = [&] { return module.emitError(); };
  if (failed(options) || failed(options->resolveTarget(emitError)))
    return llvm::createStringError("no target");
  options->optLevel = 0;
  options->entry = entry.str();
  module->setAttr(kOptionsAttr, options->toAttribute(module.getContext()));
  PassManager pm(module.getContext());
  buildRest(pm, findLevel(module));
  if (failed(pm.run(module)))
    return llvm::createStringError("the rest of the way to machine code fails");
  auto functions = findFunctions(module);
  if (!functions)
    return functions.takeError();
  auto executable = Executable::compile(module, *options, *functions);
  if (!executable)
    return executable.takeError();
  return (*executable)->run(arguments, module.getContext());
}

llvm::Expected<SmallVector<Literal>>
xla::runAtAnyLevel(ModuleOp module, StringRef entry,
                   ArrayRef<Literal> arguments) {
  std::string problem;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (problem.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          problem = diagnostic.str();
        return success();
      });
  OwningOpRef<ModuleOp> copy = module.clone();
  if (!isOfHLO(*copy, entry)) {
    auto results = runNative(*copy, entry, arguments);
    if (results || problem.empty())
      return results;
    llvm::consumeError(results.takeError());
    return llvm::createStringError(problem);
  }
  auto results = interpreter::evaluate(*copy, entry, arguments);
  if (failed(results))
    return llvm::createStringError(problem);
  return std::move(*results);
}
