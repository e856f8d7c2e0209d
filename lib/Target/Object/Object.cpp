//===- Object.cpp - From the LLVM dialect to machine code -----------------===//
//
// Target machines, translation and emission. Optimisation is in Optimize.cpp;
// looking at finished objects in Symbols.cpp.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/Object.h"
#include "xla/Support/LLVMTargets.h"
#include "xla/Support/Thread.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/SplitModule.h"
#include <atomic>

using namespace llvm;

/// Modules with fewer instructions are compiled whole: splitting one costs
/// about a millisecond.
static constexpr unsigned splitThreshold = 2000;
/// More parts than threads, because kernels differ in size.
static constexpr unsigned partsPerThread = 4;

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

/// Fails where the deadline has passed.
static Error checkDeadline(const xla::CompileControl &control) {
  if (!control.isLate())
    return Error::success();
  return createStringError("compilation took longer than it may; it stopped "
                           "in LLVM");
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
  if (Error error = checkDeadline(control))
    return error;
  xla::optimizeLLVM(module, machine, optLevel);
  if (Error error = checkDeadline(control))
    return error;
  if (control.observer)
    control.observer->seeLLVM(module, machine, /*isOptimized=*/true, part);
  if (!part)
    xla::makeHiddenLocal(module);
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
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
compilePart(StringRef bitcode, unsigned part,
            const xla::CompileOptions &options,
            const xla::CompileControl &control) {
  LLVMContext context;
  auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "part"), context);
  if (!module)
    return module.takeError();
  auto machine = xla::createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  return compileOne(**module, **machine, options.optLevel, control, part);
}

/// Splits `module` and compiles the parts on `threads` threads.
static Expected<SmallVector<std::unique_ptr<MemoryBuffer>>>
compileParts(Module &module, const xla::CompileOptions &options,
             unsigned threads, const xla::CompileControl &control) {
  // A part's number is its place, whichever thread is first.
  SmallVector<SmallVector<char, 0>> parts;
  SplitModule(
      module, threads * partsPerThread,
      [&](std::unique_ptr<Module> part) {
        raw_svector_ostream os(parts.emplace_back());
        WriteBitcodeToFile(*part, os);
      },
      /*PreserveLocals=*/false, /*RoundRobin=*/true);
  std::vector<Expected<std::unique_ptr<MemoryBuffer>>> compiled;
  for (size_t i = 0; i < parts.size(); ++i)
    compiled.emplace_back(std::unique_ptr<MemoryBuffer>());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < parts.size();) {
      cantFail(compiled[i].takeError());
      CrashRecoveryContext recovery;
      if (!recovery.RunSafely([&] {
            compiled[i] =
                compilePart(StringRef(parts[i].data(), parts[i].size()), i,
                            options, control);
          }))
        compiled[i] = createStringError("LLVM crashed on this program");
    }
  };
  // Those that cannot be had are done without.
  std::vector<xla::Thread> workers(threads);
  for (unsigned i = 1; i < threads && workers[i].start(work); ++i)
    ;
  work();
  for (xla::Thread &worker : workers)
    worker.join();
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
                      const CompileControl &control) {
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

  SmallVector<std::unique_ptr<MemoryBuffer>> objects;
  if (threads < 2 || (*llvmModule)->getInstructionCount() < splitThreshold) {
    auto object =
        compileOne(**llvmModule, **machine, options.optLevel, control);
    if (!object)
      return object.takeError();
    objects.push_back(std::move(*object));
  } else {
    auto parts = compileParts(**llvmModule, options, threads, control);
    if (!parts)
      return parts.takeError();
    objects = std::move(*parts);
  }
  if (Error error = checkUndefinedSymbols(objects, provided))
    return error;
  return objects;
}
