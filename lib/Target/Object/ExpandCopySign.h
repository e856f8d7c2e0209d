//===- ExpandCopySign.h - Signs copied by integer operations ----*- C++ -*-===//

#ifndef XLA_LIB_TARGET_OBJECT_EXPANDCOPYSIGN_H
#define XLA_LIB_TARGET_OBJECT_EXPANDCOPYSIGN_H

namespace llvm {
class Module;
}

namespace xla {

/// Replaces llvm.copysign by integer operations. After LLVM's optimiser, which
/// would form it again.
void expandCopySign(llvm::Module &module);

} // namespace xla

#endif // XLA_LIB_TARGET_OBJECT_EXPANDCOPYSIGN_H
