//===- CustomCallOps.cpp - Custom calls that stand for ops ----------------===//
//
// A call becomes a function of the ops it stands for, on the shapes that it is
// called with; the function is verified, evaluated and thrown away. How many
// operands and results a target has is checked in front of all handlers.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "DetachedFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/FunctionNames.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// The numbers in operand `i`; a diagnostic if they are no integers.
static FailureOr<SmallVector<int64_t>> getNumbers(OpContext &context,
                                                  unsigned i) {
  SmallVector<int64_t> numbers;
  const Tensor &tensor = context.getTensor(i);
  if (!context.operands[i].isTensor() || isFloat(tensor.getKind()) ||
      isComplex(tensor.getKind()))
    return context.error() << "expects integers as operand " << i
                           << ", but got "
                           << context.getOp()->getOperand(i).getType();
  for (int64_t k = 0, e = tensor.getNumElements(); k < e; ++k)
    numbers.push_back(tensor.getInteger(k));
  return numbers;
}

/// The one number in operand `i`; a diagnostic if there is none or more.
static FailureOr<int64_t> getNumber(OpContext &context, unsigned i) {
  FailureOr<SmallVector<int64_t>> numbers = getNumbers(context, i);
  if (failed(numbers))
    return failure();
  if (numbers->size() != 1)
    return context.error() << "expects one integer as operand " << i
                           << ", but got " << numbers->size();
  return numbers->front();
}

static Type getResultElementType(hlo::CustomCallOp op, unsigned i) {
  return cast<RankedTensorType>(op->getResult(i).getType()).getElementType();
}

/// Clones the body of the function that `op` names into `region`; fails after
/// an error if there is none.
static LogicalResult cloneComputation(hlo::CustomCallOp op,
                                      DetachedFunction &body, Region &region) {
  auto symbol = op.getCalledComputations().empty()
                    ? FlatSymbolRefAttr()
                    : cast<FlatSymbolRefAttr>(op.getCalledComputations()[0]);
  auto callee =
      symbol ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, symbol)
             : func::FuncOp();
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return body.context.error() << "expects called_computations to name a "
                                   "function with a body";
  hlo::cloneComputation(body.builder, callee, region);
  return success();
}

/// Fails after an error unless the op has so many operands and results, all of
/// them tensors.
static LogicalResult checkForm(OpContext &context, size_t numOperands,
                               size_t numResults) {
  Operation *op = context.getOp();
  if (op->getNumOperands() != numOperands || op->getNumResults() != numResults)
    return context.error() << "expects " << numOperands << " operands and "
                           << numResults << " results, but got "
                           << op->getNumOperands() << " and "
                           << op->getNumResults();
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                                llvm::to_vector(op->getResultTypes())))
    if (!isa<RankedTensorType>(type))
      return context.error()
             << "expects tensors as operands and results, but got " << type;
  return success();
}

/// The chlo function `name` of the operand.
static LogicalResult evaluateFunction(OpContext &context, const Twine &name) {
  DetachedFunction body(context);
  OperationState state(body.loc, ("chlo." + name).str(), body.getArguments(),
                       TypeRange(body.getType(0)));
  return body.evaluate(body.builder.create(state)->getResults());
}

/// custom_call @mhlo.erf and the like.
static LogicalResult evaluateFunctionCall(hlo::CustomCallOp op,
                                          OpContext &context) {
  return evaluateFunction(context, op.getCallTargetName().drop_front(5));
}

/// mhlo.erf and the like, as an op.
static LogicalResult evaluateForeignFunction(OpContext &context) {
  if (failed(checkForm(context, /*numOperands=*/1, /*numResults=*/1)))
    return failure();
  return evaluateFunction(context, context.getOp()->getName().stripDialect());
}

/// Ops that hand their operand on where there is one device.
static LogicalResult evaluateForeignIdentity(OpContext &context) {
  Operation *op = context.getOp();
  if (op->getOperandTypes() != op->getResultTypes())
    return context.error() << "expects results of its operands' types";
  context.results = std::move(context.operands);
  return success();
}

/// The largest `k` of each line, with their places.
static LogicalResult evaluateLargest(hlo::CustomCallOp op, OpContext &context,
                                     int64_t k) {
  DetachedFunction body(context);
  RankedTensorType type = body.getType(0);
  if (type.getRank() == 0 || k < 0 || k > type.getShape().back())
    return context.error() << "expects lines of at least " << k
                           << " elements, but got " << type;
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  Value operand = body.getArguments()[0];
  auto topK = chlo::TopKOp::create(
      body.builder, body.loc, type.clone(shape),
      RankedTensorType::get(shape, getResultElementType(op, 1)), operand,
      body.builder.getI64IntegerAttr(k), body.builder.getBoolAttr(true));
  return body.evaluate(topK->getResults());
}

/// mhlo.topk: k is an attribute.
static LogicalResult evaluateTopK(hlo::CustomCallOp op, OpContext &context) {
  auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  auto k = attributes ? attributes.getAs<IntegerAttr>("k") : IntegerAttr();
  auto largest =
      attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
  if (!k || (largest && !largest.getValue()))
    return context.error() << "expects mhlo.attributes with k, and the largest "
                              "elements";
  return evaluateLargest(op, context, k.getInt());
}

/// TopK: k is the size of the result.
static LogicalResult evaluateSizedTopK(hlo::CustomCallOp op,
                                       OpContext &context) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.hasStaticShape() || type.getRank() == 0)
    return context.error() << "expects a result of static shape";
  return evaluateLargest(op, context, type.getShape().back());
}

/// stablehlo.dynamic_top_k: k is the second operand.
static LogicalResult evaluateDynamicTopK(hlo::CustomCallOp op,
                                         OpContext &context) {
  FailureOr<int64_t> k = getNumber(context, 1);
  return succeeded(k) ? evaluateLargest(op, context, *k) : failure();
}

/// ApproxTopK(values.., inits..) and its dynamic twin, which is told k behind
/// the inits: what the comparator puts first, exactly.
static LogicalResult evaluateApproxTopK(hlo::CustomCallOp op,
                                        OpContext &context) {
  DictionaryAttr config = hlo::getCallAttributes(op);
  auto dimension = config.getAs<IntegerAttr>("reduction_dim");
  auto aggregate = config.getAs<BoolAttr>("aggregate_to_topk");
  auto size = config.getAs<IntegerAttr>("top_k");
  size_t numInputs = op->getNumResults();
  bool isDynamic = op.getCallTargetName() != "ApproxTopK";
  if (!dimension || !aggregate || !aggregate.getValue() ||
      (!isDynamic && !size))
    return context.error() << "expects reduction_dim, top_k and "
                              "aggregate_to_topk = true in its config";
  FailureOr<int64_t> number =
      isDynamic ? getNumber(context, 2 * numInputs) : size.getInt();
  if (failed(number))
    return failure();
  int64_t k = *number;
  DetachedFunction body(context);
  SmallVector<int64_t> limits(body.getType(0).getShape());
  int64_t dim = dimension.getInt();
  if (dim < 0 || dim >= int64_t(limits.size()) || k < 0 || k > limits[dim])
    return context.error() << "expects at least " << k
                           << " elements in dimension " << dim << " of "
                           << body.getType(0);
  limits[dim] = k;
  ValueRange inputs = body.getArguments().take_front(numInputs);
  OpBuilder &builder = body.builder;
  auto sort = hlo::SortOp::create(
      builder, body.loc, inputs.getTypes(), inputs,
      ArrayRef<NamedAttribute>{
          builder.getNamedAttr("dimension", builder.getI64IntegerAttr(dim)),
          builder.getNamedAttr("is_stable", builder.getBoolAttr(true))});
  if (failed(cloneComputation(op, body, sort.getComparator())))
    return failure();
  SmallVector<int64_t> starts(limits.size(), 0), strides(limits.size(), 1);
  SmallVector<Value> results;
  for (Value sorted : sort.getResults())
    results.push_back(hlo::SliceOp::create(
        builder, body.loc,
        cast<RankedTensorType>(sorted.getType()).clone(limits), sorted,
        builder.getDenseI64ArrayAttr(starts),
        builder.getDenseI64ArrayAttr(limits),
        builder.getDenseI64ArrayAttr(strides)));
  return body.evaluate(results);
}

/// stablehlo.dynamic_rng_bit_generator(state, shape).
static LogicalResult evaluateDynamicRng(hlo::CustomCallOp op,
                                        OpContext &context) {
  auto algorithm = op->getAttrOfType<hlo::RngAlgorithmAttr>("rng_algorithm");
  if (!algorithm)
    return context.error() << "expects an attribute rng_algorithm";
  FailureOr<SmallVector<int64_t>> shape = getNumbers(context, 1);
  if (failed(shape))
    return failure();
  if (llvm::any_of(*shape, [](int64_t size) { return size < 0; }))
    return context.error() << "expects sizes that are not negative";
  DetachedFunction body(context);
  auto type = RankedTensorType::get(*shape, getResultElementType(op, 1));
  auto bits = hlo::RngBitGeneratorOp::create(
      body.builder, body.loc, TypeRange{body.getType(0), type},
      ValueRange(body.getArguments()[0]),
      ArrayRef<NamedAttribute>{
          body.builder.getNamedAttr("rng_algorithm", algorithm)});
  return body.evaluate(bits->getResults());
}

/// stablehlo.dynamic_reduce_window(inputs.., inits.., dimensions, strides, base
/// dilations, window dilations, padding).
static LogicalResult evaluateDynamicReduceWindow(hlo::CustomCallOp op,
                                                 OpContext &context) {
  size_t numInputs = op->getNumResults(), rest = 2 * numInputs;
  SmallVector<SmallVector<int64_t>, 5> lists;
  for (size_t i = 0; i < 5; ++i) {
    FailureOr<SmallVector<int64_t>> numbers = getNumbers(context, rest + i);
    if (failed(numbers))
      return failure();
    lists.push_back(std::move(*numbers));
  }
  DetachedFunction body(context);
  OpBuilder &builder = body.builder;
  auto getDims = [&](StringRef name, size_t index) {
    return builder.getNamedAttr(name,
                                builder.getDenseI64ArrayAttr(lists[index]));
  };
  int64_t rank = body.getType(0).getRank();
  if (static_cast<int64_t>(lists[4].size()) != 2 * rank)
    return context.error() << "expects a padding of " << 2 * rank
                           << " numbers, but got " << lists[4].size();
  auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, builder.getI64Type()), lists[4]);
  SmallVector<NamedAttribute> attributes = {
      getDims("window_dimensions", 0), getDims("window_strides", 1),
      getDims("base_dilations", 2), getDims("window_dilations", 3),
      builder.getNamedAttr("padding", padding)};
  // Shapes follow from the operands; the evaluation does not look at types.
  auto reduce = hlo::ReduceWindowOp::create(
      builder, body.loc, op->getResultTypes(),
      body.getArguments().take_front(rest), attributes);
  if (failed(cloneComputation(op, body, reduce.getBody())))
    return failure();
  return body.evaluate(reduce->getResults());
}

namespace {
/// A target that stands for ops, and the form of its calls.
struct OpCall {
  StringRef target;
  CallHandler handler;
  /// 0: any number but none.
  size_t numResults;
  size_t operandsPerResult, otherOperands;
};
} // namespace

/// What `target` stands for; nothing if it stands for no ops.
static std::optional<OpCall> findOpCall(StringRef target) {
  static constexpr OpCall calls[] = {
      {"mhlo.topk", evaluateTopK, 2, 0, 1},
      {"TopK", evaluateSizedTopK, 2, 0, 1},
      {"ApproxTopK", evaluateApproxTopK, 0, 2, 0},
      {"stablehlo.dynamic_approx_top_k", evaluateApproxTopK, 0, 2, 1},
      {"stablehlo.dynamic_top_k", evaluateDynamicTopK, 2, 0, 2},
      {"stablehlo.dynamic_rng_bit_generator", evaluateDynamicRng, 2, 0, 2},
      {"stablehlo.dynamic_reduce_window", evaluateDynamicReduceWindow, 0, 2,
       5}};
  for (const OpCall &call : calls)
    if (call.target == target)
      return call;
  StringRef function = target;
  if (function.consume_front("mhlo.") && hlo::isUnaryFunction(function))
    return OpCall{target, evaluateFunctionCall, 1, 0, 1};
  return std::nullopt;
}

/// Checks the form of a call, so that handlers need not.
static LogicalResult evaluateOpCall(hlo::CustomCallOp op, OpContext &context) {
  std::optional<OpCall> call = findOpCall(op.getCallTargetName());
  size_t numResults = call->numResults
                          ? call->numResults
                          : std::max<size_t>(1, op->getNumResults());
  size_t numOperands =
      call->operandsPerResult * numResults + call->otherOperands;
  if (failed(checkForm(context, numOperands, numResults)))
    return failure();
  return call->handler(op, context);
}

CallHandler xla::interpreter::findOpCallHandler(hlo::CustomCallOp op) {
  return findOpCall(op.getCallTargetName()) ? evaluateOpCall : nullptr;
}

void xla::interpreter::addForeignHandlers(HandlerTable &table) {
  for (StringRef name : hlo::getUnaryFunctions())
    table.add(("mhlo." + name).str(), evaluateForeignFunction);
  table.add("mhlo.copy", evaluateForeignIdentity);
  table.add("sdy.sharding_constraint", evaluateForeignIdentity);
}
