//===- ExportBitcast.cpp - Bits of booleans and complex numbers -----------===//
//
// `bitcast-convert` of HLO takes a boolean for a byte and knows no parts of
// complex numbers. Booleans are bits of integers here, put in and taken out by
// shifts; the halves of a complex<f64> are those of its parts.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

using namespace mlir;
using namespace xla;
using hlo::BitcastConvertOp;

namespace {
/// Replaces one op by ops in front of it.
class BitcastExpansion {
public:
  explicit BitcastExpansion(BitcastConvertOp op)
      : op(op), builder(op), loc(op.getLoc()),
        from(cast<RankedTensorType>(op.getOperand().getType())),
        to(cast<RankedTensorType>(op.getType())) {}

  LogicalResult run();

private:
  Value packBits();
  Value unpackBits();
  Value joinHalves();
  Value splitHalves();

  Value bitcast(Value value, ArrayRef<int64_t> shape, Type element) {
    return BitcastConvertOp::create(
        builder, loc, RankedTensorType::get(shape, element), value);
  }
  Value convert(Value value, Type element) {
    auto type = cast<RankedTensorType>(value.getType()).clone(element);
    return hlo::ConvertOp::create(builder, loc, type, value);
  }
  /// 0, 1, 2, ... along the last dimension.
  Value createPlaces(ArrayRef<int64_t> shape, Type element) {
    return hlo::IotaOp::create(
        builder, loc, RankedTensorType::get(shape, element), shape.size() - 1);
  }
  /// Part `index` of the last dimension, which goes.
  Value getPart(Value value, int64_t index);
  Value reshape(Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    return hlo::ReshapeOp::create(builder, loc, type.clone(shape), value);
  }

  BitcastConvertOp op;
  OpBuilder builder;
  Location loc;
  RankedTensorType from, to;
};
} // namespace

/// The integers in which `numBits` booleans are put together: bytes at least,
/// with which everyone can compute.
static IntegerType getWordType(MLIRContext *context, unsigned numBits) {
  return IntegerType::get(context, std::max(8u, numBits),
                          IntegerType::Unsigned);
}

Value BitcastExpansion::packBits() {
  Type element = to.getElementType();
  unsigned numBits = element.getIntOrFloatBitWidth();
  IntegerType word = getWordType(op.getContext(), numBits);
  Value bits =
      hlo::ShiftLeftOp::create(builder, loc, convert(op.getOperand(), word),
                               createPlaces(from.getShape(), word));
  // No two have a bit in common.
  Value words = hlo::createSum(builder, loc, bits, {from.getRank() - 1});
  auto exact =
      IntegerType::get(op.getContext(), numBits, IntegerType::Unsigned);
  if (exact != word)
    words = convert(words, exact);
  return exact == element ? words : bitcast(words, to.getShape(), element);
}

Value BitcastExpansion::unpackBits() {
  unsigned numBits = from.getElementType().getIntOrFloatBitWidth();
  IntegerType word = getWordType(op.getContext(), numBits);
  auto exact =
      IntegerType::get(op.getContext(), numBits, IntegerType::Unsigned);
  Value words = op.getOperand();
  if (exact != from.getElementType())
    words = bitcast(words, from.getShape(), exact);
  if (exact != word)
    words = convert(words, word);
  words = hlo::createBroadcast(
      builder, loc, words, to.getShape(),
      llvm::to_vector(llvm::seq<int64_t>(0, from.getRank())));
  RankedTensorType type = to.clone(word);
  Value shifted = hlo::ShiftRightLogicalOp::create(
      builder, loc, words, createPlaces(to.getShape(), word));
  Value bits = hlo::AndOp::create(
      builder, loc, shifted, hlo::createSplatConstant(builder, loc, type, 1));
  return hlo::CompareOp::create(builder, loc, bits,
                                hlo::createSplatConstant(builder, loc, type, 0),
                                hlo::ComparisonDirection::NE);
}

Value BitcastExpansion::getPart(Value value, int64_t index) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1);
  starts.back() = index;
  limits.back() = index + 1;
  Value part =
      hlo::SliceOp::create(builder, loc, value, starts, limits, strides);
  return reshape(part, type.getShape().drop_back());
}

/// Two complex<f32>, each the bits of an f64, to one complex<f64>.
Value BitcastExpansion::joinHalves() {
  Value parts[2];
  for (int64_t index : {0, 1}) {
    Value half = getPart(op.getOperand(), index);
    SmallVector<int64_t> shape(to.getShape());
    shape.push_back(1);
    Value words[] = {reshape(hlo::RealOp::create(builder, loc, half), shape),
                     reshape(hlo::ImagOp::create(builder, loc, half), shape)};
    Value both = hlo::ConcatenateOp::create(builder, loc, words, to.getRank());
    parts[index] = bitcast(both, to.getShape(), builder.getF64Type());
  }
  return hlo::ComplexOp::create(builder, loc, parts[0], parts[1]);
}

Value BitcastExpansion::splitHalves() {
  Value whole = op.getOperand();
  Value parts[] = {hlo::RealOp::create(builder, loc, whole),
                   hlo::ImagOp::create(builder, loc, whole)};
  for (Value &part : parts) {
    Value words = bitcast(part, to.getShape(), builder.getF32Type());
    SmallVector<int64_t> shape(from.getShape());
    shape.push_back(1);
    part = reshape(hlo::ComplexOp::create(builder, loc, getPart(words, 0),
                                          getPart(words, 1)),
                   shape);
  }
  return hlo::ConcatenateOp::create(builder, loc, parts, from.getRank());
}

LogicalResult BitcastExpansion::run() {
  Type fromElement = from.getElementType(), toElement = to.getElementType();
  bool isComplex = isa<ComplexType>(fromElement);
  bool isBoolean = fromElement.isInteger(1) || toElement.isInteger(1);
  if (fromElement == toElement || (!isComplex && !isBoolean))
    return success();
  if (!from.hasStaticShape() || !to.hasStaticShape())
    return op.emitOpError() << "expects static shapes in a program for HLO, "
                               "but got "
                            << from << " and " << to;
  unsigned width = 0;
  if (isBoolean)
    width = (fromElement.isInteger(1) ? toElement : fromElement)
                .getIntOrFloatBitWidth();
  if (isBoolean && !llvm::isPowerOf2_32(width))
    return op.emitOpError() << "from " << fromElement << " to " << toElement
                            << " has no form in HLO, which has no integers of "
                            << width << " bits";
  bool isWider = from.getRank() > to.getRank();
  Value result = isBoolean ? (isWider ? packBits() : unpackBits())
                           : (isWider ? joinHalves() : splitHalves());
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}

LogicalResult hlo_export::expandBitcasts(func::FuncOp function) {
  WalkResult result = function.walk([](BitcastConvertOp op) {
    return failed(BitcastExpansion(op).run()) ? WalkResult::interrupt()
                                              : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
