//===- PackedPanels.h - Copies of matrices for register tiles ---*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_CPU_PACKEDPANELS_H
#define XLA_LIB_CODEGEN_CPU_PACKEDPANELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {
/// A matrix of lines, rows of a left operand or columns of a right one, as it
/// lies in the flat `buffer` from `base` on.
struct PanelSource {
  mlir::Value buffer, base;
  int64_t lineStride, depthStride, lines;
  /// What the body makes of an element, its argument of this number.
  unsigned argument;
  mlir::Value factor;
};

/// A panel of `lines` lines in the flat `buffer` from `base` on: for each depth
/// the lines side by side where `byDepth`, else the lines after each other,
/// each of `depth` elements.
struct PanelTarget {
  mlir::Value buffer, base;
  int64_t lines;
  bool byDepth;
  int64_t depth;
};

/// Emits the packing of panels. What a panel has beyond its source is the
/// source's last line again, or zeros.
class PanelPacker {
public:
  /// `wholeVectors`: the terms of every panel fill vectors of `width`.
  PanelPacker(mlir::ImplicitLocOpBuilder &b, mlir::linalg::GenericOp op,
              int64_t width, bool wholeVectors)
      : b(b), op(op), width(width), wholeVectors(wholeVectors) {}

  /// Packs the terms [start, start + length) of the lines of panel `number`.
  void emit(const PanelSource &source, const PanelTarget &target,
            mlir::Value number, mlir::Value start, mlir::Value length);

private:
  struct Panel;
  void emitLines(const Panel &panel, mlir::Value from);
  void emitSquares(const Panel &panel, mlir::Value full);
  void emitFullSides(const Panel &panel, int64_t lines);
  mlir::Value readSide(const Panel &panel, mlir::Value term, int64_t line,
                       int64_t count, int64_t size);
  void emitScalars(const Panel &panel, mlir::Value from);

  mlir::Value constant(int64_t value);
  mlir::Value apply(mlir::AffineExpr expr, mlir::ValueRange operands);
  void emitLoop(mlir::Value from, mlir::Value to, int64_t step,
                llvm::function_ref<void(mlir::Value)> body);
  /// The factor made of `value`, a vector of `size` or for 0 an element.
  mlir::Value convert(const PanelSource &source, mlir::Value value,
                      int64_t size);

  mlir::ImplicitLocOpBuilder &b;
  mlir::linalg::GenericOp op;
  int64_t width;
  bool wholeVectors;
};

/// Tells LLVM to leave `loop` as it is: its body is vectors already, and copies
/// of it take time to compile.
void keepRolled(mlir::scf::ForOp loop);

/// Transposes a square of `rows`, a power of two of vectors of as many
/// elements.
void transposeSquare(mlir::ImplicitLocOpBuilder &b,
                     llvm::SmallVectorImpl<mlir::Value> &rows);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_PACKEDPANELS_H
