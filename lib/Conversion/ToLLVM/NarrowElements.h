//===- NarrowElements.h - Elements of less than a byte ----------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_NARROWELEMENTS_H
#define XLA_LIB_CONVERSION_TOLLVM_NARROWELEMENTS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace xla {
/// Loads and stores of elements of less than eight bits, and of vectors of
/// them: in memory each element has a byte, but LLVM would pack them. Preferred
/// to MLIR's patterns for the same ops.
void populateNarrowElementsToLLVMPatterns(
    const mlir::LLVMTypeConverter &converter,
    mlir::RewritePatternSet &patterns);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_NARROWELEMENTS_H
