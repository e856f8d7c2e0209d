//===- LLVMTargets.cpp - Register LLVM's targets once ---------------------===//

#include "xla/Support/LLVMTargets.h"

#include "llvm/Support/TargetSelect.h"

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
