//===- ImportShape.cpp - Opcodes that change shapes -----------------------===//
//
// `bitcast` is the one opcode whose logical meaning depends on layouts: it
// reads memory as another shape. It becomes what that does to logical values.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

static LogicalResult importIdentity(Instruction &inst) {
  return inst.give(inst.getLeaves(0));
}

//===----------------------------------------------------------------------===//
// Broadcasting and reshaping
//===----------------------------------------------------------------------===//

/// Other than XLA says, its parser takes dimensions of size 1 that grow, as hlo
/// does.
static LogicalResult importBroadcast(Instruction &inst) {
  return inst.give<BroadcastInDimOp>(inst.getType(), inst.getOperand(0),
                                     toArray(inst.proto.dimensions()));
}

static LogicalResult importReshape(Instruction &inst) {
  return inst.give<ReshapeOp>(TypeRange(inst.getType()), inst.getOperand(0));
}

/// Sizes come one by one, as scalars.
static LogicalResult importDynamicReshape(Instruction &inst) {
  SmallVector<Value> sizes;
  Type element = inst.getNumOperands() > 1
                     ? inst.getOperandType(1).getElementType()
                     : inst.builder.getI32Type();
  for (unsigned number = 1; number < inst.getNumOperands(); ++number) {
    if (inst.getOperandType(number) != RankedTensorType::get({}, element))
      return inst.emitError()
             << "'dynamic-reshape' expects sizes that are scalars of one type, "
                "but operand "
             << number << " is " << toString(inst.getOperandShape(number));
    sizes.push_back(
        inst.create<ReshapeOp>(TypeRange(RankedTensorType::get({1}, element)),
                               inst.getOperand(number)));
  }
  if (sizes.empty())
    return importReshape(inst);
  Value shape = inst.create<ConcatenateOp>(
      RankedTensorType::get({static_cast<int64_t>(sizes.size())}, element),
      sizes, /*dimension=*/0);
  return inst.give<DynamicReshapeOp>(inst.getType(), inst.getOperand(0), shape);
}

//===----------------------------------------------------------------------===//
// Bitcast
//===----------------------------------------------------------------------===//

namespace {
/// Builds what a bitcast does to logical values.
class Bitcast {
public:
  explicit Bitcast(Instruction &inst) : inst(inst) {}
  LogicalResult run();

private:
  Value transpose(Value value, ArrayRef<int64_t> permutation) {
    if (llvm::is_sorted(permutation))
      return value;
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> sizes;
    for (int64_t dim : permutation)
      sizes.push_back(type.getDimSize(dim));
    return inst.create<TransposeOp>(
        RankedTensorType::get(sizes, type.getElementType()), value,
        permutation);
  }
  Value reshape(Value value, ArrayRef<int64_t> sizes) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getShape() == sizes)
      return value;
    return inst.create<ReshapeOp>(
        TypeRange(RankedTensorType::get(sizes, type.getElementType())), value);
  }
  Value convert(Value value, ArrayRef<int64_t> sizes, Type element);
  unsigned getBits(Type element) {
    if (auto complex = dyn_cast<ComplexType>(element))
      return 2 * complex.getElementType().getIntOrFloatBitWidth();
    return element.isInteger(1) ? 8 : element.getIntOrFloatBitWidth();
  }

  Instruction &inst;
};
} // namespace

/// The bits of `value`, whose elements lie in order, as another element type.
/// `sizes` is a shape for as many elements of that type.
Value Bitcast::convert(Value value, ArrayRef<int64_t> sizes, Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return reshape(value, sizes);
  unsigned from = getBits(type.getElementType()), to = getBits(element);
  SmallVector<int64_t> converted(type.getShape());
  if (from > to) {
    converted.push_back(from / to);
  } else if (from < to) {
    // The parts of an element become a dimension of their own.
    converted.assign(sizes.begin(), sizes.end());
    SmallVector<int64_t> parts(sizes);
    parts.push_back(to / from);
    value = reshape(value, parts);
  }
  value = inst.create<BitcastConvertOp>(
      RankedTensorType::get(converted, element), value);
  return reshape(value, sizes);
}

LogicalResult Bitcast::run() {
  RankedTensorType operand = inst.getOperandType(0), result = inst.getType();
  if (operand == result && isRowMajor(inst.getOperandShape(0)) &&
      isRowMajor(inst.proto.shape()))
    return inst.give(inst.getOperand(0));
  unsigned from = getBits(operand.getElementType());
  unsigned to = getBits(result.getElementType());
  if (!operand.hasStaticShape() || !result.hasStaticShape() ||
      operand.getNumElements() * from != result.getNumElements() * to ||
      std::max(from, to) % std::min(from, to) != 0)
    return inst.emitError()
           << "'bitcast' expects static shapes of one size in memory, but got "
           << toString(inst.getOperandShape(0)) << " and "
           << toString(inst.proto.shape());
  SmallVector<int64_t> order = getMajorToMinor(inst.proto.shape());
  SmallVector<int64_t> physical, inverse(order.size());
  for (auto [place, dim] : llvm::enumerate(order)) {
    physical.push_back(result.getDimSize(dim));
    inverse[dim] = place;
  }
  Value inMemory =
      transpose(inst.getOperand(0), getMajorToMinor(inst.getOperandShape(0)));
  return inst.give(
      transpose(convert(inMemory, physical, result.getElementType()), inverse));
}

static LogicalResult importBitcast(Instruction &inst) {
  return Bitcast(inst).run();
}

//===----------------------------------------------------------------------===//
// Moving elements
//===----------------------------------------------------------------------===//

static LogicalResult importTranspose(Instruction &inst) {
  return inst.give<TransposeOp>(inst.getType(), inst.getOperand(0),
                                toArray(inst.proto.dimensions()));
}

static LogicalResult importReverse(Instruction &inst) {
  return inst.give<ReverseOp>(inst.getType(), inst.getOperand(0),
                              toArray(inst.proto.dimensions()));
}

static LogicalResult importConcatenate(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  return inst.give<ConcatenateOp>(inst.getType(), inst.getAllLeaves(), *dim);
}

static LogicalResult importPad(Instruction &inst) {
  SmallVector<int64_t> low, high, interior;
  for (const auto &dim : inst.proto.padding_config().dimensions()) {
    low.push_back(dim.edge_padding_low());
    high.push_back(dim.edge_padding_high());
    interior.push_back(dim.interior_padding());
  }
  return inst.give<PadOp>(inst.getType(), inst.getOperand(0),
                          inst.getOperand(1), low, high, interior);
}

//===----------------------------------------------------------------------===//
// Made from shapes
//===----------------------------------------------------------------------===//

static LogicalResult importIota(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  RankedTensorType type = inst.getType();
  if (!type.getElementType().isInteger(1))
    return inst.give<IotaOp>(type, *dim);
  Value numbers =
      inst.create<IotaOp>(type.clone(inst.builder.getI32Type()), *dim);
  return inst.give<ConvertOp>(TypeRange(type), numbers);
}

static LogicalResult importGetDimensionSize(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  return inst.give<GetDimensionSizeOp>(inst.getType(), inst.getOperand(0),
                                       *dim);
}

static LogicalResult importSetDimensionSize(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  return inst.give<SetDimensionSizeOp>(inst.getType(), inst.getOperand(0),
                                       inst.getOperand(1), *dim);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addShape() {
  add({"bitcast"}, {importBitcast, 1, 1});
  add({"broadcast"}, {importBroadcast, 1, 1});
  add({"concatenate"}, {importConcatenate, 1});
  // Where values live is not ours to say, nor are layouts.
  add({"copy", "domain"},
      {importIdentity, 1, 1, /*takesArrays=*/false, /*givesArray=*/false});
  add({"dynamic-reshape"}, {importDynamicReshape, 1});
  add({"get-dimension-size"}, {importGetDimensionSize, 1, 1});
  add({"iota"}, {importIota, 0, 0});
  add({"pad"}, {importPad, 2, 2});
  add({"reshape"}, {importReshape, 1, 1});
  add({"reverse"}, {importReverse, 1, 1});
  add({"set-dimension-size"}, {importSetDimensionSize, 2, 2});
  add({"transpose"}, {importTranspose, 1, 1});
}
