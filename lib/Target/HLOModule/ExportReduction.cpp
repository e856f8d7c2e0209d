//===- ExportReduction.cpp - Reductions and batch normalisation to HLO ----===//
//
// A combiner may work in a wider type than the inputs have. HLO has one type
// for both: inputs and initial values are converted first, which is exact.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

void hlo_export::fillWindow(const WindowAttributes &attributes,
                            proto::Window &window) {
  auto get = [](ArrayRef<int64_t> values, size_t dim, int64_t missing) {
    return values.empty() ? missing : values[dim];
  };
  SmallVector<int64_t> padding;
  if (attributes.padding)
    llvm::append_range(padding, attributes.padding.getValues<int64_t>());
  for (auto [dim, size] : llvm::enumerate(attributes.sizes)) {
    proto::WindowDimension &dimension = *window.add_dimensions();
    dimension.set_size(size);
    dimension.set_stride(get(attributes.strides, dim, 1));
    dimension.set_padding_low(get(padding, 2 * dim, 0));
    dimension.set_padding_high(get(padding, 2 * dim + 1, 0));
    dimension.set_base_dilation(get(attributes.baseDilations, dim, 1));
    dimension.set_window_dilation(get(attributes.windowDilations, dim, 1));
    dimension.set_window_reversal(!attributes.reversal.empty() &&
                                  attributes.reversal[dim]);
  }
}

/// The operands of a reduction in the types of its combiner.
static SmallVector<Instruction *>
getOperands(Computation &c, hlo::ReductionLikeOpInterface op) {
  SmallVector<Instruction *> operands;
  Block &combiner = op.getCombiner().front();
  for (OperandRange range : {op.getReductionInputs(), op.getReductionInits()})
    for (auto [value, argument] : llvm::zip(range, combiner.getArguments()))
      operands.push_back(
          c.createConvert(op.getLoc(), c.get(value), argument.getType()));
  return operands;
}

static Instruction *createReduction(Computation &c,
                                    hlo::ReductionLikeOpInterface op,
                                    StringRef opcode) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getCombiner(), RegionForm::Flat);
  if (failed(computation))
    return nullptr;
  Instruction *inst = c.createOp(op, opcode, getOperands(c, op));
  inst->add_called_computation_ids(*computation);
  return inst;
}

static LogicalResult exportReduce(Computation &c, hlo::ReduceOp op) {
  Instruction *inst = createReduction(c, op, "reduce");
  if (!inst)
    return failure();
  append(op.getDimensions(), inst->mutable_dimensions());
  return success();
}

static LogicalResult exportReduceWindow(Computation &c,
                                        hlo::ReduceWindowOp op) {
  Instruction *inst = createReduction(c, op, "reduce-window");
  if (!inst)
    return failure();
  fillWindow({toList(op.getWindowDimensions()),
              toList(op.getWindowStrides()),
              toList(op.getBaseDilations()),
              toList(op.getWindowDilations()),
              op.getPaddingAttr(),
              {}},
             *inst->mutable_window());
  return success();
}

static LogicalResult exportSelectAndScatter(Computation &c,
                                            hlo::SelectAndScatterOp op) {
  FailureOr<int64_t> select =
      c.getModule().exportRegion(op.getSelect(), RegionForm::Flat);
  if (failed(select))
    return failure();
  FailureOr<int64_t> scatter =
      c.getModule().exportRegion(op.getScatter(), RegionForm::Flat);
  if (failed(scatter))
    return failure();
  Location loc = op.getLoc();
  Block &combiner = op.getScatter().front();
  Type type = combiner.getArgument(0).getType();
  Instruction *inst =
      c.createOp(op, "select-and-scatter",
                 {c.get(op.getOperand()),
                  c.createConvert(loc, c.get(op.getSource()), type),
                  c.createConvert(loc, c.get(op.getInitValue()), type)});
  inst->add_called_computation_ids(*select);
  inst->add_called_computation_ids(*scatter);
  SmallVector<int64_t> sizes = toList(op.getWindowDimensions());
  if (sizes.empty())
    sizes.assign(cast<RankedTensorType>(op.getOperand().getType()).getRank(),
                 1);
  fillWindow(
      {sizes, toList(op.getWindowStrides()), {}, {}, op.getPaddingAttr(), {}},
      *inst->mutable_window());
  return success();
}

template <typename OpT>
static LogicalResult exportBatchNorm(Computation &c, OpT op, StringRef opcode) {
  Instruction *inst = c.createOp(op, opcode);
  inst->set_epsilon(op.getEpsilon().convertToFloat());
  inst->set_feature_index(op.getFeatureIndex());
  return success();
}

FamilyResult hlo_export::exportReduction(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::ReduceOp op) { return exportReduce(c, op); })
      .Case([&](hlo::ReduceWindowOp op) { return exportReduceWindow(c, op); })
      .Case([&](hlo::SelectAndScatterOp op) {
        return exportSelectAndScatter(c, op);
      })
      .Case([&](hlo::BatchNormInferenceOp op) {
        return exportBatchNorm(c, op, "batch-norm-inference");
      })
      .Case([&](hlo::BatchNormTrainingOp op) {
        return exportBatchNorm(c, op, "batch-norm-training");
      })
      .Case([&](hlo::BatchNormGradOp op) {
        return exportBatchNorm(c, op, "batch-norm-grad");
      })
      .Default([](Operation *) { return std::nullopt; });
}
