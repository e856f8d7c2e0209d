//===- PTX.cpp - Device modules to PTX ------------------------------------===//
//
// Translates each gpu.module to LLVM IR, links them into one LLVM module and
// lets LLVM's NVPTX back end print it.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/PTX/PTX.h"
#include "xla/Support/LLVMTargets.h"
#include "xla/Target/Object/Object.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

/// The one target that every module names, or a diagnostic.
static FailureOr<NVVM::NVVMTargetAttr> getTarget(ModuleOp module) {
  NVVM::NVVMTargetAttr target;
  auto result = module.walk([&](mlir::gpu::GPUModuleOp device) {
    auto targets = device.getTargetsAttr();
    auto own = targets && targets.size() == 1
                   ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0])
                   : NVVM::NVVMTargetAttr();
    if (!own || (target && own != target)) {
      device.emitError("expected one #nvvm.target, the same on all device "
                       "modules; run xla-gpu-lower-pipeline first");
      return WalkResult::interrupt();
    }
    target = own;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!target)
    return module.emitError("expected at least one gpu.module to print as PTX");
  return target;
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(NVVM::NVVMTargetAttr target, std::string &error) {
  xla::initializeLLVMTargets();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, target.getChip(), target.getFeatures(), llvm::TargetOptions(),
      std::nullopt, std::nullopt,
      static_cast<llvm::CodeGenOptLevel>(target.getO())));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PassBuilder builder(&machine);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

/// Emits a diagnostic if `module` declares a function that nobody defines.
static LogicalResult checkNoExternals(ModuleOp op, const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty())
      return op.emitError("device code calls '")
             << function.getName()
             << "', which no kernel defines; run xla-expand-math before the "
                "GPU lowering";
  return success();
}

LogicalResult xla::translateToPTX(ModuleOp module, raw_ostream &os) {
  auto target = getTarget(module);
  if (failed(target))
    return failure();
  std::string error;
  auto machine = ::createTargetMachine(*target, error);
  if (!machine)
    return module.emitError("no NVPTX back end: ") << error;

  llvm::LLVMContext context;
  auto linked = std::make_unique<llvm::Module>("kernels", context);
  linked->setTargetTriple(machine->getTargetTriple());
  linked->setDataLayout(machine->createDataLayout());
  for (auto device : module.getOps<mlir::gpu::GPUModuleOp>()) {
    std::unique_ptr<llvm::Module> translated;
    if (succeeded(verifyTranslatable(device)))
      translated = translateModuleToLLVMIR(device, context);
    if (!translated)
      return device.emitError("device module cannot be translated to LLVM IR; "
                              "run xla-gpu-lower-pipeline first");
    translated->setTargetTriple(machine->getTargetTriple());
    translated->setDataLayout(machine->createDataLayout());
    if (llvm::Linker::linkModules(*linked, std::move(translated)))
      return device.emitError("device module defines a kernel twice");
  }
  if (failed(checkNoExternals(module, *linked)))
    return failure();
  optimize(*linked, *machine);

  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager codegen;
  if (machine->addPassesToEmitFile(codegen, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return module.emitError("the NVPTX back end cannot print PTX");
  codegen.run(*linked);
  os << text;
  return success();
}
