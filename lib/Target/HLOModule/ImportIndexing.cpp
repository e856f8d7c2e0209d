//===- ImportIndexing.cpp - Opcodes that read or write by index -----------===//
//
// Slices, gathers and scatters have ops of the same form. Start indices were
// one vector once; they are scalars here.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static LogicalResult importSlice(Instruction &inst) {
  SmallVector<int64_t> starts, limits, strides;
  for (const proto::SliceDimensions &dim : inst.proto.slice_dimensions()) {
    starts.push_back(dim.start());
    limits.push_back(dim.limit());
    strides.push_back(dim.stride());
  }
  return inst.give<SliceOp>(inst.getType(), inst.getOperand(0), starts, limits,
                            strides);
}

/// The start indices: operands from `first` on, or the elements of the one
/// vector there.
static FailureOr<SmallVector<Value>> getStarts(Instruction &inst,
                                               unsigned first) {
  SmallVector<Value> starts;
  bool isVector = inst.getNumOperands() == first + 1 &&
                  inst.getOperandType(first).getRank() == 1;
  if (!isVector) {
    llvm::append_range(starts, inst.getAllLeaves(first));
    return starts;
  }
  RankedTensorType type = inst.getOperandType(first);
  int64_t rank = inst.getOperandType(0).getRank();
  if (type.getDimSize(0) != rank)
    return inst.emitError() << "'" << inst.getOpcode() << "' expects " << rank
                            << " start indices, but got "
                            << toString(inst.getOperandShape(first));
  Type element = type.getElementType();
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<int64_t> start = {dim}, limit = {dim + 1}, stride = {1};
    Value index =
        inst.create<SliceOp>(RankedTensorType::get({1}, element),
                             inst.getOperand(first), start, limit, stride);
    starts.push_back(inst.create<ReshapeOp>(
        TypeRange(RankedTensorType::get({}, element)), index));
  }
  return starts;
}

static LogicalResult importDynamicSlice(Instruction &inst) {
  FailureOr<SmallVector<Value>> starts = getStarts(inst, 1);
  if (failed(starts))
    return failure();
  ArrayRef<int64_t> sizes = toArray(inst.proto.dynamic_slice_sizes());
  return inst.give<DynamicSliceOp>(inst.getType(), inst.getOperand(0), *starts,
                                   sizes);
}

static LogicalResult importDynamicUpdateSlice(Instruction &inst) {
  FailureOr<SmallVector<Value>> starts = getStarts(inst, 2);
  if (failed(starts))
    return failure();
  return inst.give<DynamicUpdateSliceOp>(inst.getType(), inst.getOperand(0),
                                         inst.getOperand(1), *starts);
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

static LogicalResult importGather(Instruction &inst) {
  const proto::GatherDimensionNumbers &dims =
      inst.proto.gather_dimension_numbers();
  auto numbers = GatherDimensionNumbersAttr::get(
      inst.getContext(), toArray(dims.offset_dims()),
      toArray(dims.collapsed_slice_dims()),
      toArray(dims.operand_batching_dims()),
      toArray(dims.start_indices_batching_dims()),
      toArray(dims.start_index_map()), dims.index_vector_dim());
  return inst.give<GatherOp>(
      inst.getType(), inst.getOperand(0), inst.getOperand(1), numbers,
      inst.builder.getDenseI64ArrayAttr(
          toArray(inst.proto.gather_slice_sizes())),
      inst.builder.getBoolAttr(inst.proto.indices_are_sorted()));
}

static LogicalResult importScatter(Instruction &inst) {
  unsigned count = inst.getNumOperands();
  if (count % 2 == 0)
    return inst.emitError()
           << "'scatter' expects inputs, indices and as many updates as "
              "inputs, but got "
           << count << " operands";
  const proto::ScatterDimensionNumbers &dims =
      inst.proto.scatter_dimension_numbers();
  auto numbers = ScatterDimensionNumbersAttr::get(
      inst.getContext(), toArray(dims.update_window_dims()),
      toArray(dims.inserted_window_dims()), toArray(dims.input_batching_dims()),
      toArray(dims.scatter_indices_batching_dims()),
      toArray(dims.scatter_dims_to_operand_dims()), dims.index_vector_dim());
  unsigned half = count / 2;
  auto op = inst.create<ScatterOp>(
      TypeRange(inst.types), inst.getAllLeaves(0, half), inst.getOperand(half),
      inst.getAllLeaves(half + 1), numbers,
      inst.builder.getBoolAttr(inst.proto.indices_are_sorted()),
      inst.builder.getBoolAttr(inst.proto.unique_indices()));
  if (failed(inst.buildRegion(op.getUpdateComputation(), 0)))
    return failure();
  return inst.give(op->getResults());
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

static LogicalResult importSort(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  auto op =
      inst.create<SortOp>(TypeRange(inst.types), inst.getAllLeaves(),
                          inst.builder.getI64IntegerAttr(*dim),
                          inst.builder.getBoolAttr(inst.proto.is_stable()));
  if (failed(inst.buildRegion(op.getComparator(), 0)))
    return failure();
  return inst.give(op->getResults());
}

/// The first k of each row in ascending order, and where they come from.
static LogicalResult giveSmallest(Instruction &inst, RankedTensorType indices) {
  OpBuilder &builder = inst.builder;
  RankedTensorType type = inst.getOperandType(0);
  RankedTensorType all = type.clone(indices.getElementType());
  int64_t last = type.getRank() - 1;
  Value positions = inst.create<IotaOp>(all, last);
  auto sort = inst.create<SortOp>(
      TypeRange{type, all}, ValueRange{inst.getOperand(0), positions},
      builder.getI64IntegerAttr(last), builder.getBoolAttr(true));
  {
    OpBuilder::InsertionGuard guard(builder);
    auto value = RankedTensorType::get({}, type.getElementType());
    auto index = RankedTensorType::get({}, indices.getElementType());
    SmallVector<Location> locs(4, inst.loc);
    Block *block = builder.createBlock(&sort.getComparator(), {},
                                       {value, value, index, index}, locs);
    ComparisonTypeAttr order;
    if (isFloatElement(type.getElementType()))
      order = ComparisonTypeAttr::get(inst.getContext(),
                                      ComparisonType::TOTALORDER);
    Value less =
        inst.create<CompareOp>(value.clone(builder.getI1Type()),
                               block->getArgument(0), block->getArgument(1),
                               ComparisonDirectionAttr::get(
                                   inst.getContext(), ComparisonDirection::LT),
                               order);
    inst.create<ReturnOp>(less);
  }
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<int64_t> limits(type.getShape());
  limits[last] = inst.proto.k();
  for (auto [sorted, result] : llvm::zip_equal(sort.getResults(), inst.types))
    inst.results.push_back(
        inst.create<SliceOp>(result, sorted, starts, limits, strides));
  return success();
}

static LogicalResult importTopK(Instruction &inst) {
  RankedTensorType type = inst.getOperandType(0);
  if (inst.types.size() != 2 || type.getRank() == 0 || !type.hasStaticShape() ||
      inst.proto.k() < 0 || inst.proto.k() > type.getShape().back())
    return inst.emitError()
           << "'topk' expects k elements of the last of some static "
              "dimensions, and gives them and their indices, but got k = "
           << inst.proto.k() << " of " << toString(inst.getOperandShape(0))
           << " for " << toString(inst.proto.shape());
  auto indices = dyn_cast<RankedTensorType>(inst.types[1]);
  if (!indices || !isIntElement(indices.getElementType()))
    return inst.emitError() << "'topk' expects to give indices, but got "
                            << toString(inst.proto.shape());
  if (!inst.proto.largest())
    return giveSmallest(inst, indices);
  return inst.give<chlo::TopKOp>(inst.types[0], inst.types[1],
                                 inst.getOperand(0),
                                 inst.builder.getI64IntegerAttr(inst.proto.k()),
                                 inst.builder.getBoolAttr(true));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addIndexing() {
  constexpr unsigned any = ~0u;
  add({"dynamic-slice"}, {importDynamicSlice, 1});
  add({"dynamic-update-slice"}, {importDynamicUpdateSlice, 2});
  add({"gather"}, {importGather, 2, 2});
  add({"scatter"}, {importScatter, 3, any, true, /*givesArray=*/false,
                    /*minCallees=*/1});
  add({"slice"}, {importSlice, 1, 1});
  add({"sort"}, {importSort, 1, any, true, /*givesArray=*/false,
                 /*minCallees=*/1});
  add({"topk"}, {importTopK, 1, 1, true, /*givesArray=*/false});
}
