//===- TwinLimits.h - What bytes may say of types ---------------*- C++ -*-===//
//
// Shared by the two files of twins.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_VHLO_IR_TWINLIMITS_H
#define XLA_LIB_DIALECT_VHLO_IR_TWINLIMITS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace xla::vhlo {

/// How deep types and attributes may nest.
constexpr unsigned kMaxTwinDepth = 64;

/// The number of elements of a shape, dynamic sizes left out; nothing where a
/// size is negative or the bits of a tensor could not be counted.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// `getTwinOf` of a part that lies `depth` levels deep.
mlir::Type getTwinAtDepth(mlir::Type type, unsigned depth);
mlir::Attribute getTwinAtDepth(mlir::Attribute attribute, unsigned depth);

} // namespace xla::vhlo

#endif // XLA_LIB_DIALECT_VHLO_IR_TWINLIMITS_H
