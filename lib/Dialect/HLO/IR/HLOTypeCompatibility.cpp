//===- HLOTypeCompatibility.cpp - When types agree ------------------------===//
//
// What verifiers and type inference of all op families share.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOTypeCompatibility.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::isCompatibleElementType(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  auto lhsQuantized = dyn_cast<quant::QuantizedType>(lhs);
  auto rhsQuantized = dyn_cast<quant::QuantizedType>(rhs);
  return lhsQuantized && rhsQuantized &&
         lhsQuantized.getStorageType() == rhsQuantized.getStorageType() &&
         lhsQuantized.getExpressedType() == rhsQuantized.getExpressedType();
}

ArrayRef<int64_t> xla::hlo::getTypeBounds(RankedTensorType type) {
  if (auto encoding =
          dyn_cast_if_present<TypeExtensionsAttr>(type.getEncoding()))
    return encoding.getBounds();
  return {};
}

RankedTensorType xla::hlo::getBoundedTensorType(ArrayRef<int64_t> shape,
                                                Type elementType,
                                                ArrayRef<int64_t> bounds) {
  bool hasBound = llvm::any_of(
      bounds, [](int64_t bound) { return !ShapedType::isDynamic(bound); });
  Attribute encoding;
  if (hasBound)
    encoding = TypeExtensionsAttr::get(elementType.getContext(), bounds);
  return RankedTensorType::get(shape, elementType, encoding);
}

/// True if a dimension of static or bounded size fits the other's.
static bool isCompatibleDimension(int64_t lhs, int64_t lhsBound, int64_t rhs,
                                  int64_t rhsBound) {
  bool lhsDynamic = ShapedType::isDynamic(lhs);
  bool rhsDynamic = ShapedType::isDynamic(rhs);
  if (!lhsDynamic && !rhsDynamic)
    return lhs == rhs;
  if (!lhsDynamic && !ShapedType::isDynamic(rhsBound))
    return lhs <= rhsBound;
  if (!rhsDynamic && !ShapedType::isDynamic(lhsBound))
    return rhs <= lhsBound;
  return true;
}

static bool isCompatibleShape(RankedTensorType lhs, RankedTensorType rhs) {
  if (lhs.getRank() != rhs.getRank())
    return false;
  ArrayRef<int64_t> lhsBounds = getTypeBounds(lhs);
  ArrayRef<int64_t> rhsBounds = getTypeBounds(rhs);
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim) {
    int64_t lhsBound =
        lhsBounds.empty() ? ShapedType::kDynamic : lhsBounds[dim];
    int64_t rhsBound =
        rhsBounds.empty() ? ShapedType::kDynamic : rhsBounds[dim];
    if (!isCompatibleDimension(lhs.getDimSize(dim), lhsBound,
                               rhs.getDimSize(dim), rhsBound))
      return false;
  }
  return true;
}

bool xla::hlo::isCompatibleType(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  if (auto lhsTensor = dyn_cast<RankedTensorType>(lhs)) {
    auto rhsTensor = dyn_cast<RankedTensorType>(rhs);
    return rhsTensor &&
           isCompatibleElementType(lhsTensor.getElementType(),
                                   rhsTensor.getElementType()) &&
           isCompatibleShape(lhsTensor, rhsTensor);
  }
  if (auto lhsTuple = dyn_cast<TupleType>(lhs)) {
    auto rhsTuple = dyn_cast<TupleType>(rhs);
    return rhsTuple &&
           areAllCompatible(lhsTuple.getTypes(), rhsTuple.getTypes());
  }
  if (auto lhsFuture = dyn_cast<FutureType>(lhs)) {
    auto rhsFuture = dyn_cast<FutureType>(rhs);
    return rhsFuture &&
           areAllCompatible(lhsFuture.getTypes(), rhsFuture.getTypes());
  }
  return false;
}

bool xla::hlo::areAllCompatible(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip(lhs, rhs), [](auto pair) {
           return isCompatibleType(std::get<0>(pair), std::get<1>(pair));
         });
}

bool xla::hlo::isPromotableElementType(Type from, Type to) {
  if (isCompatibleElementType(from, to))
    return true;
  if (isIntElement(from) && isIntElement(to))
    return isUnsignedElement(from) == isUnsignedElement(to) &&
           from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
  if (isFloatElement(from) && isFloatElement(to))
    return from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
  if (isComplexElement(from) && isComplexElement(to))
    return isPromotableElementType(cast<ComplexType>(from).getElementType(),
                                   cast<ComplexType>(to).getElementType());
  auto fromQuantized = dyn_cast<quant::QuantizedType>(from);
  auto toQuantized = dyn_cast<quant::QuantizedType>(to);
  return fromQuantized && toQuantized &&
         fromQuantized.getExpressedType() == toQuantized.getExpressedType() &&
         fromQuantized.getStorageTypeIntegralWidth() <=
             toQuantized.getStorageTypeIntegralWidth();
}

/// The `hlo.return` that ends the only block of `region`, or null.
static ReturnOp getReturn(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return nullptr;
  return dyn_cast<ReturnOp>(region.front().back());
}

TypeRange xla::hlo::getReturnedTypes(Region &region) {
  ReturnOp returnOp = getReturn(region);
  return returnOp ? TypeRange(returnOp->getOperandTypes()) : TypeRange();
}

LogicalResult xla::hlo::verifyRegionTypes(Operation *op, Region &region,
                                          StringRef name, TypeRange arguments,
                                          TypeRange results) {
  ReturnOp returnOp = getReturn(region);
  if (!returnOp)
    return op->emitOpError("expects ")
           << name << " to be one block that ends with 'hlo.return'";
  TypeRange actualArguments = region.getArgumentTypes();
  if (actualArguments.size() != arguments.size())
    return op->emitOpError("expects ")
           << name << " to take " << arguments.size() << " arguments, but got "
           << actualArguments.size();
  for (auto [index, expected, actual] :
       llvm::enumerate(arguments, actualArguments))
    if (!isCompatibleType(expected, actual))
      return op->emitOpError("expects argument ")
             << index << " of " << name << " to have type " << expected
             << ", but got " << actual;
  TypeRange actualResults = returnOp->getOperandTypes();
  auto attachReturn = [&](InFlightDiagnostic error) {
    error.attachNote(returnOp.getLoc()) << "returned here";
    return error;
  };
  if (actualResults.size() != results.size())
    return attachReturn(op->emitOpError("expects ")
                        << name << " to return " << results.size()
                        << " values, but got " << actualResults.size());
  for (auto [index, expected, actual] : llvm::enumerate(results, actualResults))
    if (!isCompatibleType(expected, actual))
      return attachReturn(op->emitOpError("expects returned value ")
                          << index << " of " << name << " to have type "
                          << expected << ", but got " << actual);
  return success();
}

LogicalResult xla::hlo::verifyCombiner(Operation *op, Region &region,
                                       StringRef name,
                                       ArrayRef<Type> elementTypes) {
  // Accumulators are what the region returns; all else follows from them.
  SmallVector<Type> accumulators(getReturnedTypes(region));
  if (accumulators.size() != elementTypes.size())
    return op->emitOpError("expects ")
           << name << " to return " << elementTypes.size()
           << " values, but got " << accumulators.size();
  for (auto [index, accumulator, elementType] :
       llvm::enumerate(accumulators, elementTypes)) {
    auto tensor = dyn_cast<RankedTensorType>(accumulator);
    if (!tensor || tensor.getRank() != 0 ||
        !isPromotableElementType(elementType, tensor.getElementType()))
      return op->emitOpError("expects returned value ")
             << index << " of " << name << " to be a scalar that can hold "
             << elementType << ", but got " << accumulator;
  }
  SmallVector<Type> arguments(accumulators);
  llvm::append_range(arguments, accumulators);
  return verifyRegionTypes(op, region, name, arguments, accumulators);
}

Speculation::Speculatability
xla::hlo::getSpeculatabilityByShape(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic))
    return Speculation::NotSpeculatable;
  return op->getNumRegions() == 0 ? Speculation::Speculatable
                                  : Speculation::RecursivelySpeculatable;
}
