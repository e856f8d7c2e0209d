//===- HLOMovementFolders.cpp - Folding of ops that move elements ---------===//
//
// Ops that move nothing fold to their operand, the others compute their
// constant where the operands are known: every element of the result is an
// element of an operand, found by its index.
//
//===----------------------------------------------------------------------===//

#include "HLOFolders.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

/// The result's elements by index: `find` gives the element at an index.
static Attribute
buildElements(RankedTensorType type,
              function_ref<Attribute(ArrayRef<int64_t>)> find) {
  int64_t count = type.getNumElements();
  if (count > kMaxFoldedElements)
    return {};
  SmallVector<Attribute> elements;
  elements.reserve(count);
  SmallVector<int64_t> index(type.getRank(), 0);
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(find(index));
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      if (++index[dim] < type.getDimSize(dim))
        break;
      index[dim] = 0;
    }
  }
  return DenseElementsAttr::get(type, elements);
}

namespace {
/// The elements of a constant, to be read by index.
class Elements {
public:
  explicit Elements(DenseElementsAttr attr)
      : shape(attr.getType().getShape()),
        values(attr.value_begin<Attribute>(), attr.value_end<Attribute>()) {}

  Attribute at(ArrayRef<int64_t> index) const {
    int64_t position = 0;
    for (auto [size, i] : llvm::zip_equal(shape, index))
      position = position * size + i;
    return values[position];
  }

private:
  ArrayRef<int64_t> shape;
  SmallVector<Attribute> values;
};
} // namespace

static bool isSmall(DenseElementsAttr attr) {
  return attr && attr.getNumElements() <= kMaxFoldedElements;
}

static Attribute foldTranspose(TransposeOp op, DenseElementsAttr operand) {
  Elements elements(operand);
  SmallVector<int64_t> from(op.getPermutation().size());
  return buildElements(op.getType(), [&](ArrayRef<int64_t> index) {
    for (auto [dim, operandDim] : llvm::enumerate(op.getPermutation()))
      from[operandDim] = index[dim];
    return elements.at(from);
  });
}

static Attribute foldBroadcast(BroadcastInDimOp op, DenseElementsAttr operand) {
  // A constant that repeats itself is better computed than stored.
  if (op.getType().getNumElements() > 1024)
    return {};
  Elements elements(operand);
  ArrayRef<int64_t> dims = op.getBroadcastDimensions();
  ArrayRef<int64_t> shape = operand.getType().getShape();
  SmallVector<int64_t> from(dims.size());
  return buildElements(op.getType(), [&](ArrayRef<int64_t> index) {
    for (auto [dim, resultDim] : llvm::enumerate(dims))
      from[dim] = shape[dim] == 1 ? 0 : index[resultDim];
    return elements.at(from);
  });
}

static Attribute foldReverse(ReverseOp op, DenseElementsAttr operand) {
  Elements elements(operand);
  SmallVector<int64_t> from;
  return buildElements(op.getType(), [&](ArrayRef<int64_t> index) {
    from.assign(index.begin(), index.end());
    for (int64_t dim : op.getDimensions())
      from[dim] = op.getType().getDimSize(dim) - 1 - index[dim];
    return elements.at(from);
  });
}

static Attribute foldSlice(SliceOp op, RankedTensorType type,
                           DenseElementsAttr operand) {
  Elements elements(operand);
  SmallVector<int64_t> from(type.getRank());
  return buildElements(type, [&](ArrayRef<int64_t> index) {
    for (int64_t dim : llvm::seq(type.getRank()))
      from[dim] = op.getStartIndices()[dim] + index[dim] * op.getStrides()[dim];
    return elements.at(from);
  });
}

static Attribute foldConcatenate(ConcatenateOp op,
                                 ArrayRef<Attribute> operands) {
  SmallVector<Elements> parts;
  SmallVector<int64_t> sizes;
  for (Attribute attr : operands) {
    auto dense = dyn_cast_if_present<DenseElementsAttr>(attr);
    if (!isSmall(dense))
      return {};
    parts.emplace_back(dense);
    sizes.push_back(dense.getType().getDimSize(op.getDimension()));
  }
  SmallVector<int64_t> from;
  return buildElements(op.getType(), [&](ArrayRef<int64_t> index) {
    from.assign(index.begin(), index.end());
    int64_t &offset = from[op.getDimension()];
    size_t part = 0;
    for (; offset >= sizes[part]; ++part)
      offset -= sizes[part];
    return parts[part].at(from);
  });
}

static Attribute foldPad(PadOp op, DenseElementsAttr operand,
                         DenseElementsAttr paddingValue) {
  Elements elements(operand);
  Attribute padding = paddingValue.getSplatValue<Attribute>();
  ArrayRef<int64_t> shape = operand.getType().getShape();
  SmallVector<int64_t> from(shape.size());
  return buildElements(op.getType(), [&](ArrayRef<int64_t> index) {
    for (auto [dim, size] : llvm::enumerate(shape)) {
      int64_t offset = index[dim] - op.getEdgePaddingLow()[dim];
      int64_t step = op.getInteriorPadding()[dim] + 1;
      if (offset < 0 || offset % step != 0 || offset / step >= size)
        return padding;
      from[dim] = offset / step;
    }
    return elements.at(from);
  });
}

/// The operand if `op` moves nothing, else null.
static Value getUnmoved(Operation *op) {
  auto isIdentity = [](ArrayRef<int64_t> dims) {
    return llvm::all_of(llvm::enumerate(dims), [](auto it) {
      return it.value() == static_cast<int64_t>(it.index());
    });
  };
  auto isZero = [](ArrayRef<int64_t> list) {
    return llvm::all_of(list, [](int64_t value) { return value == 0; });
  };
  bool unmoved =
      TypeSwitch<Operation *, bool>(op)
          .Case([](ReshapeOp) { return true; })
          .Case([&](TransposeOp t) { return isIdentity(t.getPermutation()); })
          .Case([&](BroadcastInDimOp b) {
            return isIdentity(b.getBroadcastDimensions());
          })
          .Case([](ReverseOp r) {
            return llvm::all_of(r.getDimensions(), [&](int64_t dim) {
              return r.getType().getDimSize(dim) == 1;
            });
          })
          .Case([](ConcatenateOp c) { return c.getInputs().size() == 1; })
          .Case([&](PadOp p) {
            return isZero(p.getEdgePaddingLow()) &&
                   isZero(p.getEdgePaddingHigh()) &&
                   isZero(p.getInteriorPadding());
          })
          // Of the operand's static type, a slice is the whole operand.
          .Case([](SliceOp s) {
            return cast<ShapedType>(s.getType()).hasStaticShape();
          })
          .Default([](Operation *) { return false; });
  if (!unmoved || op->getOperand(0).getType() != op->getResult(0).getType())
    return {};
  return op->getOperand(0);
}

OpFoldResult xla::hlo::foldMovement(Operation *op,
                                    ArrayRef<Attribute> operands) {
  if (op->getNumOperands() == 0)
    return {};
  if (Value operand = getUnmoved(op))
    return operand;
  if (auto size = dyn_cast<GetDimensionSizeOp>(op)) {
    int64_t value = size.getOperand().getType().getDimSize(size.getDimension());
    auto type = cast<RankedTensorType>(size.getResult().getType());
    if (ShapedType::isDynamic(value))
      return {};
    return DenseElementsAttr::get(
        type, APInt(32, value, /*isSigned=*/true, /*implicitTrunc=*/true));
  }
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape() || type.getEncoding() ||
      isQuantizedElement(type.getElementType()))
    return {};
  if (auto concatenate = dyn_cast<ConcatenateOp>(op))
    return foldConcatenate(concatenate, operands);
  auto operand = dyn_cast_if_present<DenseElementsAttr>(operands.front());
  if (!operand)
    return {};
  if (isa<ReshapeOp>(op))
    return operand.reshape(type);
  if (operand.isSplat() &&
      isa<TransposeOp, BroadcastInDimOp, ReverseOp, SliceOp>(op))
    return operand.resizeSplat(type);
  if (!isSmall(operand))
    return {};
  return TypeSwitch<Operation *, Attribute>(op)
      .Case([&](TransposeOp t) { return foldTranspose(t, operand); })
      .Case([&](BroadcastInDimOp b) { return foldBroadcast(b, operand); })
      .Case([&](ReverseOp r) { return foldReverse(r, operand); })
      .Case([&](SliceOp s) { return foldSlice(s, type, operand); })
      .Case([&](PadOp p) -> Attribute {
        auto value = dyn_cast_if_present<DenseElementsAttr>(operands[1]);
        return value ? foldPad(p, operand, value) : Attribute();
      })
      .Default([](Operation *) { return Attribute(); });
}
