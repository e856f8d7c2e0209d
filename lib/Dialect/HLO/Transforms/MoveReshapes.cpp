//===- MoveReshapes.cpp - Reshapes meet behind elementwise ops ------------===//
//
// Elementwise ops between reshapes compute in the shape in front of them, where
// they are part of the reduction or product that makes it. Only where every
// reshape ends: all ops that would be left with one behind them stay. Assumes
// verified HLO.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOMOVERESHAPESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-move-reshapes"
static xla::PassCounter numMovedOps(DEBUG_TYPE, "num-moved-ops");

/// Times that reshapes in front of what was moved are moved as well.
static constexpr int mostRounds = 4;

using Shape = ArrayRef<int64_t>;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `to` is `from` with more dimensions of one element.
static bool onlyAddsUnits(Shape from, Shape to) {
  auto kept = matchUnitDims(from, to);
  return kept && !llvm::is_contained(*kept, -1);
}

/// What `value` is a reshape of, also in the form of a broadcast; null for
/// other values.
static Value getReshaped(Value value) {
  if (auto reshape = value.getDefiningOp<ReshapeOp>())
    return isPlain(reshape.getOperand().getType()) ? reshape.getOperand()
                                                   : Value();
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast || !isPlain(broadcast.getOperand().getType()) ||
      !llvm::is_sorted(broadcast.getBroadcastDimensions()) ||
      broadcast.getType().getNumElements() !=
          broadcast.getOperand().getType().getNumElements())
    return {};
  return broadcast.getOperand();
}

/// The scalar that every element of `value` is; null for other values.
static Value getScalar(Value value) {
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  return broadcast && typeOf(broadcast.getOperand()).getRank() == 0
             ? broadcast.getOperand()
             : Value();
}

namespace {
/// Moves the reshapes of one block.
class ReshapeMover {
public:
  explicit ReshapeMover(Block &block) : block(block) {}
  /// Whether any was.
  bool run();

private:
  bool hasAnyShape(Value value) const;
  std::optional<Shape> findShape(Operation *op) const;
  bool isEnd(Operation *user, Shape shape) const;
  void drop(Operation *op, SmallVectorImpl<Operation *> &worklist);
  Value getMoved(OpBuilder &b, Value value, Shape shape);
  void move(Operation *op, Shape shape);
  void finish(Operation *op);

  Block &block;
  /// Ops that compute in another shape.
  DenseMap<Operation *, SmallVector<int64_t>> shapes;
  DenseMap<Value, Value> moved;
};
} // namespace

/// Whether `value` is had in any shape without a kernel: all its elements are
/// one, or it lies in memory.
bool ReshapeMover::hasAnyShape(Value value) const {
  return isa<BlockArgument>(value) ||
         matchPattern(value, m_Constant<SplatElementsAttr>(nullptr)) ||
         getScalar(value);
}

/// The one shape that the operands of `op` are reshapes of; nothing where they
/// are not, or `op` is no elementwise op that can be computed elsewhere.
std::optional<Shape> ReshapeMover::findShape(Operation *op) const {
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  if (!elementwise || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      !isPlain(op->getResult(0).getType()))
    return std::nullopt;
  std::optional<Shape> shape;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (elementwise.isScalarOperand(operand.getOperandNumber()))
      continue;
    if (!isPlain(value.getType()))
      return std::nullopt;
    Shape found;
    if (auto it = shapes.find(value.getDefiningOp()); it != shapes.end())
      found = it->second;
    else if (hasAnyShape(value))
      continue;
    else if (Value reshaped = getReshaped(value))
      found = typeOf(reshaped).getShape();
    else
      return std::nullopt;
    if (shape && *shape != found)
      return std::nullopt;
    shape = found;
  }
  if (shape && *shape == typeOf(op->getResult(0)).getShape())
    return std::nullopt;
  return shape;
}

/// Whether `user` takes a reshape of `shape` into itself, or is moved as well.
bool ReshapeMover::isEnd(Operation *user, Shape shape) const {
  if (shapes.contains(user) || isa<ReshapeOp>(user))
    return true;
  return isa<BroadcastInDimOp>(user) &&
         onlyAddsUnits(shape, typeOf(user->getOperand(0)).getShape());
}

/// `op` stays; so do those that it reads and that read it.
void ReshapeMover::drop(Operation *op, SmallVectorImpl<Operation *> &worklist) {
  if (!shapes.erase(op))
    return;
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp())
      worklist.push_back(producer);
  llvm::append_range(worklist, op->getUsers());
}

/// `value` in `shape`.
Value ReshapeMover::getMoved(OpBuilder &b, Value value, Shape shape) {
  if (Value other = moved.lookup(value))
    return other;
  RankedTensorType type = typeOf(value).clone(shape);
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&splat)))
    return ConstantOp::create(b, value.getLoc(), splat.resizeSplat(type));
  if (Value scalar = getScalar(value))
    return createBroadcast(b, value.getLoc(), scalar, shape, {});
  if (Value reshaped = getReshaped(value))
    return reshaped;
  return ReshapeOp::create(b, value.getLoc(), type, value);
}

void ReshapeMover::move(Operation *op, Shape shape) {
  OpBuilder b(op);
  auto elementwise = cast<ElementwiseOpInterface>(op);
  IRMapping map;
  for (OpOperand &operand : op->getOpOperands())
    if (!elementwise.isScalarOperand(operand.getOperandNumber()))
      map.map(operand.get(), getMoved(b, operand.get(), shape));
  Operation *clone = b.clone(*op, map);
  clone->getResult(0).setType(typeOf(op->getResult(0)).clone(shape));
  moved[op->getResult(0)] = clone->getResult(0);
  numMovedOps += 1;
}

/// Lets reshapes and broadcasts of `op` read what was computed instead.
void ReshapeMover::finish(Operation *op) {
  Value value = moved.lookup(op->getResult(0));
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    if (shapes.contains(user) || !isa<ReshapeOp, BroadcastInDimOp>(user))
      continue;
    OpBuilder b(user);
    Value result = user->getResult(0);
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(user)) {
      auto kept = matchUnitDims(typeOf(value).getShape(),
                                typeOf(op->getResult(0)).getShape());
      result.replaceAllUsesWith(BroadcastInDimOp::create(
          b, user->getLoc(), result.getType(), value,
          compose(b, broadcast.getBroadcastDimensions(), *kept)));
    } else if (result.getType() == value.getType()) {
      result.replaceAllUsesWith(value);
    } else {
      result.replaceAllUsesWith(
          ReshapeOp::create(b, user->getLoc(), result.getType(), value));
    }
    user->erase();
  }
  // What was moved may read this through a reshape that is gone now.
  auto stays = [&](OpOperand &use) { return !shapes.contains(use.getOwner()); };
  if (llvm::none_of(op->getUses(), stays))
    return;
  OpBuilder b(op);
  Value reshaped =
      ReshapeOp::create(b, op->getLoc(), op->getResult(0).getType(), value);
  op->getResult(0).replaceUsesWithIf(reshaped, stays);
}

bool ReshapeMover::run() {
  SmallVector<Operation *> ordered;
  for (Operation &op : block)
    if (std::optional<Shape> shape = findShape(&op)) {
      shapes[&op] = llvm::to_vector(*shape);
      ordered.push_back(&op);
    }
  SmallVector<Operation *> worklist(ordered);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    auto found = shapes.find(op);
    if (found == shapes.end())
      continue;
    auto ends = [&](Operation *user) { return isEnd(user, found->second); };
    if (op->use_empty() || !llvm::all_of(op->getUsers(), ends) ||
        findShape(op) != std::optional<Shape>(found->second))
      drop(op, worklist);
  }
  llvm::erase_if(ordered, [&](Operation *op) { return !shapes.contains(op); });
  for (Operation *op : ordered)
    move(op, shapes.find(op)->second);
  for (Operation *op : ordered)
    finish(op);
  for (Operation *op : llvm::reverse(ordered))
    op->erase();
  return !shapes.empty();
}

namespace {
struct MoveReshapesPass
    : xla::hlo::impl::HLOMoveReshapesPassBase<MoveReshapesPass> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    // What was moved may read a reshape of what was moved: once more then.
    for (Block *block : blocks)
      for (int round = 0; round < mostRounds && ReshapeMover(*block).run();)
        ++round;
  }
};
} // namespace
