//===- FunctionNames.h - Functions that programs name -----------*- C++ -*-===//
//
// Composites, custom calls and ops of other dialects name elementwise functions
// as the chlo dialect does: `chlo.erf`, `@mhlo.erf`, `mhlo.erf`. This is the
// one list of those names.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_FUNCTIONNAMES_H
#define XLA_DIALECT_HLO_IR_FUNCTIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace xla::hlo {

/// The ops of chlo with one operand whose result has the operand's type,
/// without the dialect's name.
llvm::ArrayRef<llvm::StringLiteral> getUnaryFunctions();

/// True of the names in `getUnaryFunctions`.
bool isUnaryFunction(llvm::StringRef name);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_FUNCTIONNAMES_H
