//===- Twins.h - What types and attributes of vhlo stand for ----*- C++ -*-===//
//
// Each type and attribute of vhlo has a twin among those of MLIR and of hlo.
// Those of other dialects are their own twins. Nothing is assumed of what is
// given: a type or attribute that stands for nothing gives null. Nesting deeper
// than 64 levels gives null too.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_VHLO_IR_TWINS_H
#define XLA_DIALECT_VHLO_IR_TWINS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

namespace xla::vhlo {

/// `tensor<2xf32>` of `!vhlo.tensor_v1<2x!vhlo.f32_v1>`.
mlir::Type getTwinOf(mlir::Type type);

/// `dense<1> : tensor<2xi64>` of `#vhlo.tensor_v1<...>`. What the attributes of
/// an op make of it (dense arrays, unit attributes, symbols) is up to the op.
mlir::Attribute getTwinOf(mlir::Attribute attribute);

/// The type of the format that stands for a type of MLIR or hlo, null if there
/// is none.
mlir::Type getVHLOTwinOf(mlir::Type type);

/// The same for attributes. Dense arrays become tensors, unit attributes `true`
/// and symbols strings. Attributes that the format has no twin for, also within
/// arrays and dictionaries, stay.
mlir::Attribute getVHLOTwinOf(mlir::Attribute attribute);

} // namespace xla::vhlo

#endif // XLA_DIALECT_VHLO_IR_TWINS_H
