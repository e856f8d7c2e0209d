//===- PackEntryValues.cpp - Packed values at the entry's border ----------===//
//
// The C interface puts 2- and 4-bit elements together into bytes; inside, each
// has a byte of its own. The entry's arguments become bytes that are split at
// its start, its results are joined to bytes at its end, by hlo ops that fuse
// and are compiled like any other; so are the values of custom calls, around
// each call. Constants whose data came packed are unpacked.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/XLA/IR/Entry.h"
#include "xla/Fusion/Passes.h"
#include "xla/Support/ElementKind.h"
#include "xla/Support/Literal.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace xla {
#define GEN_PASS_DEF_XLAPACKENTRYVALUESPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-pack-entry-values"

using namespace mlir;
using namespace xla;

static PassCounter numPackedValues(DEBUG_TYPE, "num-packed-values");

/// The bytes of a value of `type`; null if its elements have bytes of their
/// own.
static RankedTensorType getPackedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return {};
  std::optional<ElementKind> kind = getElementKind(tensor.getElementType());
  if (!kind || !isPacked(*kind))
    return {};
  return RankedTensorType::get(
      getPackedSize(*kind, tensor.getNumElements()),
      IntegerType::get(type.getContext(), 8, IntegerType::Unsigned));
}

static bool hasPacked(TypeRange types) {
  return llvm::any_of(types,
                      [](Type type) { return bool(getPackedType(type)); });
}

static Value createNothing(OpBuilder &b, Location loc, RankedTensorType type) {
  return hlo::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, ArrayRef<Attribute>()));
}

static Value reshape(OpBuilder &b, Location loc, Value value,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return hlo::ReshapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), value);
}

/// The elements that lie in `bytes`, low end first.
static Value unpack(OpBuilder &b, Location loc, Value bytes,
                    RankedTensorType type) {
  int64_t count = type.getNumElements();
  if (count == 0)
    return createNothing(b, loc, type);
  int64_t numBytes = cast<RankedTensorType>(bytes.getType()).getDimSize(0);
  int64_t perByte = 8 / type.getElementTypeBitWidth();
  Value parts = hlo::BitcastConvertOp::create(
      b, loc, RankedTensorType::get({numBytes, perByte}, type.getElementType()),
      bytes);
  Value flat = reshape(b, loc, parts, numBytes * perByte);
  if (count != numBytes * perByte)
    flat = hlo::SliceOp::create(b, loc, flat, ArrayRef<int64_t>(0), count,
                                ArrayRef<int64_t>(1));
  return reshape(b, loc, flat, type.getShape());
}

/// The elements of `value` as bytes; what is left of the last byte is 0.
static Value pack(OpBuilder &b, Location loc, Value value,
                  RankedTensorType packed) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t count = type.getNumElements();
  if (count == 0)
    return createNothing(b, loc, packed);
  int64_t numBytes = packed.getDimSize(0);
  int64_t perByte = 8 / type.getElementTypeBitWidth();
  Value flat = reshape(b, loc, value, count);
  if (count != numBytes * perByte)
    flat = hlo::PadOp::create(
        b, loc, flat,
        hlo::createScalarConstant(b, loc, type.getElementType(), 0),
        ArrayRef<int64_t>(0), numBytes * perByte - count, ArrayRef<int64_t>(0));
  return hlo::BitcastConvertOp::create(
      b, loc, packed, reshape(b, loc, flat, {numBytes, perByte}));
}

static void packSignature(func::FuncOp entry) {
  Block &block = entry.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  for (BlockArgument argument : block.getArguments()) {
    RankedTensorType packed = getPackedType(argument.getType());
    if (!packed)
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    argument.setType(packed);
    SmallPtrSet<Operation *, 4> users(argument.getUsers().begin(),
                                      argument.getUsers().end());
    Value elements = unpack(builder, argument.getLoc(), argument, type);
    argument.replaceUsesWithIf(elements, [&](OpOperand &use) {
      return users.contains(use.getOwner());
    });
    numPackedValues += 1;
  }
  Operation *terminator = block.getTerminator();
  builder.setInsertionPoint(terminator);
  for (OpOperand &operand : terminator->getOpOperands())
    if (RankedTensorType packed = getPackedType(operand.get().getType())) {
      operand.set(pack(builder, terminator->getLoc(), operand.get(), packed));
      numPackedValues += 1;
    }
  entry.setFunctionType(builder.getFunctionType(
      block.getArgumentTypes(), TypeRange(terminator->getOperandTypes())));
}

/// Lets a function that is called see packed bytes.
static void packCall(hlo::CustomCallOp call) {
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getInputs());
  SmallVector<Type> types(call.getResultTypes());
  for (Value &operand : operands)
    if (RankedTensorType packed = getPackedType(operand.getType())) {
      operand = pack(builder, call.getLoc(), operand, packed);
      numPackedValues += 1;
    }
  for (Type &type : types)
    if (RankedTensorType packed = getPackedType(type)) {
      type = packed;
      numPackedValues += 1;
    }
  auto onBytes = hlo::recreateCall(builder, call, types, operands);
  SmallVector<Value> results(onBytes.getResults());
  for (auto [result, type] : llvm::zip_equal(results, call.getResultTypes()))
    if (result.getType() != type)
      result =
          unpack(builder, call.getLoc(), result, cast<RankedTensorType>(type));
  call.replaceAllUsesWith(results);
  call.erase();
}

/// Gives a constant whose elements have less than a byte one byte for each,
/// with zeros above: a resource may hold packed bytes, and any data stray bits.
static LogicalResult unpackConstant(hlo::ConstantOp constant) {
  std::optional<ElementKind> kind =
      getElementKind(constant.getType().getElementType());
  if (!kind || *kind == ElementKind::Pred || getBitWidth(*kind) >= 8)
    return success();
  llvm::Expected<Literal> literal = Literal::get(constant.getValue());
  if (!literal)
    return constant.emitOpError() << llvm::toString(literal.takeError());
  constant.setValueAttr(literal->getAttr());
  return success();
}

namespace {
struct XLAPackEntryValuesPass
    : xla::impl::XLAPackEntryValuesPassBase<XLAPackEntryValuesPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal() ||
          !llvm::hasSingleElement(function.getBody()))
        continue;
      WalkResult constants = function.walk([](hlo::ConstantOp constant) {
        return WalkResult(unpackConstant(constant));
      });
      if (constants.wasInterrupted())
        return signalPassFailure();
      function.walk([](hlo::CustomCallOp call) {
        if (hasPacked(call.getOperandTypes()) ||
            hasPacked(call.getResultTypes()))
          packCall(call);
      });
      if (!hasPacked(function.getArgumentTypes()) &&
          !hasPacked(function.getResultTypes()))
        continue;
      // What callers see keeps its type.
      recordEntry(function);
      packSignature(function);
    }
  }
};
} // namespace
