//===- TypeInference.cpp - Shapes, bounds and agreement of types ----------===//
//
// What the type inference of every op family shares, and the traits' verifiers.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Shapes with bounds
//===----------------------------------------------------------------------===//

BoundedShape::BoundedShape(RankedTensorType type)
    : sizes(type.getShape()), bounds(getTypeBounds(type)) {
  if (bounds.empty())
    bounds.assign(sizes.size(), ShapedType::kDynamic);
}

RankedTensorType BoundedShape::getType(Type elementType) const {
  SmallVector<int64_t> kept(bounds);
  for (auto [size, bound] : llvm::zip_equal(sizes, kept))
    if (!ShapedType::isDynamic(size))
      bound = ShapedType::kDynamic;
  return getBoundedTensorType(sizes, elementType, kept);
}

std::string xla::hlo::shapeToString(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(shape, os, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      os << '?';
    else
      os << size;
  });
  os << ']';
  return text;
}

LogicalResult xla::hlo::verifyDimension(OptionalLocation location,
                                        StringRef name, int64_t dim,
                                        int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return emitOptionalError(location, "expects ", name, " in range [0, ", rank,
                           "), but got ", dim);
}

LogicalResult xla::hlo::verifyDimensions(OptionalLocation location,
                                         StringRef name, ArrayRef<int64_t> dims,
                                         int64_t rank) {
  llvm::SmallBitVector seen(std::max<int64_t>(rank, 0));
  for (int64_t dim : dims) {
    if (failed(verifyDimension(location, name, dim, rank)))
      return failure();
    if (seen.test(dim))
      return emitOptionalError(location, "expects each of ", name,
                               " once, but got ", dim, " again");
    seen.set(dim);
  }
  return success();
}

LogicalResult xla::hlo::verifySize(OptionalLocation location, StringRef name,
                                   size_t actual, size_t expected) {
  if (actual == expected)
    return success();
  return emitOptionalError(location, "expects ", expected, " entries in ", name,
                           ", but got ", actual);
}

//===----------------------------------------------------------------------===//
// Agreement of types
//===----------------------------------------------------------------------===//

bool xla::hlo::areCompatibleShapes(ShapedType lhs, ShapedType rhs) {
  if (!lhs.hasRank() || !rhs.hasRank())
    return true;
  if (lhs.getRank() != rhs.getRank())
    return false;
  auto fits = [](ShapedType type, int64_t size, int64_t dim) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    ArrayRef<int64_t> bounds =
        tensor ? getTypeBounds(tensor) : ArrayRef<int64_t>();
    return bounds.empty() || ShapedType::isDynamic(size) ||
           ShapedType::isDynamic(bounds[dim]) || size <= bounds[dim];
  };
  for (int64_t dim : llvm::seq(lhs.getRank())) {
    int64_t lhsSize = lhs.getDimSize(dim), rhsSize = rhs.getDimSize(dim);
    if (!areCompatibleSizes(lhsSize, rhsSize) || !fits(lhs, rhsSize, dim) ||
        !fits(rhs, lhsSize, dim))
      return false;
  }
  return true;
}

LogicalResult xla::hlo::inferSameType(OptionalLocation location,
                                      ValueRange operands,
                                      InferredTypes &inferred) {
  if (operands.empty())
    return emitOptionalError(location, "expects at least one operand");
  if (llvm::all_equal(operands.getTypes())) {
    inferred.push_back(operands.front().getType());
    return success();
  }
  auto first = cast<RankedTensorType>(operands.front().getType());
  BoundedShape shape(first);
  for (Type type : operands.drop_front().getTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    if (!isCompatibleType(first, tensor))
      return emitOptionalError(location,
                               "expects operands of one type, but "
                               "got ",
                               first, " and ", tensor);
    BoundedShape other(tensor);
    for (auto [dim, size, bound] : llvm::enumerate(shape.sizes, shape.bounds)) {
      if (ShapedType::isDynamic(size))
        size = other.sizes[dim];
      int64_t otherBound = other.bounds[dim];
      if (!ShapedType::isDynamic(otherBound))
        bound = ShapedType::isDynamic(bound) ? otherBound
                                             : std::min(bound, otherBound);
    }
  }
  inferred.push_back(shape.getType(first.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

/// Checks every operand and result against the first of them.
static LogicalResult
verifyAgainstFirst(Operation *op, StringRef message,
                   function_ref<bool(ShapedType, ShapedType)> agree) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types)
    if (!agree(cast<ShapedType>(types.front()), cast<ShapedType>(type)))
      return op->emitOpError(message)
             << ", but got " << types.front() << " and " << type;
  return success();
}

LogicalResult xla::hlo::detail::verifyCompatibleShapes(Operation *op) {
  return verifyAgainstFirst(
      op, "requires the same shape for all operands and results",
      areCompatibleShapes);
}

LogicalResult xla::hlo::detail::verifyCompatibleTypes(Operation *op) {
  if (failed(verifyCompatibleShapes(op)))
    return failure();
  return verifyAgainstFirst(
      op, "requires the same element type for all operands and results",
      [](ShapedType lhs, ShapedType rhs) {
        return isCompatibleElementType(lhs.getElementType(),
                                       rhs.getElementType());
      });
}
