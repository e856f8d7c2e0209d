//===- LLVMTargets.h - Register LLVM's targets once -------------*- C++ -*-===//

#ifndef XLA_SUPPORT_LLVMTARGETS_H
#define XLA_SUPPORT_LLVMTARGETS_H

namespace xla {
/// Registers what LLVM knows of all targets, and the code generators of those
/// that we emit code for (X86, AArch64, NVPTX). Any number of threads may call
/// it at any time: LLVM's registry is one list for the process that is not
/// protected against concurrent registration, so nothing else may register.
void initializeLLVMTargets();
} // namespace xla

#endif // XLA_SUPPORT_LLVMTARGETS_H
