//===- Object.cpp - From the LLVM dialect to machine code -----------------===//
//
// Target machines, translation and emission. Optimisation is in Optimize.cpp;
// looking at finished objects in Symbols.cpp.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/Object.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

/// Registers the back ends that we generate code for; others cost start-up
/// time.
static void initializeTargets() {
  static const bool done = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)done;
}

Expected<std::unique_ptr<TargetMachine>>
xla::createTargetMachine(const CompileOptions &options) {
  initializeTargets();
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

Expected<std::unique_ptr<Module>> xla::translateToLLVM(mlir::ModuleOp module,
                                                       LLVMContext &context,
                                                       TargetMachine &machine) {
  std::unique_ptr<Module> result =
      mlir::translateModuleToLLVMIR(module, context);
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
xla::compileToObject(mlir::ModuleOp module, const CompileOptions &options) {
  auto machine = createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto llvmModule = translateToLLVM(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  optimizeLLVM(**llvmModule, **machine, options.optLevel);
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  if (Error error =
          emitLLVM(**llvmModule, **machine, CodeGenFileType::ObjectFile, os))
    return error;
  auto buffer = std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), "compiled program", /*RequiresNullTerminator=*/false);
  if (Error error = checkUndefinedSymbols(buffer->getMemBufferRef()))
    return error;
  return buffer;
}
