//===- FlattenTuples.cpp - Values instead of tuples -----------------------===//
//
// Replaces tuples by their elements: in function signatures, in control flow
// and in results of custom calls; get_tuple_element of tuple then folds.
// Assumes that calls are inlined; guarantees that no tuple is left but operands
// of custom calls.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOFLATTENTUPLESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-flatten-tuples"
static xla::PassCounter numFlattenedOps(DEBUG_TYPE, "num-flattened-ops");

static bool hasTuple(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<TupleType>);
}

/// The types with tuples, also nested ones, replaced by their elements.
static SmallVector<Type> flattenTypes(TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types) {
    if (auto tuple = dyn_cast<TupleType>(type))
      tuple.getFlattenedTypes(flat);
    else
      flat.push_back(type);
  }
  return flat;
}

/// Appends the elements of `value` to `flat`.
static void unpack(OpBuilder &builder, Value value,
                   SmallVectorImpl<Value> &flat) {
  auto tuple = dyn_cast<TupleType>(value.getType());
  if (!tuple) {
    flat.push_back(value);
    return;
  }
  for (size_t index : llvm::seq(tuple.size())) {
    Value element;
    if (auto op = value.getDefiningOp<TupleOp>())
      element = op.getVal()[index];
    else
      element = GetTupleElementOp::create(builder, value.getLoc(),
                                          tuple.getType(index), value, index);
    unpack(builder, element, flat);
  }
}

static SmallVector<Value> unpack(OpBuilder &builder, ValueRange values) {
  SmallVector<Value> flat;
  for (Value value : values)
    unpack(builder, value, flat);
  return flat;
}

/// Builds a value of `type` from the first of `flat` and drops those.
static Value pack(OpBuilder &builder, Location loc, Type type,
                  ValueRange &flat) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    Value value = flat.front();
    flat = flat.drop_front();
    return value;
  }
  SmallVector<Value> elements;
  for (Type element : tuple.getTypes())
    elements.push_back(pack(builder, loc, element, flat));
  return TupleOp::create(builder, loc, type, elements);
}

/// Gives `block` arguments without tuples.
static void flattenArguments(Block &block) {
  if (!hasTuple(block.getArgumentTypes()))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  unsigned count = block.getNumArguments();
  SmallVector<BlockArgument> old(block.getArguments());
  for (BlockArgument argument : old) {
    SmallVector<Value> added;
    for (Type type : flattenTypes(argument.getType()))
      added.push_back(block.addArgument(type, argument.getLoc()));
    ValueRange flat(added);
    argument.replaceAllUsesWith(
        pack(builder, argument.getLoc(), argument.getType(), flat));
  }
  block.eraseArguments(0, count);
}

/// Gives the terminator of `block` operands without tuples.
static void flattenTerminator(Block &block) {
  Operation *terminator = block.getTerminator();
  if (!hasTuple(terminator->getOperandTypes()))
    return;
  OpBuilder builder(terminator);
  terminator->setOperands(unpack(builder, terminator->getOperands()));
}

/// Aliases of a call that had a tuple of one element name its only result.
static void dropAliasIndices(OperationState &state) {
  StringRef name = "output_operand_aliases";
  auto aliases = dyn_cast_if_present<ArrayAttr>(state.attributes.get(name));
  if (!aliases)
    return;
  SmallVector<Attribute> flat;
  for (Attribute attribute : aliases) {
    auto alias = cast<OutputOperandAliasAttr>(attribute);
    flat.push_back(OutputOperandAliasAttr::get(
        state.getContext(), /*outputTupleIndices=*/{}, alias.getOperandIndex(),
        alias.getOperandTupleIndices()));
  }
  state.attributes.set(name, ArrayAttr::get(state.getContext(), flat));
}

/// Replaces `op` by the same op on flat operands and results.
static void flattenOp(Operation *op) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(isa<CustomCallOp>(op)
                        ? SmallVector<Value>(op->getOperands())
                        : unpack(builder, op->getOperands()));
  state.addTypes(flattenTypes(op->getResultTypes()));
  state.addAttributes(op->getAttrs());
  if (isa<CustomCallOp>(op) && state.types.size() == 1)
    dropAliasIndices(state);
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *flatOp = builder.create(state);
  for (Region &region : flatOp->getRegions())
    for (Block &block : region) {
      flattenArguments(block);
      flattenTerminator(block);
    }
  ValueRange flat = flatOp->getResults();
  for (OpResult result : op->getResults())
    result.replaceAllUsesWith(
        pack(builder, op->getLoc(), result.getType(), flat));
  op->erase();
  numFlattenedOps += 1;
}

static void flattenSignature(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  if (!hasTuple(type.getInputs()) && !hasTuple(type.getResults()))
    return;
  // Attributes of a tuple's argument or result stay with its elements.
  auto spread = [&](TypeRange types, auto getAttrs) {
    SmallVector<Attribute> attrs;
    for (auto [index, one] : llvm::enumerate(types))
      attrs.append(flattenTypes(one).size(), getAttrs(index));
    return ArrayAttr::get(function.getContext(), attrs);
  };
  auto empty = DictionaryAttr::get(function.getContext());
  ArrayAttr arguments = spread(type.getInputs(), [&](unsigned index) {
    DictionaryAttr attrs = function.getArgAttrDict(index);
    return attrs ? attrs : empty;
  });
  ArrayAttr results = spread(type.getResults(), [&](unsigned index) {
    DictionaryAttr attrs = function.getResultAttrDict(index);
    return attrs ? attrs : empty;
  });
  for (Block &block : function.getBody()) {
    if (block.isEntryBlock())
      flattenArguments(block);
    flattenTerminator(block);
  }
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             flattenTypes(type.getInputs()),
                                             flattenTypes(type.getResults())));
  if (function.getArgAttrsAttr())
    function.setArgAttrsAttr(arguments);
  if (function.getResAttrsAttr())
    function.setResAttrsAttr(results);
}

namespace {
struct FlattenTuplesPass
    : xla::hlo::impl::HLOFlattenTuplesPassBase<FlattenTuplesPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      flattenSignature(function);
      SmallVector<Operation *> ops;
      function.walk([&](Operation *op) {
        if (isa<IfOp, CaseOp, WhileOp, CustomCallOp>(op) &&
            (hasTuple(op->getResultTypes()) ||
             (hasTuple(op->getOperandTypes()) && !isa<CustomCallOp>(op))))
          ops.push_back(op);
      });
      llvm::for_each(ops, flattenOp);
      foldElements(function);
    }
  }

  /// Folds get_tuple_element of tuple and erases tuples without users.
  static void foldElements(func::FuncOp function) {
    function.walk([&](GetTupleElementOp op) {
      auto tuple = op.getOperand().getDefiningOp<TupleOp>();
      if (!tuple)
        return;
      op.replaceAllUsesWith(Value(tuple.getVal()[op.getIndex()]));
      op.erase();
    });
    SmallVector<TupleOp> tuples;
    function.walk([&](TupleOp op) { tuples.push_back(op); });
    // Users come later, so that nested tuples go in one sweep.
    for (TupleOp op : llvm::reverse(tuples))
      if (op->use_empty())
        op.erase();
  }
};
} // namespace
