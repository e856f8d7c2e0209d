//===- LLVMTargets.h - Register LLVM's targets once -------------*- C++ -*-===//

#ifndef XLA_SUPPORT_LLVMTARGETS_H
#define XLA_SUPPORT_LLVMTARGETS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace xla {
/// Registers what LLVM knows of all targets, and the code generators of those
/// that we emit code for (X86, AArch64, NVPTX). Any number of threads may call
/// it at any time: LLVM's registry is one list for the process that is not
/// protected against concurrent registration, so nothing else may register.
void initializeLLVMTargets();

/// What LLVM knows of a processor; empty names: of the target's baseline. Null
/// where LLVM does not know the target.
std::unique_ptr<llvm::MCSubtargetInfo>
createSubtarget(const llvm::Triple &triple, llvm::StringRef cpu,
                llvm::StringRef features);
} // namespace xla

#endif // XLA_SUPPORT_LLVMTARGETS_H
