//===- ByteSize.h - How much memory values take -----------------*- C++ -*-===//
//
// The only place that computes bytes from types. There are two layouts: that of
// the ABI, in which elements of 2 and 4 bits share bytes, and that of buffers
// inside compiled code, in which each element has an address. They agree for
// all other types.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_BYTESIZE_H
#define XLA_SUPPORT_BYTESIZE_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include <optional>

namespace xla {

/// The number of elements of `shape`; none if an extent is negative (as a
/// dynamic one is) or if 63 bits do not hold the product. An extent of 0 makes
/// any other harmless.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// Bytes of a value of `type` in the layout of the ABI; none if its shape is
/// dynamic, its elements have no storage (`ElementStorage`), or there are more
/// than any machine holds (2^47).
std::optional<int64_t> getTensorByteSize(mlir::ShapedType type);

/// Bytes to which compiled code aligns an element of `type`, which is a number
/// or a complex number of static width: the power of two that holds it.
int64_t getElementAlignment(mlir::Type type);

/// Bytes of a buffer of `type` (a tensor, vector or memref of numbers or of
/// vectors of numbers) inside compiled code, where no element takes less than a
/// byte; none for other types, for dynamic shapes and for sizes that 63 bits do
/// not hold. Row-major: strides of a memref do not count.
std::optional<int64_t> getDenseByteSize(mlir::Type type);

} // namespace xla

#endif // XLA_SUPPORT_BYTESIZE_H
