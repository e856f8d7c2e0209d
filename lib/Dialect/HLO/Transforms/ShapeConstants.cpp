//===- ShapeConstants.cpp - Small constants that shapes come from ---------===//
//
// An evaluator of shape computations. Single ops fold by the dialect's own
// folders; what those leave alone, because a compiler should not do it to
// data, is done here: generators, indexing, reductions, branches, loops and
// calls.
//
//===----------------------------------------------------------------------===//

#include "ShapeConstants.h"
#include "ControlFlow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

DenseElementsAttr xla::hlo::getSmallConstant(Value value) {
  DenseElementsAttr attr;
  if (matchPattern(value, m_Constant(&attr)) &&
      attr.getNumElements() <= kMaxShapeElements)
    return attr;
  return {};
}

/// The integers of `attr`; nothing if its elements are none.
static std::optional<SmallVector<int64_t>> getInts(DenseElementsAttr attr) {
  if (!attr || !isa<IntegerType>(attr.getElementType()))
    return std::nullopt;
  bool isUnsigned = isUnsignedElement(attr.getElementType()) ||
                    isPredElement(attr.getElementType());
  SmallVector<int64_t> ints;
  for (const APInt &element : attr.getValues<APInt>())
    ints.push_back(isUnsigned ? element.getZExtValue()
                              : element.getSExtValue());
  return ints;
}

std::optional<SmallVector<int64_t>> xla::hlo::getConstantInts(Value value) {
  return getInts(getSmallConstant(value));
}

bool xla::hlo::isSliceWithin(ArrayRef<int64_t> shape, ArrayRef<int64_t> starts,
                             ArrayRef<int64_t> limits,
                             ArrayRef<int64_t> strides,
                             ArrayRef<int64_t> resultShape) {
  for (auto [whole, start, limit, stride, size] :
       llvm::zip_equal(shape, starts, limits, strides, resultShape))
    if (start < 0 || start > limit || limit > whole || stride <= 0 ||
        llvm::divideCeilSigned(limit - start, stride) != size)
      return false;
  return true;
}

/// Elements of `attr` by row-major position.
static SmallVector<Attribute> getElements(DenseElementsAttr attr) {
  return SmallVector<Attribute>(attr.value_begin<Attribute>(),
                                attr.value_end<Attribute>());
}

/// The row-major position of `index` in `shape`.
static int64_t linearize(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t position = 0;
  for (auto [size, i] : llvm::zip_equal(shape, index))
    position = position * size + i;
  return position;
}

/// Calls `visit` with every index of `shape` in row-major order.
static void forEachIndex(ArrayRef<int64_t> shape,
                         function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0, e = ShapedType::getNumElements(shape); i < e; ++i) {
    visit(index);
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

static DenseElementsAttr evaluateIota(RankedTensorType type, int64_t dim) {
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element)
    return {};
  SmallVector<APInt> values;
  forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    values.push_back(APInt(element.getWidth(), index[dim], /*isSigned=*/false,
                           /*implicitTrunc=*/true));
  });
  return DenseElementsAttr::get(type, values);
}

static DenseElementsAttr evaluateBroadcast(RankedTensorType type,
                                           DenseElementsAttr operand,
                                           ArrayRef<int64_t> dims) {
  if (operand.isSplat())
    return operand.resizeSplat(type);
  ArrayRef<int64_t> shape = operand.getType().getShape();
  SmallVector<Attribute> from = getElements(operand), values;
  SmallVector<int64_t> source(shape.size());
  forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    for (auto [dim, resultDim] : llvm::enumerate(dims))
      source[dim] = shape[dim] == 1 ? 0 : index[resultDim];
    values.push_back(from[linearize(shape, source)]);
  });
  return DenseElementsAttr::get(type, values);
}

/// The part of `operand` that starts at `starts`, clamped so that it fits.
static DenseElementsAttr evaluateWindow(RankedTensorType type,
                                        DenseElementsAttr operand,
                                        ArrayRef<int64_t> starts,
                                        ArrayRef<int64_t> strides) {
  ArrayRef<int64_t> shape = operand.getType().getShape();
  SmallVector<Attribute> from = getElements(operand), values;
  SmallVector<int64_t> source(shape.size());
  forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
    for (size_t dim : llvm::seq(shape.size())) {
      int64_t span = (type.getDimSize(dim) - 1) * strides[dim] + 1;
      int64_t start = std::clamp<int64_t>(
          starts[dim], 0, std::max<int64_t>(shape[dim] - span, 0));
      source[dim] = start + index[dim] * strides[dim];
    }
    values.push_back(from[linearize(shape, source)]);
  });
  return DenseElementsAttr::get(type, values);
}

/// A gather along one dimension of a vector, the form that front ends take
/// sizes out of a shape with.
static DenseElementsAttr evaluateGather(GatherOp op, DenseElementsAttr operand,
                                        DenseElementsAttr indices) {
  auto starts = getInts(indices);
  RankedTensorType type = cast<RankedTensorType>(op.getType());
  if (operand.getType().getRank() != 1 || !starts ||
      op.getSliceSizes() != ArrayRef<int64_t>(1) ||
      static_cast<int64_t>(starts->size()) != type.getNumElements())
    return {};
  SmallVector<Attribute> from = getElements(operand), values;
  for (int64_t start : *starts)
    values.push_back(
        from[std::clamp<int64_t>(start, 0, int64_t(from.size()) - 1)]);
  return DenseElementsAttr::get(type, values);
}

/// What the dialect's folders leave alone; null if it is no such op.
static DenseElementsAttr evaluateData(Operation *op,
                                      ArrayRef<DenseElementsAttr> operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return TypeSwitch<Operation *, DenseElementsAttr>(op)
      .Case<IotaOp, DynamicIotaOp>([&](auto iota) {
        return evaluateIota(type, iota.getIotaDimension());
      })
      .Case<BroadcastInDimOp, DynamicBroadcastInDimOp>([&](auto broadcast) {
        return evaluateBroadcast(type, operands[0],
                                 broadcast.getBroadcastDimensions());
      })
      .Case<ReshapeOp, DynamicReshapeOp>(
          [&](auto) { return DenseElementsAttr(operands[0]).reshape(type); })
      .Case([&](DynamicSliceOp slice) -> DenseElementsAttr {
        SmallVector<int64_t> starts;
        for (DenseElementsAttr start : operands.drop_front())
          starts.push_back((*getInts(start))[0]);
        SmallVector<int64_t> ones(starts.size(), 1);
        return evaluateWindow(type, operands[0], starts, ones);
      })
      .Case([&](RealDynamicSliceOp) -> DenseElementsAttr {
        auto starts = *getInts(operands[1]), strides = *getInts(operands[3]);
        // One that is out of bounds fails where the program comes to it.
        if (!isSliceWithin(operands[0].getType().getShape(), starts,
                           *getInts(operands[2]), strides, type.getShape()))
          return {};
        return evaluateWindow(type, operands[0], starts, strides);
      })
      .Case([&](GatherOp gather) {
        return evaluateGather(gather, operands[0], operands[1]);
      })
      .Default([](Operation *) { return DenseElementsAttr(); });
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
using Constants = SmallVector<DenseElementsAttr>;

/// Evaluates ops, regions included. Values that are not known end it.
class Evaluator {
public:
  /// The results of `op`; empty if it cannot be evaluated.
  Constants evaluate(Operation *op);

private:
  DenseElementsAttr lookup(Value value);
  /// What the block returns, given its arguments; empty if unknown.
  Constants evaluateBlock(Block &block, ArrayRef<DenseElementsAttr> arguments);
  Constants evaluateSimple(Operation *op);
  Constants evaluateReduce(ReduceOp op);
  Constants evaluateWhile(WhileOp op);
  Constants evaluateBranch(Operation *op);
  Constants evaluateCall(func::CallOp op);

  DenseMap<Value, DenseElementsAttr> known;
  static constexpr int64_t maxSteps = 10000;
  int64_t steps = 0, depth = 0;
};
} // namespace

DenseElementsAttr Evaluator::lookup(Value value) {
  auto found = known.find(value);
  return found != known.end() ? found->second : getSmallConstant(value);
}

Constants Evaluator::evaluateBlock(Block &block,
                                   ArrayRef<DenseElementsAttr> arguments) {
  for (auto [argument, constant] :
       llvm::zip_equal(block.getArguments(), arguments))
    known[argument] = constant;
  for (Operation &op : block.without_terminator()) {
    if (isa<ConstantOp>(op))
      continue;
    Constants results = evaluate(&op);
    if (results.size() != op.getNumResults())
      return {};
    for (auto [result, constant] : llvm::zip_equal(op.getResults(), results))
      known[result] = constant;
  }
  Constants returned;
  for (Value value : block.getTerminator()->getOperands()) {
    returned.push_back(lookup(value));
    if (!returned.back())
      return {};
  }
  return returned;
}

Constants Evaluator::evaluateSimple(Operation *op) {
  Constants operands;
  SmallVector<Attribute> attributes;
  for (Value operand : op->getOperands()) {
    operands.push_back(lookup(operand));
    attributes.push_back(operands.back());
  }
  // Also of operands that are not known: sizes, or what is selected.
  SmallVector<OpFoldResult> folded;
  if (succeeded(op->fold(attributes, folded)) && folded.size() == 1) {
    auto attribute = dyn_cast<Attribute>(folded.front());
    DenseElementsAttr constant = attribute
                                     ? cast<DenseElementsAttr>(attribute)
                                     : lookup(cast<Value>(folded.front()));
    return constant ? Constants{constant} : Constants();
  }
  if (!llvm::all_of(operands, [](DenseElementsAttr attr) { return attr; }))
    return {};
  DenseElementsAttr constant = evaluateData(op, operands);
  return constant ? Constants{constant} : Constants();
}

Constants Evaluator::evaluateReduce(ReduceOp op) {
  if (op.getInputs().size() != 1)
    return {};
  DenseElementsAttr input = lookup(op.getInputs().front());
  DenseElementsAttr init = lookup(op.getInitValues().front());
  Block &body = op.getBody().front();
  if (!input || !init || body.getArgument(0).getType() != init.getType() ||
      body.getArgument(1).getType() != init.getType())
    return {};
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  SmallVector<DenseElementsAttr> results(type.getNumElements(), init);
  ArrayRef<int64_t> shape = input.getType().getShape();
  SmallVector<Attribute> elements = getElements(input);
  bool failed = false;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> kept;
    for (auto [dim, i] : llvm::enumerate(index))
      if (!llvm::is_contained(op.getDimensions(), int64_t(dim)))
        kept.push_back(i);
    DenseElementsAttr &sum = results[linearize(type.getShape(), kept)];
    auto element = DenseElementsAttr::get(init.getType(),
                                          elements[linearize(shape, index)]);
    Constants next = failed ? Constants() : evaluateBlock(body, {sum, element});
    if (next.size() == 1)
      sum = next.front();
    else
      failed = true;
  });
  SmallVector<Attribute> values;
  for (DenseElementsAttr result : results)
    values.push_back(result.getSplatValue<Attribute>());
  return failed ? Constants() : Constants{DenseElementsAttr::get(type, values)};
}

Constants Evaluator::evaluateWhile(WhileOp op) {
  Constants carried;
  for (Value operand : op.getOperands()) {
    carried.push_back(lookup(operand));
    if (!carried.back())
      return {};
  }
  // A round may have no op.
  while (++steps <= maxSteps) {
    Constants goesOn = evaluateBlock(op.getCond().front(), carried);
    if (goesOn.size() != 1)
      return {};
    if (goesOn.front().getSplatValue<APInt>().isZero())
      return carried;
    carried = evaluateBlock(op.getBody().front(), carried);
    if (carried.size() != op.getNumOperands())
      return {};
  }
  return {};
}

Constants Evaluator::evaluateBranch(Operation *op) {
  DenseElementsAttr selector = lookup(op->getOperand(0));
  if (!selector)
    return {};
  Region &branch =
      getSelectedBranch(op, selector.getSplatValue<APInt>().getSExtValue());
  return evaluateBlock(branch.front(), {});
}

Constants Evaluator::evaluateCall(func::CallOp op) {
  constexpr int64_t maxDepth = 50;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isExternal() || depth >= maxDepth)
    return {};
  Constants arguments;
  for (Value operand : op.getOperands()) {
    arguments.push_back(lookup(operand));
    if (!arguments.back())
      return {};
  }
  ++depth;
  Constants results = evaluateBlock(callee.getBody().front(), arguments);
  --depth;
  return results;
}

Constants Evaluator::evaluate(Operation *op) {
  if (++steps > maxSteps || op->getNumResults() == 0)
    return {};
  // Floats may be on the way to a size as scalars only; others are data.
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding() ||
        tensor.getNumElements() > kMaxShapeElements ||
        (tensor.getRank() != 0 && !isa<IntegerType>(tensor.getElementType())))
      return {};
  }
  return TypeSwitch<Operation *, Constants>(op)
      .Case([&](ReduceOp reduce) { return evaluateReduce(reduce); })
      .Case([&](WhileOp loop) { return evaluateWhile(loop); })
      .Case<IfOp, CaseOp>([&](auto) { return evaluateBranch(op); })
      .Case([&](func::CallOp call) { return evaluateCall(call); })
      .Default([&](Operation *) { return evaluateSimple(op); });
}

SmallVector<DenseElementsAttr> xla::hlo::evaluateShapeOp(Operation *op) {
  return Evaluator().evaluate(op);
}
