//===- DynamicCalls.cpp - Custom calls that take shapes -------------------===//
//
// Types, operands and static forms of the calls `stablehlo.dynamic_*`, and the
// types of calls that say which operands hold their results' shapes. Calls of
// another form than JAX emits are left alone.
//
//===----------------------------------------------------------------------===//

#include "DynamicCalls.h"
#include "RefineTypes.h"
#include "ShapeConstants.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/FunctionNames.h"
#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace xla::hlo;

using Types = SmallVectorImpl<Type>;

//===----------------------------------------------------------------------===//
// Reading calls
//===----------------------------------------------------------------------===//

namespace {
/// `dynamic_reduce_window(inputs, init values, window dimensions, strides, base
/// dilations, window dilations, padding)`, its lists constant.
struct DynamicWindow {
  ValueRange inputs, initValues;
  SmallVector<int64_t> dimensions, strides, baseDilations, windowDilations;
  DenseIntElementsAttr padding;

  static std::optional<DynamicWindow> get(CustomCallOp op);
};
} // namespace

static bool isCall(CustomCallOp op, StringRef name) {
  StringRef target = op.getCallTargetName();
  return target.consume_front("stablehlo.dynamic_") && target == name;
}

/// How many operands at the end of a `dynamic_reduce_window` hold lists; 0 if
/// the call has another form.
static unsigned getNumWindowLists(CustomCallOp op) {
  constexpr unsigned count = 5;
  bool fits = isCall(op, "reduce_window") && op.getNumResults() > 0 &&
              op.getNumOperands() == 2 * op.getNumResults() + count;
  return fits ? count : 0;
}

std::optional<DynamicWindow> DynamicWindow::get(CustomCallOp op) {
  unsigned numLists = getNumWindowLists(op), n = op.getNumResults();
  if (!numLists)
    return std::nullopt;
  DynamicWindow window;
  ValueRange operands = op.getInputs();
  window.inputs = operands.take_front(n);
  window.initValues = operands.slice(n, n);
  SmallVector<int64_t> *lists[] = {&window.dimensions, &window.strides,
                                   &window.baseDilations,
                                   &window.windowDilations};
  size_t rank = getTensorType(operands.front()).getRank();
  for (auto [list, operand] : llvm::zip(lists, operands.drop_front(2 * n))) {
    auto values = getConstantInts(operand);
    if (!values || values->size() != rank)
      return std::nullopt;
    *list = *values;
  }
  auto padding = getConstantInts(operands.back());
  if (!padding || padding->size() != 2 * rank)
    return std::nullopt;
  auto type = RankedTensorType::get({static_cast<int64_t>(rank), 2},
                                    IntegerType::get(op.getContext(), 64));
  window.padding = DenseIntElementsAttr::get(type, *padding);
  return window;
}

/// `dynamic_rng_bit_generator(state, shape)`.
static bool isDynamicRng(CustomCallOp op) {
  return isCall(op, "rng_bit_generator") && op.getNumOperands() == 2 &&
         op.getNumResults() == 2;
}

/// `dynamic_top_k(operand, k)` and `dynamic_approx_top_k`.
static bool isDynamicTopK(CustomCallOp op) {
  return (isCall(op, "top_k") || isCall(op, "approx_top_k")) &&
         op.getNumOperands() >= 2 && op.getNumResults() == 2;
}

/// Calls whose result has its operand's shape: annotations and functions.
static bool keepsShape(CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  StringRef function = target;
  bool isFunction =
      function.consume_front("mhlo.") && isUnaryFunction(function);
  return (isAnnotationTarget(target) || isFunction) &&
         op.getNumOperands() == 1 && op.getNumResults() == 1;
}

/// The operands that `indices_of_shape_operands` names, one for each result;
/// results may share one.
static SmallVector<int64_t> getShapeOperandIndices(CustomCallOp op) {
  auto attr =
      op->getAttrOfType<DenseIntElementsAttr>("indices_of_shape_operands");
  SmallVector<int64_t> indices;
  if (!attr || attr.getNumElements() != op.getNumResults())
    return indices;
  for (const APInt &index : attr.getValues<APInt>())
    if (index.uge(op.getNumOperands()))
      return {};
    else
      indices.push_back(index.getSExtValue());
  return indices;
}

SmallVector<OpOperand *> xla::hlo::getDynamicCallOperands(CustomCallOp op) {
  SmallVector<OpOperand *> operands;
  unsigned first = op.getNumOperands() - getNumWindowLists(op);
  if (isDynamicRng(op) || isDynamicTopK(op))
    first = 1;
  for (OpOperand &operand : op->getOpOperands().drop_front(first))
    operands.push_back(&operand);
  for (int64_t index : getShapeOperandIndices(op))
    operands.push_back(&op->getOpOperand(index));
  return operands;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type withShape(Type type, ArrayRef<int64_t> shape) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != static_cast<int64_t>(shape.size()) ||
      llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return type;
  return RankedTensorType::get(shape, tensor.getElementType());
}

static LogicalResult inferWindow(CustomCallOp op, const DynamicWindow &window,
                                 Types &types) {
  for (auto [input, type] : llvm::zip_equal(window.inputs, types)) {
    BoundedShape shape;
    if (failed(inferWindowedShape(
            op.getLoc(), BoundedShape(getTensorType(input)), window.dimensions,
            ArrayRef<int64_t>(window.strides),
            ArrayRef<int64_t>(window.baseDilations),
            ArrayRef<int64_t>(window.windowDilations), window.padding, shape)))
      return failure();
    type = shape.getType(cast<RankedTensorType>(type).getElementType());
  }
  return success();
}

LogicalResult xla::hlo::inferDynamicCall(CustomCallOp op, Types &types) {
  if (auto window = DynamicWindow::get(op))
    return inferWindow(op, *window, types);
  if (isDynamicRng(op)) {
    if (auto shape = getConstantInts(op.getInputs()[1]))
      types[1] = withShape(types[1], *shape);
  } else if (isDynamicTopK(op)) {
    auto k = getConstantInts(op.getInputs()[1]);
    SmallVector<int64_t> shape(getTensorType(op.getInputs()[0]).getShape());
    if (k && k->size() == 1 && !shape.empty()) {
      shape.back() = k->front();
      for (Type &type : types)
        type = withShape(type, shape);
    }
  } else if (keepsShape(op)) {
    if (auto operand = dyn_cast<RankedTensorType>(op.getInputs()[0].getType()))
      if (operand.hasStaticShape())
        types[0] = withShape(types[0], operand.getShape());
  }
  for (auto [type, index] : llvm::zip(types, getShapeOperandIndices(op)))
    if (auto shape = getConstantInts(op.getInputs()[index]))
      type = withShape(type, *shape);
  return success();
}

//===----------------------------------------------------------------------===//
// Static forms
//===----------------------------------------------------------------------===//

namespace {
// Pattern: custom_call @stablehlo.dynamic_reduce_window -> reduce_window
struct MakeReduceWindowStatic : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    auto window = DynamicWindow::get(op);
    ArrayAttr computations = op.getCalledComputations();
    if (!window || llvm::any_of(op->getResultTypes(), isDynamicType) ||
        computations.size() != 1)
      return rewriter.notifyMatchFailure(op, "expected a constant window");
    auto reducer = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, cast<FlatSymbolRefAttr>(computations[0]));
    if (!reducer || !reducer.getBody().hasOneBlock())
      return rewriter.notifyMatchFailure(op, "expected a reducer");
    auto list = [&](ArrayRef<int64_t> values) {
      return rewriter.getDenseI64ArrayAttr(values);
    };
    auto reduce = ReduceWindowOp::create(
        rewriter, op.getLoc(), op->getResultTypes(), window->inputs,
        window->initValues, list(window->dimensions), list(window->strides),
        list(window->baseDilations), list(window->windowDilations),
        window->padding);
    rewriter.cloneRegionBefore(reducer.getBody(), reduce.getBody(),
                               reduce.getBody().end());
    Operation *terminator = reduce.getBody().front().getTerminator();
    rewriter.setInsertionPoint(terminator);
    rewriter.replaceOpWithNewOp<ReturnOp>(terminator,
                                          terminator->getOperands());
    rewriter.replaceOp(op, reduce);
    return success();
  }
};

// Pattern: custom_call @stablehlo.dynamic_rng_bit_generator(X, S) ->
//          rng_bit_generator(X)
struct MakeRngStatic : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    auto algorithm = op->getAttrOfType<RngAlgorithmAttr>("rng_algorithm");
    if (!isDynamicRng(op) || !algorithm ||
        llvm::any_of(op->getResultTypes(), isDynamicType))
      return rewriter.notifyMatchFailure(op, "expected a generator of bits");
    rewriter.replaceOpWithNewOp<RngBitGeneratorOp>(
        op, op.getResultTypes(), op.getInputs()[0], algorithm);
    return success();
  }
};

// Pattern: a call with operands that only hold the shapes of its results, which
//          are static -> the call without them
struct DropShapeOperands : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> dropped = getShapeOperandIndices(op);
    if (dropped.empty() || llvm::any_of(op->getResultTypes(), isDynamicType))
      return rewriter.notifyMatchFailure(op, "expected shape operands");
    llvm::sort(dropped);
    dropped.erase(llvm::unique(dropped), dropped.end());
    SmallVector<Value> inputs;
    SmallVector<Attribute> layouts;
    for (auto [index, input] : llvm::enumerate(op.getInputs())) {
      if (llvm::is_contained(dropped, static_cast<int64_t>(index)))
        continue;
      inputs.push_back(input);
      if (auto all = op.getOperandLayouts())
        layouts.push_back((*all)[index]);
    }
    SmallVector<Attribute> aliases;
    for (auto alias :
         op.getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>()) {
      int64_t operand = alias.getOperandIndex();
      if (llvm::is_contained(dropped, operand))
        return rewriter.notifyMatchFailure(
            op, "expected no result in the buffer of a shape operand");
      int64_t before = llvm::count_if(
          dropped, [&](int64_t index) { return index < operand; });
      aliases.push_back(OutputOperandAliasAttr::get(
          op.getContext(), alias.getOutputTupleIndices(), operand - before,
          alias.getOperandTupleIndices()));
    }
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperands(inputs);
      op->removeAttr("indices_of_shape_operands");
      op.setOutputOperandAliasesAttr(rewriter.getArrayAttr(aliases));
      if (op.getOperandLayouts())
        op.setOperandLayoutsAttr(rewriter.getArrayAttr(layouts));
    });
    return success();
  }
};
} // namespace

void xla::hlo::populateDynamicCallPatterns(RewritePatternSet &patterns) {
  patterns.add<DropShapeOperands, MakeReduceWindowStatic, MakeRngStatic>(
      patterns.getContext());
}
