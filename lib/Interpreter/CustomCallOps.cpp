//===- CustomCallOps.cpp - Custom calls that stand for ops ----------------===//
//
// A call becomes a function of the ops it stands for, on the shapes that it is
// called with; the function is evaluated and thrown away.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "DetachedFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// The numbers of operand `i`.
static SmallVector<int64_t> getNumbers(OpContext &context, unsigned i) {
  SmallVector<int64_t> numbers;
  const Tensor &tensor = context.getTensor(i);
  for (int64_t k = 0, e = tensor.getNumElements(); k < e; ++k)
    numbers.push_back(tensor.getInteger(k));
  return numbers;
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
  return evaluateFunction(context, context.getOp()->getName().stripDialect());
}

/// Ops that hand their operand on where there is one device.
static LogicalResult evaluateForeignIdentity(OpContext &context) {
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
  int64_t k = context.getTensor(1).getInteger(0);
  return evaluateLargest(op, context, k);
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
      (!isDynamic && !size) ||
      op.getInputs().size() < 2 * numInputs + isDynamic)
    return context.error() << "expects reduction_dim, top_k and "
                              "aggregate_to_topk = true in its config";
  int64_t k = isDynamic ? context.getTensor(2 * numInputs).getInteger(0)
                        : size.getInt();
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
        builder, body.loc, sorted, builder.getDenseI64ArrayAttr(starts),
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
  DetachedFunction body(context);
  auto type = RankedTensorType::get(getNumbers(context, 1),
                                    getResultElementType(op, 1));
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
  if (op.getInputs().size() != rest + 5)
    return context.error() << "expects " << rest + 5 << " operands, but got "
                           << op.getInputs().size();
  DetachedFunction body(context);
  OpBuilder &builder = body.builder;
  auto getDims = [&](StringRef name, size_t index) {
    return builder.getNamedAttr(
        name, builder.getDenseI64ArrayAttr(getNumbers(context, rest + index)));
  };
  int64_t rank = body.getType(0).getRank();
  auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get({rank, 2}, builder.getI64Type()),
      getNumbers(context, rest + 4));
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

CallHandler xla::interpreter::findOpCallHandler(hlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (target.starts_with("mhlo.") && target != "mhlo.topk" &&
      op.getInputs().size() == 1) {
    // Whatever chlo has a function of one float for.
    op->getContext()->getOrLoadDialect<chlo::CHLODialect>();
    std::string name = ("chlo." + target.drop_front(5)).str();
    return RegisteredOperationName::lookup(name, op.getContext())
               ? evaluateFunctionCall
               : nullptr;
  }
  return llvm::StringSwitch<CallHandler>(target)
      .Case("mhlo.topk", evaluateTopK)
      .Case("TopK", evaluateSizedTopK)
      .Cases("ApproxTopK", "stablehlo.dynamic_approx_top_k", evaluateApproxTopK)
      .Case("stablehlo.dynamic_top_k", evaluateDynamicTopK)
      .Case("stablehlo.dynamic_rng_bit_generator", evaluateDynamicRng)
      .Case("stablehlo.dynamic_reduce_window", evaluateDynamicReduceWindow)
      .Default(nullptr);
}

void xla::interpreter::addForeignHandlers(HandlerTable &table) {
  for (StringRef name :
       {"acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "sinh"})
    table.add(("mhlo." + name).str(), evaluateForeignFunction);
  table.add("mhlo.copy", evaluateForeignIdentity);
  table.add("sdy.sharding_constraint", evaluateForeignIdentity);
}
