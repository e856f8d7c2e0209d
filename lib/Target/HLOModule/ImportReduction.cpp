//===- ImportReduction.cpp - Reductions -----------------------------------===//
//
// Reductions take their inputs, then their initial values. Where a computation
// accumulates in another type than the inputs have, hlo says so in the region's
// types.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// Checks that half of the operands may be initial values.
static LogicalResult checkPairs(Instruction &inst) {
  if (inst.getNumOperands() % 2 == 0)
    return success();
  return inst.emitError() << "'" << inst.getOpcode()
                          << "' expects as many initial values as inputs, but "
                             "got "
                          << inst.getNumOperands() << " operands";
}

/// Inputs and initial values with the element types of the results: XLA lets
/// narrow floats meet wide ones.
static SmallVector<Value> getConverted(Instruction &inst) {
  SmallVector<Value> values;
  unsigned half = inst.getNumOperands() / 2;
  for (unsigned number = 0; number < 2 * half; ++number) {
    Value value = inst.getOperand(number);
    RankedTensorType type = inst.getOperandType(number);
    if (number % half < inst.types.size())
      if (auto result = dyn_cast<RankedTensorType>(inst.types[number % half]))
        if (isFloatElement(type.getElementType()) &&
            isFloatElement(result.getElementType()) &&
            type.getElementType() != result.getElementType())
          value = inst.create<ConvertOp>(
              TypeRange(type.clone(result.getElementType())), value);
    values.push_back(value);
  }
  return values;
}

static LogicalResult importReduce(Instruction &inst) {
  if (failed(checkPairs(inst)))
    return failure();
  SmallVector<Value> values = getConverted(inst);
  ArrayRef<Value> all = values;
  size_t half = all.size() / 2;
  auto op = inst.create<ReduceOp>(TypeRange(inst.types), all.take_front(half),
                                  all.drop_front(half),
                                  toArray(inst.proto.dimensions()));
  if (failed(inst.buildRegion(op.getBody(), 0)))
    return failure();
  return inst.give(op->getResults());
}

static LogicalResult importReduceWindow(Instruction &inst) {
  WindowLists window(inst.proto.window());
  if (failed(checkPairs(inst)))
    return failure();
  if (window.isReversed)
    return inst.emitError() << "'reduce-window' expects a window that is not "
                               "reversed";
  SmallVector<Value> values = getConverted(inst);
  ArrayRef<Value> all = values;
  size_t half = all.size() / 2;
  OpBuilder &builder = inst.builder;
  auto op = inst.create<ReduceWindowOp>(
      TypeRange(inst.types), all.take_front(half), all.drop_front(half),
      builder.getDenseI64ArrayAttr(window.sizes),
      builder.getDenseI64ArrayAttr(window.strides),
      builder.getDenseI64ArrayAttr(window.baseDilations),
      builder.getDenseI64ArrayAttr(window.windowDilations),
      window.getPaddingAttr(builder));
  if (failed(inst.buildRegion(op.getBody(), 0)))
    return failure();
  return inst.give(op->getResults());
}

static LogicalResult importSelectAndScatter(Instruction &inst) {
  WindowLists window(inst.proto.window());
  auto isOne = [](int64_t dilation) { return dilation == 1; };
  if (window.isReversed || !llvm::all_of(window.baseDilations, isOne) ||
      !llvm::all_of(window.windowDilations, isOne))
    return inst.emitError() << "'select-and-scatter' expects a window without "
                               "dilation and reversal";
  OpBuilder &builder = inst.builder;
  auto op = inst.create<SelectAndScatterOp>(
      inst.getType(), inst.getOperand(0), inst.getOperand(1),
      inst.getOperand(2), builder.getDenseI64ArrayAttr(window.sizes),
      builder.getDenseI64ArrayAttr(window.strides),
      window.getPaddingAttr(builder));
  if (failed(inst.buildRegion(op.getSelect(), 0)) ||
      failed(inst.buildRegion(op.getScatter(), 1)))
    return failure();
  return inst.give(op->getResults());
}

static LogicalResult importMap(Instruction &inst) {
  // It always covers all dimensions.
  auto dims = llvm::to_vector(llvm::seq<int64_t>(inst.getType().getRank()));
  auto op = inst.create<MapOp>(inst.getType(), inst.getAllLeaves(), dims);
  if (failed(inst.buildRegion(op.getComputation(), 0)))
    return failure();
  return inst.give(op->getResults());
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

template <typename Op> static LogicalResult importBatchNorm(Instruction &inst) {
  SmallVector<NamedAttribute> attributes = {
      inst.builder.getNamedAttr(
          "epsilon", inst.builder.getF32FloatAttr(inst.proto.epsilon())),
      inst.builder.getNamedAttr(
          "feature_index",
          inst.builder.getI64IntegerAttr(inst.proto.feature_index()))};
  unsigned wanted = std::is_same_v<Op, BatchNormInferenceOp> ? 1 : 3;
  if (inst.types.size() != wanted)
    return inst.emitError()
           << "'" << inst.getOpcode() << "' expects to give " << wanted
           << " arrays, but got " << toString(inst.proto.shape());
  return inst.give<Op>(TypeRange(inst.types), inst.getAllLeaves(), attributes);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addReduction() {
  constexpr unsigned any = ~0u;
  add({"batch-norm-grad"}, {importBatchNorm<BatchNormGradOp>, 5, 5, true,
                            /*givesArray=*/false});
  add({"batch-norm-inference"}, {importBatchNorm<BatchNormInferenceOp>, 5, 5});
  add({"batch-norm-training"},
      {importBatchNorm<BatchNormTrainingOp>, 3, 3, true, /*givesArray=*/false});
  add({"map"}, {importMap, 1, any, true, true, /*minCallees=*/1});
  add({"reduce"}, {importReduce, 2, any, true, /*givesArray=*/false,
                   /*minCallees=*/1});
  add({"reduce-window"}, {importReduceWindow, 2, any, true,
                          /*givesArray=*/false, /*minCallees=*/1});
  add({"select-and-scatter"},
      {importSelectAndScatter, 3, 3, true, true, /*minCallees=*/2});
}
