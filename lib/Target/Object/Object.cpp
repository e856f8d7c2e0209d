//===- Object.cpp - From the LLVM dialect to machine code -----------------===//
//
// Target machines, translation and emission. Optimisation is in Optimize.cpp;
// looking at finished objects in Symbols.cpp.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/Object.h"
#include "Parts.h"
#include "xla/Pipelines/CompileProgress.h"
#include "xla/Pipelines/CompileTrace.h"
#include "xla/Pipelines/InstructionSet.h"
#include "xla/Support/Hash.h"
#include "xla/Support/LLVMTargets.h"
#include "xla/Support/Thread.h"
#include "xla/Support/Version.h"
#include "xla/Target/Object/ObjectStore.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <atomic>
#include <numeric>

using namespace llvm;

/// Modules with fewer instructions are compiled whole where no part of them is
/// kept: splitting one costs about a millisecond.
static constexpr unsigned splitThreshold = 2000;
/// Then kernels are compiled together up to about this size.
static constexpr unsigned leastPartInstructions = 500;

Expected<std::unique_ptr<TargetMachine>>
xla::createTargetMachine(const CompileOptions &options) {
  initializeLLVMTargets();
  Triple triple(Triple::normalize(options.triple));
  if (!(triple.isX86() && triple.isArch64Bit()) && !triple.isAArch64() &&
      !triple.isNVPTX())
    return createStringError("expected target x86-64, aarch64 or nvptx64, but "
                             "got '" +
                             options.triple + "'");
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(message);
  TargetOptions targetOptions;
  // Only operations that carry the flag contract.
  targetOptions.AllowFPOpFusion = FPOpFusion::Standard;
  auto level =
      static_cast<CodeGenOptLevel>(std::clamp<int64_t>(options.optLevel, 0, 3));
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, options.cpu, options.features, targetOptions, Reloc::PIC_,
      std::nullopt, level));
  if (!machine)
    return createStringError("no code generator for target '" + options.triple +
                             "'");
  return machine;
}

mlir::LogicalResult xla::verifyTranslatable(mlir::Operation *root) {
  mlir::WalkResult walk = root->walk([&](mlir::Operation *op) {
    mlir::Dialect *dialect = op->getDialect();
    if (op == root ||
        (dialect &&
         dialect
             ->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>()))
      return mlir::WalkResult::advance();
    op->emitOpError(
        "has no translation to LLVM IR: expected a module in the "
        "LLVM dialect, as xla-compile --stop-after=lower writes it");
    return mlir::WalkResult::interrupt();
  });
  return mlir::failure(walk.wasInterrupted());
}

Expected<std::unique_ptr<Module>> xla::translateToLLVM(mlir::ModuleOp module,
                                                       LLVMContext &context,
                                                       TargetMachine &machine) {
  std::unique_ptr<Module> result;
  if (succeeded(verifyTranslatable(module)))
    result = mlir::translateModuleToLLVMIR(module, context);
  if (!result)
    return createStringError("expected a module in the LLVM dialect");
  result->setDataLayout(machine.createDataLayout());
  result->setTargetTriple(machine.getTargetTriple());
  result->setPICLevel(PICLevel::BigPIC);
  for (Function &function : *result)
    if (!function.isDeclaration())
      function.setDoesNotThrow();
  return result;
}

Error xla::emitLLVM(Module &module, TargetMachine &machine,
                    CodeGenFileType kind, raw_pwrite_stream &os) {
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, kind))
    return createStringError("the target cannot write this kind of file");
  passes.run(module);
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>>
xla::compileToObject(mlir::ModuleOp module, const CompileOptions &options,
                     const CompileControl &control) {
  auto objects = compileToObjects(module, options, /*threads=*/1,
                                  /*provided=*/{}, control);
  if (!objects)
    return objects.takeError();
  return std::move(objects->front());
}

/// Fails where the compilation has to end.
static Error checkOver(const xla::CompileControl &control) {
  if (!control.isOver())
    return Error::success();
  return createStringError(control.getReason() + "; it stopped in LLVM");
}

void xla::makeHiddenLocal(Module &module) {
  for (GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && value.hasHiddenVisibility()) {
      // Local symbols have no visibility of their own.
      value.setVisibility(GlobalValue::DefaultVisibility);
      value.setLinkage(GlobalValue::InternalLinkage);
    }
}

/// Optimises and emits one module.
static Expected<std::unique_ptr<MemoryBuffer>>
compileOne(Module &module, TargetMachine &machine, int64_t optLevel,
           const xla::CompileControl &control,
           std::optional<unsigned> part = std::nullopt) {
  if (Error error = checkOver(control))
    return error;
  xla::optimizeLLVM(module, machine, optLevel, &control);
  if (Error error = checkOver(control))
    return error;
  if (control.observer)
    control.observer->seeLLVM(module, machine, /*isOptimized=*/true, part);
  if (!part)
    xla::makeHiddenLocal(module);
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  xla::TraceScope scope(control.trace.get(), "generate code", "llvm");
  if (Error error =
          xla::emitLLVM(module, machine, CodeGenFileType::ObjectFile, os))
    return error;
  if (control.observer)
    control.observer->seeObject(os.str(), part);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), "compiled program", /*RequiresNullTerminator=*/false);
}

/// Compiles a part that was handed over as bitcode: a context is one thread's.
static Expected<std::unique_ptr<MemoryBuffer>>
compilePart(const xla::ProgramPart &part, unsigned number,
            const xla::CompileOptions &options,
            const xla::CompileControl &control) {
  LLVMContext context;
  auto module = parseBitcodeFile(
      MemoryBufferRef(StringRef(part.bitcode.data(), part.bitcode.size()),
                      part.name),
      context);
  if (!module)
    return module.takeError();
  auto machine = xla::createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  return compileOne(**module, **machine, options.optLevel, control, number);
}

/// The same, recovering from crashes, where the process does so.
static Expected<std::unique_ptr<MemoryBuffer>>
compilePartSafely(const xla::ProgramPart &part, unsigned number,
                  const xla::CompileOptions &options,
                  const xla::CompileControl &control) {
  Expected<std::unique_ptr<MemoryBuffer>> result = nullptr;
  CrashRecoveryContext recovery;
  bool returned = recovery.RunSafely([&] {
    cantFail(result.takeError());
    result = compilePart(part, number, options, control);
  });
  if (!returned)
    return createStringError("LLVM crashed on this program");
  return result;
}

/// All that decides the object of a part.
static std::string getPartKey(const xla::ProgramPart &part,
                              const xla::CompileOptions &options,
                              StringRef instructions) {
  return xla::hashPieces({"part", xla::getBuildId(), options.triple,
                          instructions, std::to_string(options.optLevel),
                          StringRef(part.bitcode.data(), part.bitcode.size())});
}

/// Compiles the parts on `threads` threads, those that `control.store` does not
/// have. `keys`, which may be null, gets the key of each.
static Expected<SmallVector<std::unique_ptr<MemoryBuffer>>>
compileParts(ArrayRef<xla::ProgramPart> parts,
             const xla::CompileOptions &options, unsigned threads,
             const xla::CompileControl &control,
             SmallVectorImpl<std::string> *keys) {
  std::string instructions = xla::getInstructionSet(options);
  std::vector<Expected<std::unique_ptr<MemoryBuffer>>> compiled;
  SmallVector<std::string> partKeys(parts.size());
  // Those that take longest first, so that no thread is left with one.
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t lhs, size_t rhs) {
    return std::pair(parts[rhs].bitcode.size(), lhs) <
           std::pair(parts[lhs].bitcode.size(), rhs);
  });
  for (size_t i = 0; i < parts.size(); ++i)
    compiled.emplace_back(std::unique_ptr<MemoryBuffer>());
  if (control.progress)
    control.progress->beginKernels(static_cast<int64_t>(parts.size()));
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t place; (place = next++) < parts.size();) {
      size_t i = order[place];
      xla::TraceScope scope(control.trace.get(), parts[i].name, "kernel");
      if (control.progress)
        control.progress->beginKernel(parts[i].name);
      auto compileIt = [&] {
        return compilePartSafely(parts[i], i, options, control);
      };
      cantFail(compiled[i].takeError());
      if (control.store) {
        partKeys[i] = getPartKey(parts[i], options, instructions);
        compiled[i] = control.store->get(partKeys[i], compileIt);
      } else {
        compiled[i] = compileIt();
      }
      if (control.progress)
        control.progress->endKernel(parts[i].name);
    }
  };
  // Those that cannot be had are done without.
  std::vector<xla::Thread> workers(std::min<size_t>(threads, parts.size()));
  for (unsigned i = 1; i < workers.size() && workers[i].start(work); ++i)
    ;
  work();
  for (xla::Thread &worker : workers)
    worker.join();
  if (keys)
    keys->assign(partKeys.begin(), partKeys.end());
  SmallVector<std::unique_ptr<MemoryBuffer>> objects;
  Error error = Error::success();
  for (auto &one : compiled) {
    if (one)
      objects.push_back(std::move(*one));
    else if (error) // One is enough: they failed alike.
      consumeError(one.takeError());
    else
      error = one.takeError();
  }
  if (error)
    return error;
  return objects;
}

Expected<SmallVector<std::unique_ptr<MemoryBuffer>>>
xla::compileToObjects(mlir::ModuleOp module, const CompileOptions &options,
                      unsigned threads, ArrayRef<StringRef> provided,
                      const CompileControl &control,
                      SmallVectorImpl<std::string> *keys) {
  auto machine = createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto llvmModule = translateToLLVM(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  if (control.observer)
    control.observer->seeLLVM(**llvmModule, **machine, /*isOptimized=*/false,
                              /*part=*/std::nullopt);

  SmallVector<ProgramPart> parts;
  if (control.store ||
      (threads > 1 && (*llvmModule)->getInstructionCount() >= splitThreshold)) {
    // Nobody shows them, and they change with every line above a kernel.
    StripDebugInfo(**llvmModule);
    parts =
        splitByKernel(**llvmModule, control.store ? 0 : leastPartInstructions);
  }
  SmallVector<std::unique_ptr<MemoryBuffer>> objects;
  if (parts.empty()) {
    auto object =
        compileOne(**llvmModule, **machine, options.optLevel, control);
    if (!object)
      return object.takeError();
    objects.push_back(std::move(*object));
  } else {
    auto compiled = compileParts(parts, options, threads, control, keys);
    if (!compiled)
      return compiled.takeError();
    objects = std::move(*compiled);
  }
  if (Error error = checkUndefinedSymbols(objects, provided))
    return error;
  return objects;
}
