//===- Product.h - Sums of products as products of matrices -----*- C++ -*-===//
//
// What the schedule heuristics and the code that applies a schedule both need
// to know of a linalg.generic that is a product of matrices.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_PRODUCT_H
#define XLA_LIB_CODEGEN_CPU_PRODUCT_H

#include "Accumulation.h"
#include "xla/Codegen/Common/TargetFeatures.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace xla {
/// Several loops of an accumulation that move like one.
struct ProductLoop {
  int64_t extent = 1;
  /// Elements from one iteration to the next, of each operand.
  int64_t left = 0, right = 0, result = 0;
};

/// result[row, column] += sum over depth of left[row, depth] *
/// right[depth, column], where neighbours in a row of the result lie side by
/// side, for each iteration of `batch`, which also holds loops of rows and
/// columns beside the longest: in those one operand stays where it is. The
/// factors may be computed from one element each.
struct Product {
  /// Null where `sum` is not one, or may not be reordered.
  static std::optional<Product> match(const Accumulation &sum);

  /// The multiplications that `batch` repeats, and those of all.
  double getWork() const {
    return double(rows.extent) * double(columns.extent) * double(depth.extent);
  }
  double getTotalWork() const { return getWork() * double(getNumMatrices()); }
  /// Whether elements of the left operand are multiplied as they are.
  bool hasPlainRows() const {
    return mlir::isa<mlir::BlockArgument>(leftFactor);
  }
  int64_t getNumMatrices() const;

  mutable mlir::linalg::GenericOp op;
  mutable mlir::arith::MulFOp multiplication;
  mlir::Operation *addition = nullptr;
  /// The numbers of the inputs, and what the body makes of their elements.
  unsigned left = 0, right = 0;
  mlir::Value leftFactor, rightFactor;
  int64_t leftOffset = 0, rightOffset = 0, resultOffset = 0;
  /// Whether the result holds zeros, or need not be read as if it did.
  bool startsAtZero = false;
  ProductLoop rows, columns, depth;
  llvm::SmallVector<ProductLoop> batch;
};

/// An `#xla.schedule<contraction>` of a product.
struct ProductSchedule {
  /// Null where `schedule` is not one of a product.
  static std::optional<ProductSchedule> read(ScheduleAttr schedule);
  /// Null for products that are better left to other schedules.
  static std::optional<ProductSchedule> choose(const Product &product,
                                               const TargetFeatures &target);
  ScheduleAttr getAttribute(mlir::linalg::GenericOp op) const;

  int64_t getPanelColumns() const { return vectors * width; }
  /// Whether rows of the left operand, which fill tiles, are read where they
  /// lie: for few columns packing them does not pay.
  bool readsRowsInPlace(const Product &product) const;

  /// Elements of a vector; vectors and rows of a register tile; terms that are
  /// added up in registers before they are added to the result.
  int64_t width = 1, vectors = 1, rows = 1, depth = 1;
};

/// How a product is cut into tasks, none of which depends on another.
struct ProductTasks {
  static ProductTasks choose(const Product &product,
                             const ProductSchedule &schedule,
                             int64_t mostTasks);

  int64_t getCount() const { return matrices * rowParts * columnParts; }

  /// Parts of the batch, of the blocks of rows, and of the panels.
  int64_t matrices = 1, rowParts = 1, columnParts = 1;
  /// Parts in which the rows of each part of the batch are packed where there
  /// are several parts of columns, which have them in common.
  int64_t packParts = 1;
  /// Register tiles of a block of rows.
  int64_t blockTiles = 1;
};

/// Emits the loops of `schedule` before `product.op`, which is on buffers; more
/// tasks than one become a parallel loop where `parallel`.
void emitProduct(const Product &product, const ProductSchedule &schedule,
                 const ProductTasks &tasks, bool parallel);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_PRODUCT_H
