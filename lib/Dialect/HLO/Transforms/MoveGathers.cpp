//===- MoveGathers.cpp - Take few elements before computing them ----------===//
//
// A gather of few elements of a large computed tensor needs those elements of
// what it was computed from, and no others: the tensor is not made. A gather of
// a broadcast is a broadcast. Leaves what many gathers would take the place of
// one for, and what others need as well and is expensive to compute again.
// Assumes verified HLO.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOMOVEGATHERSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-move-gathers"
static xla::PassCounter numMovedGathers(DEBUG_TYPE, "num-moved-gathers");

/// Elements of a tensor that is worth not to make, and how many times as many
/// as those that are taken they are.
static constexpr int64_t leastElements = 1 << 14, leastRatio = 4;
/// Ops that are computed again, and gathers that take the place of one.
static constexpr size_t mostOps = 32, mostGathers = 4;
/// From this cost of an element on, nothing is computed twice.
static constexpr int64_t expensive = 16;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {
/// Moves one gather.
class GatherMover {
public:
  explicit GatherMover(GatherOp gather) : gather(gather) {}

  /// Whether it pays.
  bool pays();
  /// The gathered elements, computed from others.
  Value move(OpBuilder &b) { return take(b, gather.getOperand()); }

private:
  /// How elements of a value are had.
  enum class Way { Gather, Splat, Broadcast, Compute };
  Way getWay(Value value);
  /// Of a broadcast, the dimensions of the result that are those of what is
  /// broadcast, which have more than one element; none where some of it is not
  /// taken whole or along a batch.
  std::optional<SmallVector<int64_t>> findResultDims(BroadcastInDimOp op);
  bool count(Value value);
  Value take(OpBuilder &b, Value value);
  Value create(OpBuilder &b, Value value);

  GatherOp gather;
  DenseSet<Value> visited;
  size_t numOps = 0, numGathers = 0;
  DenseMap<Value, Value> taken;
};
} // namespace

std::optional<SmallVector<int64_t>>
GatherMover::findResultDims(BroadcastInDimOp op) {
  GatherDimensionNumbersAttr dims = gather.getDimensionNumbers();
  ArrayRef<int64_t> shape = op.getType().getShape();
  // Of the result, those that the start indices have, in order.
  SmallVector<int64_t> batchDims;
  for (int64_t dim = 0; dim < gather.getType().getRank(); ++dim)
    if (!llvm::is_contained(dims.getOffsetDims(), dim))
      batchDims.push_back(dim);
  SmallVector<int64_t> result;
  for (auto [from, to] : llvm::enumerate(op.getBroadcastDimensions())) {
    if (op.getOperand().getType().getDimSize(from) == 1)
      continue;
    const auto *batching = llvm::find(dims.getOperandBatchingDims(), to);
    if (batching != dims.getOperandBatchingDims().end()) {
      int64_t index = dims.getStartIndicesBatchingDims()
                          [batching - dims.getOperandBatchingDims().begin()];
      result.push_back(batchDims[index - (index > dims.getIndexVectorDim())]);
      continue;
    }
    if (llvm::is_contained(dims.getCollapsedSliceDims(), to) ||
        gather.getSliceSizes()[to] != shape[to])
      return std::nullopt;
    int64_t before = llvm::count_if(llvm::seq<int64_t>(0, to), [&](int64_t d) {
      return !llvm::is_contained(dims.getCollapsedSliceDims(), d) &&
             !llvm::is_contained(dims.getOperandBatchingDims(), d);
    });
    result.push_back(dims.getOffsetDims()[before]);
  }
  // A broadcast keeps the order of dimensions.
  if (!llvm::is_sorted(result))
    return std::nullopt;
  return result;
}

GatherMover::Way GatherMover::getWay(Value value) {
  if (matchPattern(value, m_Constant<SplatElementsAttr>(nullptr)))
    return Way::Splat;
  Operation *op = value.getDefiningOp();
  // What is computed outside of a loop is not computed in it.
  if (!op || op->getBlock() != gather->getBlock())
    return Way::Gather;
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
    return findResultDims(broadcast) ? Way::Broadcast : Way::Gather;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  bool isMovable =
      elementwise && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
      (op->hasOneUse() || elementwise.getArithmeticCost() < expensive);
  return isMovable ? Way::Compute : Way::Gather;
}

/// Adds what the elements of `value` cost; false once it is too much.
bool GatherMover::count(Value value) {
  if (!visited.insert(value).second)
    return true;
  switch (getWay(value)) {
  case Way::Splat:
  case Way::Broadcast:
    return true;
  case Way::Gather:
    return ++numGathers <= mostGathers;
  case Way::Compute:
    break;
  }
  Operation *op = value.getDefiningOp();
  auto elementwise = cast<ElementwiseOpInterface>(op);
  return ++numOps <= mostOps &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return elementwise.isScalarOperand(operand.getOperandNumber()) ||
                  count(operand.get());
         });
}

bool GatherMover::pays() {
  Value operand = gather.getOperand();
  Way way = getWay(operand);
  if (!typeOf(operand).hasStaticShape() || !gather.getType().hasStaticShape() ||
      way == Way::Gather)
    return false;
  if (way != Way::Compute)
    return true;
  int64_t elements = typeOf(operand).getNumElements();
  return elements >= leastElements &&
         gather.getType().getNumElements() <= elements / leastRatio &&
         count(operand);
}

Value GatherMover::take(OpBuilder &b, Value value) {
  auto [entry, isNew] = taken.try_emplace(value);
  if (!isNew)
    return entry->second;
  Value result = create(b, value);
  taken[value] = result;
  return result;
}

Value GatherMover::create(OpBuilder &b, Value value) {
  Location loc = value.getLoc();
  RankedTensorType type =
      gather.getType().clone(typeOf(value).getElementType());
  SplatElementsAttr splat;
  switch (getWay(value)) {
  case Way::Splat:
    matchPattern(value, m_Constant(&splat));
    return ConstantOp::create(b, loc, splat.resizeSplat(type));
  case Way::Broadcast: {
    auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
    Value source = broadcast.getOperand();
    SmallVector<int64_t> shape;
    llvm::copy_if(typeOf(source).getShape(), std::back_inserter(shape),
                  [](int64_t size) { return size != 1; });
    if (shape.size() != broadcast.getBroadcastDimensions().size())
      source = ReshapeOp::create(b, loc, typeOf(source).clone(shape), source);
    return BroadcastInDimOp::create(
        b, loc, type, source,
        b.getDenseI64ArrayAttr(*findResultDims(broadcast)));
  }
  case Way::Gather: {
    IRMapping map;
    map.map(gather.getOperand(), value);
    Operation *clone = b.clone(*gather, map);
    clone->getResult(0).setType(type);
    return clone->getResult(0);
  }
  case Way::Compute:
    break;
  }
  Operation *op = value.getDefiningOp();
  auto elementwise = cast<ElementwiseOpInterface>(op);
  IRMapping map;
  for (OpOperand &operand : op->getOpOperands())
    if (!elementwise.isScalarOperand(operand.getOperandNumber()))
      map.map(operand.get(), take(b, operand.get()));
  Operation *clone = b.clone(*op, map);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}

namespace {
struct MoveGathersPass
    : xla::hlo::impl::HLOMoveGathersPassBase<MoveGathersPass> {
  void runOnOperation() override {
    SmallVector<GatherOp> gathers;
    getOperation()->walk([&](GatherOp gather) { gathers.push_back(gather); });
    for (GatherOp gather : gathers) {
      GatherMover mover(gather);
      if (!mover.pays())
        continue;
      OpBuilder b(gather);
      gather.replaceAllUsesWith(mover.move(b));
      gather.erase();
      numMovedGathers += 1;
    }
  }
};
} // namespace
