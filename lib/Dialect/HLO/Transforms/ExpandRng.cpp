//===- ExpandRng.cpp - Random numbers from bits ---------------------------===//
//
// Gives rng the stream that its hidden state stands for: a counter of the
// elements drawn so far, which starts at 0 in each call of the entry and goes
// through loops and branches as one more carried value; a loop's condition that
// draws becomes part of its body. Element number c of a call is made of the 64
// bits of threefry with key 0 and counter c. Assumes calls are inlined.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <cmath>

#define DEBUG_TYPE "hlo-expand-rng"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDRNGPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

static xla::PassCounter numExpanded(DEBUG_TYPE, "num-expanded-ops");

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

namespace {
/// Builds the numbers of one rng from its bits.
class Distribution {
public:
  Distribution(ImplicitLocOpBuilder &b, RngOp op, Value bits)
      : b(b), bits(bits), type(cast<RankedTensorType>(op.getType())),
        low(spread(op.getA())), high(spread(op.getB())) {}

  Value createIntegers();
  Value createUniform();
  Value createNormal();

private:
  Value spread(Value scalar) {
    return createBroadcast(b, b.getLoc(), scalar, type.getShape(), {});
  }
  RankedTensorType like(Type element) {
    return RankedTensorType::get(type.getShape(), element);
  }
  Value convert(Value value, Type element) {
    return value.getType() == like(element)
               ? value
               : ConvertOp::create(b, like(element), value);
  }
  /// A splat in the type of `value`.
  Value splat(Value value, double number) {
    return createSplatConstant(b, b.getLoc(),
                               cast<RankedTensorType>(value.getType()), number);
  }
  Value compare(Value lhs, Value rhs, ComparisonDirection direction) {
    return CompareOp::create(b, lhs, rhs, direction);
  }
  /// The number `word` in units of 2^-`digits`.
  Value toFraction(Value word, int digits) {
    Value number = convert(word, b.getF64Type());
    return scale(number, std::ldexp(1.0, -digits));
  }
  Value scale(Value value, double factor) {
    return MultiplyOp::create(b, value, splat(value, factor));
  }

  ImplicitLocOpBuilder &b;
  Value bits;
  RankedTensorType type;
  Value low, high;
};
} // namespace

/// low + bits mod (high - low), wrapping in 64 bits; low if high is not above.
Value Distribution::createIntegers() {
  Type word = b.getIntegerType(64, /*isSigned=*/false);
  Value from = convert(low, word);
  Value distance = SubtractOp::create(b, convert(high, word), from);
  Value offset = RemainderOp::create(b, bits, distance);
  Value value = convert(AddOp::create(b, from, offset), type.getElementType());
  return SelectOp::create(b, compare(low, high, ComparisonDirection::LT), value,
                          low);
}

/// low + (high - low) u in f64 with as many bits of u as the type has, rounded;
/// low where that gives high or more.
Value Distribution::createUniform() {
  int precision = cast<FloatType>(type.getElementType()).getFPMantissaWidth();
  Type f64 = b.getF64Type();
  Value shifted =
      ShiftRightLogicalOp::create(b, bits, splat(bits, 64 - precision));
  Value u = toFraction(shifted, precision);
  Value from = convert(low, f64);
  Value distance = SubtractOp::create(b, convert(high, f64), from);
  Value wide = AddOp::create(b, MultiplyOp::create(b, distance, u), from);
  Value value = convert(wide, type.getElementType());
  return SelectOp::create(b, compare(value, high, ComparisonDirection::GE), low,
                          value);
}

/// low + high sqrt(-2 log(1 - u)) cos(2 pi v) in f64, rounded once (Box and
/// Muller, 1958); u and v are the low and the high half of the bits.
Value Distribution::createNormal() {
  Type f64 = b.getF64Type();
  Value half = splat(bits, 32);
  Value lowWord =
      ShiftRightLogicalOp::create(b, ShiftLeftOp::create(b, bits, half), half);
  Value u = toFraction(lowWord, 32);
  Value v = toFraction(ShiftRightLogicalOp::create(b, bits, half), 32);
  Value log = LogPlusOneOp::create(b, NegateOp::create(b, u));
  Value radius = SqrtOp::create(b, scale(log, -2.0));
  Value normal =
      MultiplyOp::create(b, radius, CosineOp::create(b, scale(v, 2 * M_PI)));
  Value scaled = MultiplyOp::create(b, normal, convert(high, f64));
  return convert(AddOp::create(b, scaled, convert(low, f64)),
                 type.getElementType());
}

//===----------------------------------------------------------------------===//
// The hidden state
//===----------------------------------------------------------------------===//

/// Whether `region` draws numbers.
static bool draws(Region &region) {
  return region.walk([](RngOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether the state can be handed through everything between `op` and its
/// function: it is control flow.
static bool isReachable(RngOp op) {
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!isa<WhileOp, IfOp, CaseOp>(parent))
      return false;
  return true;
}

/// What `condition` says of `values`, computed where `b` stands.
static Value cloneCondition(OpBuilder &b, Region &condition,
                            ValueRange values) {
  IRMapping map;
  map.map(condition.getArguments(), values);
  for (Operation &op : condition.front().without_terminator())
    b.clone(op, map);
  return map.lookupOrDefault(condition.front().getTerminator()->getOperand(0));
}

/// Moves the condition of `loop`, which can hand nothing on, before the loop
/// and to the end of its body: the loop carries whether it goes on.
static void rotate(WhileOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Value> inits(loop.getOperands());
  inits.push_back(cloneCondition(b, loop.getCond(), inits));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto rotated = WhileOp::create(b, types, inits, ArrayRef<NamedAttribute>());
  rotated->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rotated.getBody().takeBody(loop.getBody());
  Block &body = rotated.getBody().front();
  body.addArgument(types.back(), b.getLoc());
  Operation *end = body.getTerminator();
  b.setInsertionPoint(end);
  Value goesOn = cloneCondition(b, loop.getCond(), end->getOperands());
  end->insertOperands(end->getNumOperands(), goesOn);
  Block *condition =
      b.createBlock(&rotated.getCond(), {}, types,
                    SmallVector<Location>(types.size(), b.getLoc()));
  ReturnOp::create(b, condition->getArguments().back());
  loop->replaceAllUsesWith(rotated.getResults().drop_back());
  loop->erase();
}

/// Replaces `op`; returns the state after it.
static Value expand(RngOp op, Value state) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto type = cast<RankedTensorType>(op.getType());
  auto words = RankedTensorType::get(type.getShape(),
                                     b.getIntegerType(64, /*isSigned=*/false));
  auto generated = RngBitGeneratorOp::create(
      b, TypeRange{state.getType(), words}, state, RngAlgorithm::THREE_FRY);
  Distribution distribution(b, op, generated.getOutput());
  Value value;
  if (!isa<FloatType>(type.getElementType()))
    value = distribution.createIntegers();
  else if (op.getRngDistribution() == RngDistribution::UNIFORM)
    value = distribution.createUniform();
  else
    value = distribution.createNormal();
  op.replaceAllUsesWith(value);
  op.erase();
  numExpanded += 1;
  return generated.getOutputState();
}

static Value threadThrough(Block &block, Value state);

/// Rebuilds `op`, which has regions, so that it also hands on the state.
static Value threadThrough(Operation *op, Value state) {
  OpBuilder builder(op);
  OperationState rebuilt(op->getLoc(), op->getName());
  rebuilt.addOperands(op->getOperands());
  rebuilt.addTypes(op->getResultTypes());
  rebuilt.addTypes(state.getType());
  rebuilt.addAttributes(op->getAttrs());
  auto loop = dyn_cast<WhileOp>(op);
  if (loop)
    rebuilt.addOperands(state);
  for (Region &region : op->getRegions()) {
    Block &block = region.front();
    Value inside =
        loop ? Value(block.addArgument(state.getType(), op->getLoc())) : state;
    // A condition returns its predicate alone.
    if (!loop || &region != &loop.getCond()) {
      Value after = threadThrough(block, inside);
      Operation *terminator = block.getTerminator();
      terminator->insertOperands(terminator->getNumOperands(), after);
    }
    rebuilt.addRegion()->takeBody(region);
  }
  Operation *result = builder.create(rebuilt);
  op->replaceAllUsesWith(result->getResults().drop_back());
  op->erase();
  return result->getResults().back();
}

/// Expands what `block` draws, in order; returns the state at its end.
static Value threadThrough(Block &block, Value state) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto rng = dyn_cast<RngOp>(op))
      state = expand(rng, state);
    else if (llvm::any_of(op.getRegions(), draws))
      state = threadThrough(&op, state);
  }
  return state;
}

namespace {
struct ExpandRngPass : xla::hlo::impl::HLOExpandRngPassBase<ExpandRngPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !draws(function.getBody()))
      return;
    // One that cannot be expanded would lose its place in the stream.
    bool all = true;
    function.walk([&](RngOp op) {
      all &= isReachable(op) &&
             cast<RankedTensorType>(op.getType()).hasStaticShape();
    });
    if (!all)
      return;
    SmallVector<WhileOp> loops;
    function.walk([&](WhileOp loop) {
      if (draws(loop.getCond()))
        loops.push_back(loop);
    });
    llvm::for_each(loops, rotate);
    ImplicitLocOpBuilder b(function.getLoc(), &getContext());
    b.setInsertionPointToStart(&function.getBody().front());
    auto type =
        RankedTensorType::get({2}, b.getIntegerType(64, /*isSigned=*/false));
    threadThrough(function.getBody().front(),
                  createSplatConstant(b, b.getLoc(), type, 0));
  }
};
} // namespace
