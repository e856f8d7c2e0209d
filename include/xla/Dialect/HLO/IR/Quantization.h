//===- Quantization.h - What quantized types and ops mean -------*- C++ -*-===//
//
// A quantized element type stores integers that stand for real numbers:
// number = (stored - zero point) * scale. Here is what the types say and which
// ops compute on the numbers; how the numbers are computed is left to the
// interpreter and to hlo-expand-quantized, which check each other.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_QUANTIZATION_H
#define XLA_DIALECT_HLO_IR_QUANTIZATION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace xla::hlo {

/// The parameters of a quantized element type.
struct Quantization {
  /// Signless (that is signed) or unsigned, 2 to 32 bits.
  mlir::IntegerType storage;
  mlir::FloatType expressed;
  /// The least and the greatest integer that is stored.
  int64_t min, max;
  /// One entry for the whole tensor, or one for each slice along `axis`.
  llvm::SmallVector<double, 1> scales;
  llvm::SmallVector<int64_t, 1> zeroPoints;
  std::optional<int64_t> axis;

  /// Those of `type`, an element type or a tensor of it; nothing if it is not
  /// quantized.
  static std::optional<Quantization> get(mlir::Type type);

  /// `integer` as the nearest number of the expressed type; its largest or
  /// least where `integer` lies beyond.
  double getExpressible(int64_t integer) const;

  /// True if equal integers stand for equal numbers, slice by slice; the axis
  /// may lie elsewhere.
  bool hasSameNumbers(const Quantization &other) const;

  /// The largest magnitude of stored - zero point, for any integer that the
  /// storage type holds: nobody checks that a program's data keep the bounds.
  int64_t getMaxMagnitude() const;
};

/// `type`, a tensor or any other type, with the expressed type in place of a
/// quantized element type.
mlir::Type getExpressedType(mlir::Type type);

/// `type`, a tensor or any other type, with the storage type in place of a
/// quantized element type.
mlir::Type getStorageType(mlir::Type type);

bool hasQuantizedTensor(mlir::TypeRange types);

/// False for a quantized type, or a tensor of it, that stores integers of other
/// widths than 2, 4, 8, 16 and 32 bits.
bool hasKnownStorage(mlir::Type type);

/// Checks what types alone do not: quantized values have a layout, zero points
/// are stored values, per-axis parameters fit the shapes, and what a loop, a
/// branch or a region that combines elements takes and gives keeps its
/// parameters, without which its integers mean something else.
mlir::LogicalResult verifyQuantization(mlir::Operation *op);

/// The types of the scalars that a reduction or scatter, or
/// select_and_scatter's choice, works with in its regions. Quantized operands
/// and results may have other parameters: the op means uniform_quantize before
/// and behind it.
struct RegionTypes {
  /// One for each operand; null for operands that no region sees.
  llvm::SmallVector<mlir::Type> operands;
  /// One for each result.
  llvm::SmallVector<mlir::Type> results;
};

/// Nothing if `op` combines no elements in regions.
std::optional<RegionTypes> getRegionTypes(mlir::Operation *op);

/// True unless `lhs` and `rhs` are quantized and equal integers may stand for
/// different numbers.
bool haveSameNumbers(mlir::Type lhs, mlir::Type rhs);

/// True if `op` has the meaning of the same op on numbers: quantized operands
/// are dequantized, quantized results are quantized afterwards. False for ops
/// without quantized values, for ops that hand the stored integers on as they
/// are or run regions, and for uniform_quantize and uniform_dequantize.
bool computesOnNumbers(mlir::Operation *op);

/// A dot product or convolution of quantized operands whose sum of products is
/// taken exactly, in integers, and rounded once.
struct ExactProduct {
  Quantization lhs, rhs;
  /// The dimension of the result along which rhs has its scales; nothing if
  /// rhs has one scale.
  std::optional<int64_t> scaleAxis;
};

/// Nothing if `op` is no dot product or convolution of two quantized operands,
/// or if their storage types have more than 24 bits together: then the sum is
/// one of numbers.
std::optional<ExactProduct> getExactProduct(mlir::Operation *op);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_QUANTIZATION_H
