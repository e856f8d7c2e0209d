//===- HLOTypeCompatibility.h - When types agree ----------------*- C++ -*-===//
//
// What verifiers and type inference of all op families share. A type may leave
// to run time what another states, so types that are not equal can agree.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_HLOTYPECOMPATIBILITY_H
#define XLA_DIALECT_HLO_IR_HLOTYPECOMPATIBILITY_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Region.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::hlo {

/// True if a value can have both types: element types are the same (quantized
/// ones have the same storage and expressed type) and no dimension has two
/// different static sizes or a size above a bound. Tuples and futures agree
/// elementwise.
bool isCompatibleType(mlir::Type lhs, mlir::Type rhs);

/// The same for lists of equal length.
bool areAllCompatible(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// True if element types are the same up to quantization parameters.
bool isCompatibleElementType(mlir::Type lhs, mlir::Type rhs);

/// True if values of element type `from` may be accumulated in `to`: the same
/// kind of number, and not fewer bits.
bool isPromotableElementType(mlir::Type from, mlir::Type to);

/// The upper bounds of a tensor's dimensions, `ShapedType::kDynamic` for none;
/// empty if the type has none.
llvm::ArrayRef<int64_t> getTypeBounds(mlir::RankedTensorType type);

/// A tensor type with an encoding for `bounds`, if there are any (empty or all
/// `kDynamic` is none).
mlir::RankedTensorType getBoundedTensorType(llvm::ArrayRef<int64_t> shape,
                                            mlir::Type elementType,
                                            llvm::ArrayRef<int64_t> bounds);

/// Checks that `region` has one block that takes `arguments` and ends with an
/// `hlo.return` of `results`, up to compatibility. `name` is how errors call
/// the region. Reports at `op`.
llvm::LogicalResult verifyRegionTypes(mlir::Operation *op, mlir::Region &region,
                                      llvm::StringRef name,
                                      mlir::TypeRange arguments,
                                      mlir::TypeRange results);

/// Checks that `region` combines scalars pairwise: it takes one scalar per
/// entry of `elementTypes`, then one more of each, and returns one of each. Its
/// scalars may be wider than the elements. Reports at `op`.
llvm::LogicalResult verifyCombiner(mlir::Operation *op, mlir::Region &region,
                                   llvm::StringRef name,
                                   llvm::ArrayRef<mlir::Type> elementTypes);

/// The types that the `hlo.return` of `region` returns; nothing if the region
/// is not well formed.
mlir::TypeRange getReturnedTypes(mlir::Region &region);

/// Speculatable if operands and results are static: then no shape can turn out
/// wrong at run time.
mlir::Speculation::Speculatability
getSpeculatabilityByShape(mlir::Operation *op);

/// Gives an op `getSpeculatabilityByShape` as its speculatability.
template <typename ConcreteOp>
class SpeculatableByShape
    : public mlir::OpTrait::TraitBase<ConcreteOp, SpeculatableByShape> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return getSpeculatabilityByShape(this->getOperation());
  }
};

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOTYPECOMPATIBILITY_H
