//===- ExportCaptures.cpp - Computations that see nothing around them -----===//
//
// A region may use values from around it, a computation of HLO may not. What is
// known at compile time is repeated inside. Loops carry the rest. A reduction,
// sort, scatter or map takes a scalar as one more input that holds it
// everywhere: whatever is combined, it stays the same.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Elements of a constant that a loop or branch repeats instead of taking it.
static constexpr int64_t maxRepeatedElements = 16;
/// Steps from a constant to a value that is repeated with it.
static constexpr unsigned maxChain = 8;

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

/// True if `value` is computed from constants at little cost. A combiner, which
/// has no other way, repeats constants of any size.
static bool isRepeatable(Value value, bool isCombiner, unsigned chain = 0) {
  Operation *op = value.getDefiningOp();
  if (!op || chain == maxChain || op->getNumRegions() != 0)
    return false;
  if (auto constant = dyn_cast<hlo::ConstantOp>(op))
    return isCombiner || constant.getValue().isSplat() ||
           constant.getValue().getNumElements() <= maxRepeatedElements;
  return isScalar(value.getType()) && op->getNumResults() == 1 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isRepeatable(operand, isCombiner, chain + 1);
         });
}

static Value repeat(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    repeat(builder, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

void hlo_export::repeatConstants(Region &region, bool isCombiner) {
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(region, captures);
  OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
  IRMapping mapping;
  for (Value capture : captures)
    if (isRepeatable(capture, isCombiner))
      replaceAllUsesInRegionWith(capture, repeat(builder, capture, mapping),
                                 region);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// An op that is being replaced by one with more operands and results.
class Extension {
public:
  Extension(Operation *op, ArrayRef<Value> captures)
      : op(op), captures(captures), builder(op), operands(op->getOperands()),
        types(op->getResultTypes()) {}

  void extendWhile();
  void extendReduction(unsigned numInputs);
  void extendScatter(hlo::ScatterOp scatter);
  void extendSort();
  void extendMap();

private:
  Block &getBody() { return op->getRegion(0).front(); }
  Value spread(Value scalar, Value like) {
    return hlo::createBroadcast(
        builder, op->getLoc(), scalar,
        cast<RankedTensorType>(like.getType()).getShape(), {});
  }
  Type getTypeLike(Type like, Value scalar) {
    return cast<RankedTensorType>(like).clone(
        getElementTypeOrSelf(scalar.getType()));
  }
  /// Makes argument `inner` of `region`'s block what uses of `capture` mean.
  void replaceInside(Region &region, Value capture, Value inner) {
    replaceAllUsesInRegionWith(capture, inner, region);
  }
  void addReturned(ArrayRef<Value> values) {
    Operation *terminator = getBody().getTerminator();
    terminator->insertOperands(terminator->getNumOperands(), values);
  }
  /// Combiners take all accumulators, then all elements: adds one of each for
  /// every capture and returns the accumulators.
  void extendCombiner();
  void replace();

  Operation *op;
  ArrayRef<Value> captures;
  OpBuilder builder;
  SmallVector<Value> operands;
  SmallVector<Type> types;
};
} // namespace

void Extension::replace() {
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *extended = builder.create(state);
  for (auto [before, after] :
       llvm::zip_first(op->getResults(), extended->getResults()))
    before.replaceAllUsesWith(after);
  op->erase();
}

void Extension::extendWhile() {
  for (Value capture : captures) {
    operands.push_back(capture);
    types.push_back(capture.getType());
    for (Region &region : op->getRegions())
      replaceInside(region, capture,
                    region.addArgument(capture.getType(), capture.getLoc()));
  }
  SmallVector<Value> carried(
      llvm::cast<hlo::WhileOp>(op).getBody().getArguments().take_back(
          captures.size()));
  Operation *terminator =
      llvm::cast<hlo::WhileOp>(op).getBody().front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), carried);
  replace();
}

void Extension::extendCombiner() {
  Block &body = getBody();
  unsigned place = body.getNumArguments() / 2;
  SmallVector<Value> accumulators;
  for (Value capture : captures) {
    Value accumulator =
        body.insertArgument(place++, capture.getType(), capture.getLoc());
    body.addArgument(capture.getType(), capture.getLoc());
    replaceInside(op->getRegion(0), capture, accumulator);
    accumulators.push_back(accumulator);
  }
  addReturned(accumulators);
}

void Extension::extendReduction(unsigned numInputs) {
  Value input = operands.front();
  Type result = types.front();
  for (auto [index, capture] : llvm::enumerate(captures)) {
    operands.insert(operands.begin() + numInputs + index,
                    spread(capture, input));
    operands.push_back(capture);
    types.push_back(getTypeLike(result, capture));
  }
  extendCombiner();
  replace();
}

void Extension::extendScatter(hlo::ScatterOp scatter) {
  Value input = scatter.getInputs().front(),
        update = scatter.getUpdates().front();
  size_t place = scatter.getInputs().size();
  Type result = types.front();
  for (Value capture : captures) {
    operands.insert(operands.begin() + place++, spread(capture, input));
    operands.push_back(spread(capture, update));
    types.push_back(getTypeLike(result, capture));
  }
  extendCombiner();
  replace();
}

void Extension::extendSort() {
  Value input = operands.front();
  for (Value capture : captures) {
    operands.push_back(spread(capture, input));
    types.push_back(operands.back().getType());
    Value inner = getBody().addArgument(capture.getType(), capture.getLoc());
    getBody().addArgument(capture.getType(), capture.getLoc());
    replaceInside(op->getRegion(0), capture, inner);
  }
  replace();
}

void Extension::extendMap() {
  Value input = operands.front();
  for (Value capture : captures) {
    operands.push_back(spread(capture, input));
    replaceInside(op->getRegion(0), capture,
                  getBody().addArgument(capture.getType(), capture.getLoc()));
  }
  replace();
}

/// Emits the error about `capture`, which cannot be passed.
static LogicalResult refuse(Operation *op, Value capture, const Twine &what) {
  InFlightDiagnostic error = op->emitOpError()
                             << "expects " << what
                             << " in its computation, because in HLO only "
                                "loops and branches see values around them";
  error.attachNote(capture.getLoc()) << "this value is used inside";
  return error;
}

static LogicalResult extend(Operation *op, ArrayRef<Value> captures) {
  Extension extension(op, captures);
  if (isa<hlo::WhileOp>(op)) {
    extension.extendWhile();
    return success();
  }
  if (!isa<hlo::ReduceOp, hlo::ReduceWindowOp, hlo::ScatterOp, hlo::SortOp,
           hlo::MapOp>(op))
    return refuse(op, captures.front(), "only arguments and constants");
  for (Value capture : captures)
    if (!isScalar(capture.getType()))
      return refuse(op, capture, "only scalars from around it");
  for (Type type : op->getOperandTypes())
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return refuse(op, captures.front(),
                    "static shapes, or only arguments and constants");
  TypeSwitch<Operation *>(op)
      .Case<hlo::ReduceOp, hlo::ReduceWindowOp>([&](auto reduction) {
        extension.extendReduction(reduction.getInputs().size());
      })
      .Case([&](hlo::ScatterOp scatter) { extension.extendScatter(scatter); })
      .Case([&](hlo::SortOp) { extension.extendSort(); })
      .Case([&](hlo::MapOp) { extension.extendMap(); });
  return success();
}

LogicalResult hlo_export::passCaptures(func::FuncOp function) {
  // Inner regions first: what they take from farther out, outer ones pass on.
  WalkResult result = function.walk([](Operation *op) {
    if (op->getNumRegions() == 0 ||
        op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return WalkResult::advance();
    bool isBranch = isa<hlo::IfOp, hlo::CaseOp>(op);
    bool isCombiner = !isBranch && !isa<hlo::WhileOp>(op);
    for (Region &region : op->getRegions())
      repeatConstants(region, isCombiner);
    llvm::SetVector<Value> captures;
    getUsedValuesDefinedAbove(op->getRegions(), captures);
    if (isBranch || captures.empty())
      return WalkResult::advance();
    return failed(extend(op, captures.getArrayRef())) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
