//===- ExpandHostRegions.cpp - Loops of ops whose regions need the host ---===//
//
// A kernel runs the region of a map, reduction or scatter for each element and
// cannot call the host from there. Where such a region holds a custom call,
// random numbers of a hidden state, a collective or an id, the op becomes a
// loop over elements, in whose body the host can. One element at a time, in
// row-major order.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDHOSTREGIONSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-expand-host-regions"
static xla::PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether something in the regions of `op` is for the host to do.
static bool needsHost(Operation *op) {
  for (Region &region : op->getRegions())
    if (region
            .walk([](Operation *inner) {
              return isa<CustomCallOp, RngOp>(inner) || isCommunication(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      return true;
  return false;
}

static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

namespace {
/// Makes the loop that takes the place of one op.
class LoopWriter {
public:
  explicit LoopWriter(Operation *op) : op(op), b(op->getLoc(), op) {}

  SmallVector<Value> expand(MapOp map);
  SmallVector<Value> expand(ReduceOp reduce);
  SmallVector<Value> expand(ScatterOp scatter);

private:
  using Places = SmallVector<Value>;
  using Body =
      function_ref<SmallVector<Value>(const Places &place, ValueRange carried)>;

  Value number(int64_t value) {
    return createScalarConstant(b, b.getLoc(), b.getI64Type(), double(value));
  }
  Value convert(Value value, Type element) {
    return typeOf(value).getElementType() == element
               ? value
               : ConvertOp::create(b, typeOf(value).clone(element), value)
                     .getResult();
  }
  Value compare(Value lhs, Value rhs, ComparisonDirection direction) {
    return CompareOp::create(b, lhs, rhs, direction);
  }

  /// Runs `body` for each place of `shape`, which has elements; returns what it
  /// carries at last.
  SmallVector<Value> loop(ArrayRef<int64_t> shape, ValueRange inits, Body body);
  /// The element of `tensor` at `place`, as a scalar of type `element`.
  Value read(Value tensor, const Places &place, Type element);
  Value write(Value tensor, Value scalar, const Places &place);
  /// The results of `block` for `arguments`.
  SmallVector<Value> apply(Block &block, ValueRange arguments);
  SmallVector<Value> convertResults(ValueRange values);
  /// Where the update at `place` goes, and whether that is inside.
  Places getTarget(ScatterOp scatter, const Places &place, Value &isInside);

  Operation *op;
  ImplicitLocOpBuilder b;
};
} // namespace

SmallVector<Value> LoopWriter::loop(ArrayRef<int64_t> shape, ValueRange inits,
                                    Body body) {
  SmallVector<Value> carried = {number(0)};
  llvm::append_range(carried, inits);
  SmallVector<Type> types(ValueRange(carried).getTypes());
  SmallVector<Location> locations(types.size(), b.getLoc());
  auto loop = WhileOp::create(b, types, carried, ArrayRef<NamedAttribute>());
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&loop.getCond(), {}, types, locations);
  ReturnOp::create(b, compare(block->getArgument(0),
                              number(ShapedType::getNumElements(shape)),
                              ComparisonDirection::LT));
  block = b.createBlock(&loop.getBody(), {}, types, locations);
  Value counter = block->getArgument(0), rest = counter;
  Places place(shape.size());
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    Value size = number(shape[dim]);
    place[dim] = RemainderOp::create(b, rest, size);
    rest = DivideOp::create(b, rest, size);
  }
  SmallVector<Value> next = {AddOp::create(b, counter, number(1))};
  llvm::append_range(next, body(place, block->getArguments().drop_front()));
  ReturnOp::create(b, next);
  return SmallVector<Value>(loop.getResults().drop_front());
}

Value LoopWriter::read(Value tensor, const Places &place, Type element) {
  SmallVector<int64_t> ones(place.size(), 1);
  Type own = typeOf(tensor).getElementType();
  Value slice =
      DynamicSliceOp::create(b, RankedTensorType::get(ones, own), tensor, place,
                             b.getDenseI64ArrayAttr(ones));
  return convert(ReshapeOp::create(b, RankedTensorType::get({}, own), slice),
                 element);
}

Value LoopWriter::write(Value tensor, Value scalar, const Places &place) {
  SmallVector<int64_t> ones(place.size(), 1);
  Type own = typeOf(tensor).getElementType();
  Value slice = ReshapeOp::create(b, RankedTensorType::get(ones, own),
                                  convert(scalar, own));
  return DynamicUpdateSliceOp::create(b, tensor.getType(), tensor, slice,
                                      place);
}

SmallVector<Value> LoopWriter::apply(Block &block, ValueRange arguments) {
  IRMapping map;
  map.map(block.getArguments(), arguments);
  for (Operation &inner : block.without_terminator())
    b.clone(inner, map);
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(map.lookupOrDefault(value));
  return results;
}

SmallVector<Value> LoopWriter::convertResults(ValueRange values) {
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip_equal(values, op->getResultTypes()))
    results.push_back(
        convert(value, cast<RankedTensorType>(type).getElementType()));
  return results;
}

SmallVector<Value> LoopWriter::expand(MapOp map) {
  Block &body = map.getComputation().front();
  RankedTensorType type = map.getType();
  Value result = createSplatConstant(b, b.getLoc(), type, 0);
  if (type.getNumElements() == 0)
    return {result};
  return loop(type.getShape(), result,
              [&](const Places &place, ValueRange carried) {
                SmallVector<Value> elements;
                for (auto [input, argument] :
                     llvm::zip_equal(map.getInputs(), body.getArguments()))
                  elements.push_back(
                      read(input, place, typeOf(argument).getElementType()));
                Value value = apply(body, elements).front();
                return SmallVector<Value>{write(carried.front(), value, place)};
              });
}

SmallVector<Value> LoopWriter::expand(ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  ArrayRef<int64_t> shape = typeOf(reduce.getInputs().front()).getShape();
  size_t count = reduce.getInputs().size();
  auto elementOf = [&](size_t argument) {
    return typeOf(body.getArgument(argument)).getElementType();
  };
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(reduce.getDimensions(), dim))
      kept.push_back(dim);
  SmallVector<int64_t> resultShape =
      llvm::map_to_vector(kept, [&](int64_t dim) { return shape[dim]; });
  SmallVector<Value> accumulators;
  for (auto [i, init] : llvm::enumerate(reduce.getInitValues()))
    accumulators.push_back(createBroadcast(
        b, b.getLoc(), convert(init, elementOf(i)), resultShape, {}));
  if (ShapedType::getNumElements(shape) == 0)
    return convertResults(accumulators);
  return convertResults(
      loop(shape, accumulators, [&](const Places &place, ValueRange carried) {
        Places target =
            llvm::map_to_vector(kept, [&](int64_t dim) { return place[dim]; });
        SmallVector<Value> values;
        for (size_t i = 0; i < count; ++i)
          values.push_back(read(carried[i], target, elementOf(i)));
        for (size_t i = 0; i < count; ++i)
          values.push_back(
              read(reduce.getInputs()[i], place, elementOf(count + i)));
        SmallVector<Value> next = apply(body, values);
        for (size_t i = 0; i < count; ++i)
          next[i] = write(carried[i], next[i], target);
        return next;
      }));
}

SmallVector<Value> LoopWriter::getTarget(ScatterOp scatter, const Places &place,
                                         Value &isInside) {
  ScatterDimensionNumbersAttr dims = scatter.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = typeOf(scatter.getInputs().front()).getShape();
  Value indices = scatter.getScatterIndices();
  int64_t vectorDim = dims.getIndexVectorDim();
  // Where the update stands among those of one window, and of which one.
  Places batch;
  for (auto [dim, index] : llvm::enumerate(place))
    if (!llvm::is_contained(dims.getUpdateWindowDims(), int64_t(dim)))
      batch.push_back(index);
  Places target(shape.size(), number(0));
  for (auto [k, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims())) {
    Places at = batch;
    if (vectorDim < typeOf(indices).getRank())
      at.insert(at.begin() + vectorDim, number(k));
    target[dim] = read(indices, at, b.getI64Type());
  }
  for (auto [dim, other] : llvm::zip_equal(
           dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims()))
    target[dim] = batch[other - (other > vectorDim)];
  const int64_t *window = dims.getUpdateWindowDims().begin();
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(dims.getInsertedWindowDims(), dim) &&
        !llvm::is_contained(dims.getInputBatchingDims(), dim))
      target[dim] = AddOp::create(b, target[dim], place[*window++]);
  isInside = createScalarConstant(b, b.getLoc(), b.getI1Type(), 1);
  for (auto [index, size] : llvm::zip_equal(target, shape)) {
    Value above = compare(index, number(0), ComparisonDirection::GE);
    Value below = compare(index, number(size), ComparisonDirection::LT);
    isInside = AndOp::create(b, isInside, AndOp::create(b, above, below));
  }
  return target;
}

SmallVector<Value> LoopWriter::expand(ScatterOp scatter) {
  Block &body = scatter.getUpdateComputation().front();
  size_t count = scatter.getInputs().size();
  auto elementOf = [&](size_t argument) {
    return typeOf(body.getArgument(argument)).getElementType();
  };
  SmallVector<Value> inputs;
  for (auto [i, input] : llvm::enumerate(scatter.getInputs()))
    inputs.push_back(convert(input, elementOf(i)));
  ArrayRef<int64_t> shape = typeOf(scatter.getUpdates().front()).getShape();
  if (ShapedType::getNumElements(shape) == 0 ||
      typeOf(inputs.front()).getNumElements() == 0)
    return convertResults(inputs);
  return convertResults(
      loop(shape, inputs, [&](const Places &place, ValueRange carried) {
        Value isInside;
        Places target = getTarget(scatter, place, isInside);
        auto choice = IfOp::create(b, carried.getTypes(), isInside);
        OpBuilder::InsertionGuard guard(b);
        b.createBlock(&choice.getTrueBranch());
        SmallVector<Value> values;
        for (size_t i = 0; i < count; ++i)
          values.push_back(read(carried[i], target, elementOf(i)));
        for (size_t i = 0; i < count; ++i)
          values.push_back(
              read(scatter.getUpdates()[i], place, elementOf(count + i)));
        SmallVector<Value> next = apply(body, values);
        for (size_t i = 0; i < count; ++i)
          next[i] = write(carried[i], next[i], target);
        ReturnOp::create(b, next);
        b.createBlock(&choice.getFalseBranch());
        ReturnOp::create(b, carried);
        return SmallVector<Value>(choice.getResults());
      }));
}

/// The outermost op in `region` that can become a loop and has to.
static Operation *findOp(Region &region) {
  Operation *found = nullptr;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MapOp, ReduceOp, ScatterOp>(op) && needsHost(op) &&
        hasStaticShapes(op)) {
      found = op;
      return WalkResult::interrupt();
    }
    // In other regions than those of control flow the host is not there either.
    return isa<WhileOp, IfOp, CaseOp>(op) || op->getNumRegions() == 0
               ? WalkResult::advance()
               : WalkResult::skip();
  });
  return found;
}

namespace {
struct ExpandHostRegionsPass
    : xla::hlo::impl::HLOExpandHostRegionsPassBase<ExpandHostRegionsPass> {
  void runOnOperation() override {
    while (Operation *op = findOp(getOperation().getBody())) {
      LoopWriter writer(op);
      if (auto map = dyn_cast<MapOp>(op))
        op->replaceAllUsesWith(writer.expand(map));
      else if (auto reduce = dyn_cast<ReduceOp>(op))
        op->replaceAllUsesWith(writer.expand(reduce));
      else
        op->replaceAllUsesWith(writer.expand(cast<ScatterOp>(op)));
      op->erase();
      numExpandedOps += 1;
    }
  }
};
} // namespace
