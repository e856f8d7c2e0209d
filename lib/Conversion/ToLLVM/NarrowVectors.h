//===- NarrowVectors.h - Vectors of less than a byte ------------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_NARROWVECTORS_H
#define XLA_LIB_CONVERSION_TOLLVM_NARROWVECTORS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace xla {
/// Loads and stores of vectors whose elements have less than eight bits: in
/// memory each element has a byte, but LLVM would pack them. Preferred to
/// MLIR's patterns for the same ops.
void populateNarrowVectorsToLLVMPatterns(
    const mlir::LLVMTypeConverter &converter,
    mlir::RewritePatternSet &patterns);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_NARROWVECTORS_H
