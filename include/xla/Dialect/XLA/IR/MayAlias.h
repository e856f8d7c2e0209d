//===- MayAlias.h - Buffers of a kernel that may be one ---------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_MAYALIAS_H
#define XLA_DIALECT_XLA_IR_MAYALIAS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace xla {
/// Kernel on buffers: an array<i64> of (argument, out argument) pairs that may
/// be one buffer at run time: each element of the first is read for the last
/// time before the same element of the second is written. No other two buffers
/// overlap.
inline constexpr llvm::StringLiteral kMayAliasAttr = "xla.may_alias";

/// Copy of the host level: a unit attribute on those of which source and
/// destination are one buffer in some calls, which then need no copy.
inline constexpr llvm::StringLiteral kUnlessOneAttr = "xla.unless_one";

/// The pairs, one number behind the other.
inline llvm::ArrayRef<int64_t> getMayAliasPairs(mlir::Operation *kernel) {
  auto pairs = kernel->getAttrOfType<mlir::DenseI64ArrayAttr>(kMayAliasAttr);
  return pairs ? pairs.asArrayRef() : llvm::ArrayRef<int64_t>();
}

/// Whether `argument` is in a pair.
inline bool mayAlias(mlir::Operation *kernel, int64_t argument) {
  return llvm::is_contained(getMayAliasPairs(kernel), argument);
}

/// Whether the two are a pair.
inline bool mayAlias(mlir::Operation *kernel, int64_t argument, int64_t out) {
  llvm::ArrayRef<int64_t> pairs = getMayAliasPairs(kernel);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == argument && pairs[i + 1] == out)
      return true;
  return false;
}
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_MAYALIAS_H
