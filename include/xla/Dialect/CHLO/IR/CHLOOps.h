//===- CHLOOps.h - The chlo dialect -----------------------------*- C++ -*-===//
//
// Ops, attributes and the dialect; everything a user includes.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_CHLO_IR_CHLOOPS_H
#define XLA_DIALECT_CHLO_IR_CHLOOPS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::chlo {
namespace detail {
llvm::LogicalResult verifyCompatibleOperandsAndResults(mlir::Operation *op);
} // namespace detail

/// Types of operands and results differ at most in what they leave to run time.
template <typename ConcreteOp>
class CompatibleOperandsAndResults
    : public mlir::OpTrait::TraitBase<ConcreteOp,
                                      CompatibleOperandsAndResults> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyCompatibleOperandsAndResults(op);
  }
};

/// The shape that operands of `shapes` broadcast to; dynamic sizes agree with
/// anything. `broadcastDimensions`, if there are two shapes of different rank,
/// places the dimensions of the shorter one. Nothing if the shapes do not fit.
std::optional<llvm::SmallVector<int64_t>> inferBroadcastShape(
    llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes,
    std::optional<llvm::ArrayRef<int64_t>> broadcastDimensions = std::nullopt);
} // namespace xla::chlo

#include "xla/Dialect/CHLO/IR/CHLODialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/CHLO/IR/CHLOAttributes.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/CHLO/IR/CHLOOps.h.inc"

#endif // XLA_DIALECT_CHLO_IR_CHLOOPS_H
