//===- HLOElementTypes.h - Element types of hlo tensors ---------*- C++ -*-===//

#ifndef XLA_DIALECT_HLO_IR_HLOELEMENTTYPES_H
#define XLA_DIALECT_HLO_IR_HLOELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace xla::hlo {

/// True for `i1`, the boolean.
bool isPredElement(mlir::Type type);

/// True for integers of 2 to 64 bits, signless (that is signed) or unsigned.
/// `index` is not one of them: shape operands tolerate it by themselves.
bool isIntElement(mlir::Type type);

/// True for signless integers of 2 to 64 bits, which are signed.
bool isSignedIntElement(mlir::Type type);

/// True for unsigned integers of 2 to 64 bits and for `i1`, which compares and
/// converts as unsigned.
bool isUnsignedElement(mlir::Type type);

/// True for the float types of the specification, 4 to 64 bits wide.
bool isFloatElement(mlir::Type type);

/// True for `complex<f32>` and `complex<f64>`.
bool isComplexElement(mlir::Type type);

/// True for quantized types with one scale for the whole tensor.
bool isPerTensorQuantizedElement(mlir::Type type);

/// True for quantized types with one scale per slice along an axis.
bool isPerAxisQuantizedElement(mlir::Type type);

/// True for either form of quantized type.
bool isQuantizedElement(mlir::Type type);

/// True for tensors whose shape is static, or dynamic with a bound in exactly
/// one dimension and static in the others.
bool isStaticOrSingleBounded(mlir::Type type);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOELEMENTTYPES_H
