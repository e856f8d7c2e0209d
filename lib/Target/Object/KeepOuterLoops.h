//===- KeepOuterLoops.h - Loops around loops stay loops ---------*- C++ -*-===//

#ifndef XLA_LIB_TARGET_OBJECT_KEEPOUTERLOOPS_H
#define XLA_LIB_TARGET_OBJECT_KEEPOUTERLOOPS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace xla {
/// Makes `builder` know, in pipelines that are written as text,
/// keep-outer-loops, a pass over loops: one that holds another loop is never
/// unrolled.
void registerKeepOuterLoops(llvm::PassBuilder &builder);
} // namespace xla

#endif // XLA_LIB_TARGET_OBJECT_KEEPOUTERLOOPS_H
