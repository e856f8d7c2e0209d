//===- ExportIndexing.cpp - Ops that read or write by index to HLO --------===//
//
// One instruction each.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

static LogicalResult exportSlice(Computation &c, hlo::SliceOp op) {
  Instruction *inst = c.createOp(op, "slice");
  for (auto [start, limit, stride] :
       llvm::zip(op.getStartIndices(), op.getLimitIndices(), op.getStrides())) {
    proto::SliceDimensions &range = *inst->add_slice_dimensions();
    range.set_start(start);
    range.set_limit(limit);
    range.set_stride(stride);
  }
  return success();
}

static LogicalResult exportGather(Computation &c, hlo::GatherOp op) {
  Instruction *inst = c.createOp(op, "gather");
  hlo::GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  proto::GatherDimensionNumbers &dims =
      *inst->mutable_gather_dimension_numbers();
  append(numbers.getOffsetDims(), dims.mutable_offset_dims());
  append(numbers.getCollapsedSliceDims(), dims.mutable_collapsed_slice_dims());
  append(numbers.getStartIndexMap(), dims.mutable_start_index_map());
  append(numbers.getOperandBatchingDims(),
         dims.mutable_operand_batching_dims());
  append(numbers.getStartIndicesBatchingDims(),
         dims.mutable_start_indices_batching_dims());
  dims.set_index_vector_dim(numbers.getIndexVectorDim());
  append(op.getSliceSizes(), inst->mutable_gather_slice_sizes());
  inst->set_indices_are_sorted(op.getIndicesAreSorted());
  return success();
}

static LogicalResult exportScatter(Computation &c, hlo::ScatterOp op) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getUpdateComputation(), RegionForm::Flat);
  if (failed(computation))
    return failure();
  // HLO has one type for what the computation combines and the operands.
  SmallVector<Instruction *> operands;
  Block &combiner = op.getUpdateComputation().front();
  auto addAll = [&](OperandRange values) {
    for (auto [value, argument] : llvm::zip(values, combiner.getArguments()))
      operands.push_back(
          c.createConvert(op.getLoc(), c.get(value), argument.getType()));
  };
  addAll(op.getInputs());
  operands.push_back(c.get(op.getScatterIndices()));
  addAll(op.getUpdates());
  Instruction *inst = c.createOp(op, "scatter", operands);
  hlo::ScatterDimensionNumbersAttr numbers = op.getScatterDimensionNumbers();
  proto::ScatterDimensionNumbers &dims =
      *inst->mutable_scatter_dimension_numbers();
  append(numbers.getUpdateWindowDims(), dims.mutable_update_window_dims());
  append(numbers.getInsertedWindowDims(), dims.mutable_inserted_window_dims());
  append(numbers.getScatterDimsToOperandDims(),
         dims.mutable_scatter_dims_to_operand_dims());
  append(numbers.getInputBatchingDims(), dims.mutable_input_batching_dims());
  append(numbers.getScatterIndicesBatchingDims(),
         dims.mutable_scatter_indices_batching_dims());
  dims.set_index_vector_dim(numbers.getIndexVectorDim());
  inst->set_indices_are_sorted(op.getIndicesAreSorted());
  inst->set_unique_indices(op.getUniqueIndices());
  inst->add_called_computation_ids(*computation);
  return success();
}

static LogicalResult exportSort(Computation &c, hlo::SortOp op) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getComparator(), RegionForm::Flat);
  if (failed(computation))
    return failure();
  Instruction *inst = c.createOp(op, "sort");
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  int64_t dimension = static_cast<int64_t>(op.getDimension());
  inst->add_dimensions(dimension < 0 ? dimension + type.getRank() : dimension);
  inst->set_is_stable(op.getIsStable());
  inst->add_called_computation_ids(*computation);
  return success();
}

FamilyResult hlo_export::exportIndexing(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::SliceOp op) { return exportSlice(c, op); })
      .Case([&](hlo::DynamicSliceOp op) {
        append(op.getSliceSizes(),
               c.createOp(op, "dynamic-slice")->mutable_dynamic_slice_sizes());
        return success();
      })
      .Case([&](hlo::DynamicUpdateSliceOp op) {
        c.createOp(op, "dynamic-update-slice");
        return success();
      })
      .Case([&](hlo::GatherOp op) { return exportGather(c, op); })
      .Case([&](hlo::ScatterOp op) { return exportScatter(c, op); })
      .Case([&](hlo::SortOp op) { return exportSort(c, op); })
      .Case([&](chlo::TopKOp op) {
        Instruction *inst = c.createOp(op, "topk");
        inst->set_k(op.getK());
        inst->set_largest(true);
        return success();
      })
      .Default([](Operation *) { return std::nullopt; });
}
