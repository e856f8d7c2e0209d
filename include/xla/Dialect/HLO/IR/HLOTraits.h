//===- HLOTraits.h - Op traits of the hlo dialect ---------------*- C++ -*-===//
//
// Traits that the generated op classes name, and the functions behind them.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_HLOTRAITS_H
#define XLA_DIALECT_HLO_IR_HLOTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace xla::hlo {

/// True if shapes agree as `isCompatibleType` demands; element types may
/// differ.
bool areCompatibleShapes(mlir::ShapedType lhs, mlir::ShapedType rhs);

/// Infers the most specific type that all operands agree on. Reports an error
/// at `location`, if there is one, where they do not agree.
mlir::LogicalResult inferSameType(std::optional<mlir::Location> location,
                                  mlir::ValueRange operands,
                                  llvm::SmallVectorImpl<mlir::Type> &inferred);

namespace detail {
mlir::LogicalResult verifyCompatibleShapes(mlir::Operation *op);
mlir::LogicalResult verifyCompatibleTypes(mlir::Operation *op);
} // namespace detail

/// Shapes of all operands and results agree where they are static.
template <typename ConcreteOp>
class CompatibleShapes
    : public mlir::OpTrait::TraitBase<ConcreteOp, CompatibleShapes> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyCompatibleShapes(op);
  }
};

/// Shapes and element types of all operands and results agree.
template <typename ConcreteOp>
class CompatibleTypes
    : public mlir::OpTrait::TraitBase<ConcreteOp, CompatibleTypes> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyCompatibleTypes(op);
  }
};

/// A variadic op that needs an operand.
template <typename ConcreteOp>
class AtLeastOneOperand
    : public mlir::OpTrait::TraitBase<ConcreteOp, AtLeastOneOperand> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return mlir::OpTrait::impl::verifyAtLeastNOperands(op, 1);
  }
};

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOTRAITS_H
