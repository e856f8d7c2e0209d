//===- RegisterTensors.h - Tensors that need no memory ----------*- C++ -*-===//
//
// A tensor of one element, or of a few plain ones, can be the value of a
// register or of some registers. Phase fusion counts on it where it makes
// kernels of whole loops, and phase codegen holds such tensors there.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_REGISTERTENSORS_H
#define XLA_SUPPORT_REGISTERTENSORS_H

#include "mlir/IR/BuiltinTypes.h"

namespace xla {
/// Most elements and bytes of a tensor in registers: eight of the widest ones.
inline constexpr int64_t kMaxRegisterElements = 128;
inline constexpr int64_t kMaxRegisterBytes = 512;

/// Whether vectors of `type` have arithmetic on every target.
inline bool isRegisterElement(mlir::Type type) {
  return type.isF32() || type.isF64() || type.isInteger(1) ||
         type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
         type.isInteger(64);
}

/// Whether a value of `type` is held in registers: any single element, or a few
/// plain ones.
inline bool fitsRegisters(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  int64_t count = tensor.getNumElements();
  if (count == 1)
    return true;
  if (count == 0 || count > kMaxRegisterElements ||
      !isRegisterElement(tensor.getElementType()))
    return false;
  int64_t bits = tensor.getElementType().getIntOrFloatBitWidth();
  return count * bits <= 8 * kMaxRegisterBytes;
}
} // namespace xla

#endif // XLA_SUPPORT_REGISTERTENSORS_H
