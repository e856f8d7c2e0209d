//===- RegisterTensor.h - Small tensors as registers ------------*- C++ -*-===//
//
// A small tensor in row-major order, cut into vectors of a fixed number of
// lanes, the last one of what is left. A piece of one lane is a scalar. What
// only moves elements is a shuffle whose mask is known at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_REGISTERTENSOR_H
#define XLA_LIB_CODEGEN_CPU_REGISTERTENSOR_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace xla {

struct RegisterTensor {
  mlir::RankedTensorType type;
  llvm::SmallVector<mlir::Value, 4> registers;

  int64_t size() const { return type.getNumElements(); }
};

/// Part of a tensor: where it begins, and its extent in each dimension.
struct TensorPart {
  llvm::SmallVector<mlir::OpFoldResult> offsets;
  llvm::SmallVector<int64_t> sizes;
};

/// Builds on register tensors.
class RegisterBuilder {
public:
  RegisterBuilder(mlir::OpBuilder &builder, int64_t lanes)
      : b(builder), lanes(lanes) {}

  /// The types of the registers of a tensor of `type`.
  llvm::SmallVector<mlir::Type> getTypes(mlir::RankedTensorType type) const;

  /// The first element of each register and, last, their number.
  llvm::SmallVector<int64_t> getBounds(int64_t count) const;

  /// Elements `indices` (row-major) of `tensor`: a vector, or a scalar if it is
  /// one. An index of -1 may be any element.
  mlir::Value pick(mlir::Location loc, const RegisterTensor &tensor,
                   llvm::ArrayRef<int64_t> indices);

  /// A tensor of `type` whose element i is element indices[i] of `tensor`.
  RegisterTensor move(mlir::Location loc, const RegisterTensor &tensor,
                      mlir::RankedTensorType type,
                      llvm::ArrayRef<int64_t> indices);

  /// Every element `scalar`.
  RegisterTensor splat(mlir::Location loc, mlir::RankedTensorType type,
                       mlir::Value scalar);
  RegisterTensor constant(mlir::Location loc, mlir::DenseElementsAttr value);
  /// Elements that nothing reads.
  RegisterTensor undefined(mlir::Location loc, mlir::RankedTensorType type);
  /// A vector of `elements`, or the only one of them.
  mlir::Value combine(mlir::Location loc, mlir::ValueRange elements);

  /// Reads `part` of `tensor` as a tensor of `type` with as many elements.
  RegisterTensor read(mlir::Location loc, mlir::Value tensor,
                      const TensorPart &part, mlir::RankedTensorType type);
  /// `tensor` with `part` of it replaced by `value`.
  mlir::Value write(mlir::Location loc, const RegisterTensor &value,
                    mlir::Value tensor, const TensorPart &part);
  /// The same elements as a tensor again.
  mlir::Value materialize(mlir::Location loc, const RegisterTensor &value);

  /// Computes `op` in registers; the operands are looked up by `lookup`, the
  /// values that its body captures in `outside`. Assumes canHold(op).
  llvm::SmallVector<RegisterTensor>
  lower(mlir::linalg::GenericOp op,
        llvm::function_ref<RegisterTensor(mlir::Value)> lookup,
        mlir::IRMapping &outside);

  static bool canHold(mlir::linalg::GenericOp op);

private:
  mlir::Value wrap(mlir::Location loc, llvm::ArrayRef<mlir::Value> registers,
                   int64_t count);
  RegisterTensor cut(mlir::Location loc, mlir::Value vector,
                     mlir::RankedTensorType type);
  llvm::SmallVector<mlir::Value> createIndices(mlir::Location loc,
                                               const TensorPart &part,
                                               llvm::ArrayRef<int64_t> inside);

  mlir::OpBuilder &b;
  int64_t lanes;
};

/// Coordinates of element `index` of a row-major tensor of `shape`.
llvm::SmallVector<int64_t> delinearizeIndex(int64_t index,
                                            llvm::ArrayRef<int64_t> shape);
/// The place of the element at `coordinates`.
int64_t linearizeIndex(llvm::ArrayRef<int64_t> coordinates,
                       llvm::ArrayRef<int64_t> shape);

} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_REGISTERTENSOR_H
