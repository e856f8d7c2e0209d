//===- CHLOOps.cpp - Ops of the chlo dialect ------------------------------===//
//
// The generated code of the ops and the verifiers of all but ragged_dot and
// scan, which have their own files.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace xla::chlo;
using namespace xla; // the generated code names `hlo`

LogicalResult
xla::chlo::detail::verifyCompatibleOperandsAndResults(Operation *op) {
  Type first = op->getOperandTypes().front();
  for (Type type :
       llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                SmallVector<Type>(op->getResultTypes())))
    if (!hlo::isCompatibleType(first, type))
      return op->emitOpError("expects operands and results of one type, but "
                             "got ")
             << first << " and " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

/// The size that both sizes broadcast to, nothing if they do not fit.
static std::optional<int64_t> broadcastSizes(int64_t lhs, int64_t rhs) {
  if (lhs == 1 || lhs == rhs)
    return rhs;
  if (rhs == 1 || ShapedType::isDynamic(rhs))
    return lhs;
  if (ShapedType::isDynamic(lhs))
    return rhs;
  return std::nullopt;
}

std::optional<SmallVector<int64_t>> xla::chlo::inferBroadcastShape(
    ArrayRef<ArrayRef<int64_t>> shapes,
    std::optional<ArrayRef<int64_t>> broadcastDimensions) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes) {
    bool placed = broadcastDimensions && shape.size() < rank;
    if (placed && broadcastDimensions->size() != shape.size())
      return std::nullopt;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      int64_t target = placed ? (*broadcastDimensions)[dim]
                              : int64_t(rank - shape.size() + dim);
      if (target < 0 || target >= int64_t(rank))
        return std::nullopt;
      std::optional<int64_t> joined = broadcastSizes(result[target], size);
      if (!joined)
        return std::nullopt;
      result[target] = *joined;
    }
  }
  return result;
}

/// Checks that the operands broadcast to the result's shape.
static LogicalResult
verifyBroadcast(Operation *op,
                std::optional<ArrayRef<int64_t>> broadcastDimensions) {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Type type : op->getOperandTypes())
    shapes.push_back(cast<ShapedType>(type).getShape());
  auto result = cast<ShapedType>(op->getResult(0).getType());
  auto shape = inferBroadcastShape(shapes, broadcastDimensions);
  if (!shape)
    return op->emitOpError("expects operands that broadcast, but got ")
           << op->getOperandTypes();
  if (failed(verifyCompatibleShape(*shape, result.getShape())))
    return op->emitOpError("expects a result of shape [")
           << *shape << "], but got " << result;
  return success();
}

static Type getElementType(Value value) {
  return cast<ShapedType>(value.getType()).getElementType();
}

/// Element types of operands and result agree, except that complex has parts
/// as operands.
template <typename OpT> static LogicalResult verifyBroadcastBinary(OpT op) {
  Type expected = getElementType(op.getLhs());
  Type result = getElementType(op.getResult());
  if (isa<BroadcastComplexOp>(op)) {
    auto complex = dyn_cast<ComplexType>(result);
    result = complex ? complex.getElementType() : nullptr;
  }
  if (!result ||
      !hlo::isCompatibleElementType(expected, getElementType(op.getRhs())) ||
      !hlo::isCompatibleElementType(expected, result))
    return op.emitOpError("requires compatible element types for all operands "
                          "and results, but got ")
           << op->getOperandTypes() << " and " << op.getType();
  return verifyBroadcast(op, op.getBroadcastDimensions());
}

#define XLA_VERIFY_BROADCAST_BINARY(Op)                                        \
  LogicalResult Op::verify() { return verifyBroadcastBinary(*this); }
XLA_VERIFY_BROADCAST_BINARY(BroadcastAddOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastAndOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastAtan2Op)
XLA_VERIFY_BROADCAST_BINARY(BroadcastComplexOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastDivOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastMaxOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastMinOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastMulOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastNextAfterOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastOrOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastPolygammaOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastPowOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastRemOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastShiftLeftOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastShiftRightArithmeticOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastShiftRightLogicalOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastSubOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastXorOp)
XLA_VERIFY_BROADCAST_BINARY(BroadcastZetaOp)
#undef XLA_VERIFY_BROADCAST_BINARY

LogicalResult BroadcastCompareOp::verify() {
  if (!hlo::isCompatibleElementType(getElementType(getLhs()),
                                    getElementType(getRhs())))
    return emitOpError("requires compatible element types for all operands, "
                       "but got ")
           << getLhs().getType() << " and " << getRhs().getType();
  return verifyBroadcast(*this, getBroadcastDimensions());
}

LogicalResult BroadcastSelectOp::verify() {
  Type expected = getElementType(getOnTrue());
  if (!hlo::isCompatibleElementType(expected, getElementType(getOnFalse())) ||
      !hlo::isCompatibleElementType(expected, getElementType(getResult())))
    return emitOpError("requires compatible element types for both values and "
                       "the result, but got ")
           << getOnTrue().getType() << ", " << getOnFalse().getType() << " and "
           << getType();
  return verifyBroadcast(*this, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantLikeOp::verify() {
  if (getValue().getType() != getElementType(getResult()))
    return emitOpError("expects a value of the result's element type ")
           << getElementType(getResult()) << ", but got " << getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// TopKOp
//===----------------------------------------------------------------------===//

bool TopKOp::takesFewOfMany() {
  // Each that enters the list moves up to k others.
  constexpr int64_t mostWanted = 64, leastOfEach = 16;
  auto type = dyn_cast<RankedTensorType>(getOperand().getType());
  auto places = dyn_cast<RankedTensorType>(getIndices().getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      !places || !places.getElementType().isInteger(32))
    return false;
  Type element = type.getElementType();
  bool isNumber =
      element.isF64() || element.isF32() || element.isF16() ||
      element.isBF16() ||
      (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() >= 8);
  int64_t k = getK();
  return isNumber && k >= 1 && k <= mostWanted &&
         type.getShape().back() >= leastOfEach * k;
}

LogicalResult TopKOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  Type indexType = IntegerType::get(context, 32);
  auto operand = dyn_cast<RankedTensorType>(adaptor.getOperand().getType());
  if (!operand) {
    types.push_back(adaptor.getOperand().getType());
    types.push_back(UnrankedTensorType::get(indexType));
    return success();
  }
  if (isa<ComplexType>(operand.getElementType()))
    return emitOptionalError(
        location, "expects an operand of real elements, but got ", operand);
  int64_t k = adaptor.getK();
  if (operand.getRank() == 0)
    return emitOptionalError(location, "operand's rank must be at least 1");
  int64_t size = operand.getShape().back();
  if (k < 0 || (!ShapedType::isDynamic(size) && size < k))
    return emitOptionalError(location,
                             "operand's last dimension must be at least ", k);
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = k;
  types.push_back(RankedTensorType::get(shape, operand.getElementType()));
  types.push_back(RankedTensorType::get(shape, indexType));
  return success();
}

#define GET_OP_CLASSES
#include "xla/Dialect/CHLO/IR/CHLOOps.cpp.inc"
