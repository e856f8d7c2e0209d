//===- ImportPermute.cpp - Permutations between processes -----------------===//
//
// A permutation of whole arrays is one op per array. The other form writes
// parts of its inputs into parts of arrays that it is given: who gets nothing
// keeps what he has, where the op gives zeros, so that a flag goes along.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

static DenseIntElementsAttr getPairs(Instruction &inst, int64_t first,
                                     int64_t count) {
  SmallVector<SmallVector<int64_t>> rows;
  for (int64_t index = first; index < first + count; ++index) {
    const proto::SourceTarget &pair = inst.proto.source_target_pairs(index);
    rows.push_back({pair.source(), pair.target()});
  }
  return getRowsAttr(inst.builder, rows, /*minColumns=*/2);
}

namespace {
/// Builds the form that writes into parts. Operands are inputs, outputs, and
/// the scalars at which parts begin in both; either one part per array or, if
/// these are nested deeper, several, each with its share of the pairs.
class PartPermute {
public:
  explicit PartPermute(Instruction &inst) : inst(inst) {}
  LogicalResult run();

private:
  LogicalResult countParts();
  FailureOr<Value> permuteParts(int64_t array);
  Value permute(Value value, int64_t part) {
    int64_t share = inst.proto.source_target_pairs_size() / numParts;
    return inst.create<CollectivePermuteOp>(value.getType(), value,
                                            getPairs(inst, part * share, share),
                                            getChannel(inst));
  }
  InFlightDiagnostic error() {
    return inst.emitError()
           << "'" << inst.getOpcode()
           << "' expects inputs, outputs and the start of each part in both, "
              "but got "
           << toString(inst.getOperandShape(0)) << ", "
           << toString(inst.getOperandShape(1)) << ", "
           << toString(inst.getOperandShape(2)) << " and "
           << toString(inst.getOperandShape(3));
  }

  Instruction &inst;
  /// Of each array.
  int64_t numParts = 1;
  /// The next start and the next size to read.
  size_t nextStart = 0, nextSize = 0;
};
} // namespace

LogicalResult PartPermute::countParts() {
  const proto::ShapeProto *starts = &inst.getOperandShape(2);
  if (isTuple(inst.getOperandShape(0)) && isTuple(*starts) &&
      starts->tuple_shapes_size() != 0)
    starts = &starts->tuple_shapes(0);
  if (isTuple(*starts) && starts->tuple_shapes_size() != 0 &&
      isTuple(starts->tuple_shapes(0)))
    numParts = starts->tuple_shapes_size();
  if (inst.proto.source_target_pairs_size() % numParts == 0)
    return success();
  return inst.emitError() << "'" << inst.getOpcode()
                          << "' expects as many pairs for each of " << numParts
                          << " parts, but got "
                          << inst.proto.source_target_pairs_size();
}

FailureOr<Value> PartPermute::permuteParts(int64_t array) {
  Value input = inst.getLeaves(0)[array], output = inst.getLeaves(1)[array];
  auto type = dyn_cast<RankedTensorType>(input.getType());
  auto outputType = dyn_cast<RankedTensorType>(output.getType());
  if (!type || !outputType || type.getRank() != outputType.getRank())
    return error();
  size_t rank = type.getRank();
  ArrayRef<int64_t> allSizes = toArray(inst.proto.dynamic_slice_sizes());
  for (int64_t part = 0; part < numParts; ++part) {
    if (nextStart + rank > inst.getLeaves(2).size() ||
        nextStart + rank > inst.getLeaves(3).size() ||
        nextSize + rank > allSizes.size())
      return error();
    ArrayRef<int64_t> sizes = allSizes.slice(nextSize, rank);
    if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
      return error();
    ArrayRef<Value> from = ArrayRef(inst.getLeaves(2)).slice(nextStart, rank);
    ArrayRef<Value> to = ArrayRef(inst.getLeaves(3)).slice(nextStart, rank);
    nextStart += rank;
    nextSize += rank;
    Value data = inst.create<DynamicSliceOp>(
        RankedTensorType::get(sizes, type.getElementType()), input, from,
        sizes);
    auto flagType = RankedTensorType::get({}, inst.builder.getI1Type());
    Value flag =
        inst.create<ConstantOp>(DenseElementsAttr::get(flagType, true));
    Value arrived = permute(flag, part);
    Value updated = inst.create<DynamicUpdateSliceOp>(outputType, output,
                                                      permute(data, part), to);
    output = inst.create<SelectOp>(TypeRange(outputType),
                                   ValueRange{arrived, updated, output});
  }
  return output;
}

LogicalResult PartPermute::run() {
  size_t numArrays = inst.getLeaves(0).size();
  auto types = getResultTypes(inst, numArrays);
  if (failed(types) || failed(countParts()))
    return failure();
  if (inst.getLeaves(1).size() != numArrays ||
      types->second.size() != numArrays)
    return error();
  SmallVector<Value> values;
  for (size_t array = 0; array < numArrays; ++array) {
    FailureOr<Value> value = permuteParts(array);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return giveAmongFillers(inst, types->first, values);
}

static LogicalResult importCollectivePermute(Instruction &inst) {
  if (inst.proto.dynamic_slice_sizes_size() != 0 && inst.getNumOperands() == 4)
    return PartPermute(inst).run();
  Leaves operands = inst.getAllLeaves();
  auto types = getResultTypes(inst, operands.size());
  if (failed(types))
    return failure();
  if (types->second.size() != operands.size())
    return inst.emitError() << "'" << inst.getOpcode()
                            << "' expects a result per operand, but got "
                            << toString(inst.proto.shape());
  DenseIntElementsAttr pairs =
      getPairs(inst, 0, inst.proto.source_target_pairs_size());
  SmallVector<Value> values;
  for (auto [operand, type] : llvm::zip_equal(operands, types->second))
    values.push_back(inst.create<CollectivePermuteOp>(type, operand, pairs,
                                                      getChannel(inst)));
  return giveAmongFillers(inst, types->first, values);
}

void OpcodeTable::addPermute() {
  add({"collective-permute", "collective-permute-start"},
      {importCollectivePermute, 1, ~0u, /*takesArrays=*/false,
       /*givesArray=*/false});
}
