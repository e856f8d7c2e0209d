//===- LLVMTargets.cpp - Register LLVM's targets once ---------------------===//

#include "xla/Support/LLVMTargets.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include <string>

void xla::initializeLLVMTargets() {
  // The language makes concurrent callers wait for the first.
  [[maybe_unused]] static const bool done = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargetMCs();
    LLVMInitializeX86Target();
    LLVMInitializeX86AsmPrinter();
    // The entry that chooses among processors has inline assembly.
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
}

std::unique_ptr<llvm::MCSubtargetInfo>
xla::createSubtarget(const llvm::Triple &triple, llvm::StringRef cpu,
                     llvm::StringRef features) {
  initializeLLVMTargets();
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      target ? target->createMCSubtargetInfo(triple, cpu, features) : nullptr);
}
