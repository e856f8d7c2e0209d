//===- OutlineKernels.cpp - Kernel functions named by content -------------===//
//
// Makes a function of each fusion and of each op that is a kernel of its own,
// names it by a hash of its content, and merges those that are the same.
//
// Assumes fusions are formed. Guarantees a host level of large constants,
// kernel calls, loops, conditionals, reshapes and returns.
//
//===----------------------------------------------------------------------===//

#include "RegionWork.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/XLA/IR/Combiner.h"
#include "xla/Dialect/XLA/IR/Region.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/KernelNames.h"
#include "xla/Fusion/Passes.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/RegisterTensors.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace xla {
#define GEN_PASS_DEF_XLAOUTLINEKERNELSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-outline-kernels"

static PassCounter numOutlinedKernels(DEBUG_TYPE, "num-outlined-kernels");
static PassCounter numMergedKernels(DEBUG_TYPE, "num-merged-kernels");

namespace {
class KernelOutliner {
public:
  KernelOutliner(ModuleOp module, const CompileOptions &options)
      : module(module), options(options), symbols(module),
        insertBefore(module.getBody()->begin()) {}

  /// Outlines everything in `block` and in the loops and branches in it.
  void outlineBlock(Block &block);

private:
  void outline(Operation *op);
  void outlineConstant(Operation *constant);
  void outlineCombiner(Operation *collective);
  bool replaceEmpty(Operation *op);
  func::FuncOp buildKernel(Operation *op, ArrayRef<Value> inputs,
                           ArrayRef<Operation *> constants);
  SmallVector<int64_t> getInPlacePairsOf(Operation *op, ValueRange inputs);
  func::FuncOp getOrInsert(func::FuncOp kernel, StringRef label);

  ModuleOp module;
  const CompileOptions &options;
  SymbolTable symbols;
  Block::iterator insertBefore;
};
} // namespace

static bool isEmpty(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 0;
}

/// A constant of no elements.
static Value makeEmpty(OpBuilder &builder, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  return hlo::ConstantOp::create(
      builder, like.getLoc(), type,
      DenseElementsAttr::get(type, ArrayRef<Attribute>()));
}

/// Lets `op` and its regions use a constant for `value`, which has no elements.
static Value replaceByEmpty(Operation *op, Value value) {
  OpBuilder builder(op);
  Value empty = makeEmpty(builder, value);
  value.replaceUsesWithIf(
      empty, [&](OpOperand &use) { return op->isAncestor(use.getOwner()); });
  return empty;
}

/// An op that computes no element needs no kernel. Returns whether it is gone.
bool KernelOutliner::replaceEmpty(Operation *op) {
  if (op->getNumResults() == 0 || !isMemoryEffectFree(op) ||
      !llvm::all_of(op->getResults(), isEmpty))
    return false;
  OpBuilder builder(op);
  for (Value result : op->getResults())
    result.replaceAllUsesWith(makeEmpty(builder, result));
  op->erase();
  return true;
}

/// The op that gives a kernel its name: the last of a fusion.
static Operation *getRoot(Operation *op) {
  auto fusion = dyn_cast<hlo::FusionOp>(op);
  if (!fusion)
    return op;
  Block &body = fusion.getBody().front();
  return body.getTerminator()->getPrevNode();
}

/// The operands of `op` and what its regions take from around it.
static llvm::SetVector<Value> getInputs(Operation *op) {
  llvm::SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  return inputs;
}

/// Pairs of kernel arguments and results that may share a buffer. An argument
/// that the op reads by another operand too must keep its content.
SmallVector<int64_t> KernelOutliner::getInPlacePairsOf(Operation *op,
                                                       ValueRange inputs) {
  SmallVector<int64_t> pairs;
  auto inPlace = dyn_cast<hlo::InPlaceOpInterface>(op);
  if (!inPlace)
    return pairs;
  for (unsigned result = 0; result < inPlace.getNumInPlacePairs(); ++result) {
    Value operand = op->getOperand(result);
    auto found = llvm::find(inputs, operand);
    if (found == inputs.end() || llvm::count(op->getOperands(), operand) != 1)
      return {};
    pairs.push_back(std::distance(inputs.begin(), found));
    pairs.push_back(result);
  }
  return pairs;
}

/// The argument of a region whose buffer `result` may take: where loops only
/// hand it on to each other, they update it in place.
static BlockArgument getCarriedArgument(Value result) {
  while (auto carried = dyn_cast<OpResult>(result)) {
    if (!isa<hlo::WhileOp>(carried.getOwner()))
      return {};
    result = carried.getOwner()->getOperand(carried.getResultNumber());
    if (!result.hasOneUse())
      return {};
  }
  return cast<BlockArgument>(result);
}

/// Pairs of kernel arguments and results that a region updates in place, as
/// above. Small ones are not worth it: they are in registers.
static SmallVector<int64_t> getCarriedPairs(hlo::FusionOp region,
                                            ArrayRef<Value> inputs) {
  SmallVector<int64_t> pairs;
  Block &body = region.getBody().front();
  for (auto [index, result] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    BlockArgument argument = getCarriedArgument(result);
    if (!argument || fitsRegisters(result.getType()) || !result.hasOneUse())
      continue;
    Value operand = region->getOperand(argument.getArgNumber());
    auto found = llvm::find(inputs, operand);
    if (found == inputs.end())
      continue;
    int64_t input = std::distance(inputs.begin(), found);
    bool taken = false;
    for (size_t pair = 0; pair < pairs.size(); pair += 2)
      taken |= pairs[pair] == input;
    if (!taken)
      pairs.append({input, int64_t(index)});
  }
  return pairs;
}

/// The pair of a kernel argument and the result that the root of `fusion` makes
/// of it in place; none where the root reads that argument besides.
static SmallVector<int64_t> getUpdatedPairs(hlo::FusionOp fusion,
                                            ArrayRef<Value> inputs) {
  Operation *terminator = fusion.getBody().front().getTerminator();
  auto update =
      terminator->getOperand(0).getDefiningOp<hlo::DynamicUpdateSliceOp>();
  if (terminator->getNumOperands() != 1 || !update ||
      llvm::count(update->getOperands(), update.getOperand()) != 1)
    return {};
  auto argument = dyn_cast<BlockArgument>(update.getOperand());
  if (!argument)
    return {};
  const auto *found =
      llvm::find(inputs, fusion->getOperand(argument.getArgNumber()));
  if (found == inputs.end())
    return {};
  return {std::distance(inputs.begin(), found), 0};
}

/// A function outside the module that computes `op` from `inputs`, with the
/// constants that it uses cloned in.
func::FuncOp KernelOutliner::buildKernel(Operation *op, ArrayRef<Value> inputs,
                                         ArrayRef<Operation *> constants) {
  MLIRContext *context = op->getContext();
  SmallVector<Type> types = llvm::to_vector(
      llvm::map_range(inputs, [](Value v) { return v.getType(); }));
  auto kernel = func::FuncOp::create(
      op->getLoc(), "kernel",
      FunctionType::get(context, types, op->getResultTypes()));
  kernel.setPrivate();
  kernel->setAttr(kKernelAttr, UnitAttr::get(context));
  Block *body = kernel.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  IRMapping mapping;
  for (auto [input, argument] : llvm::zip(inputs, body->getArguments())) {
    argument.setLoc(input.getLoc());
    mapping.map(input, argument);
  }
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  SmallVector<Value> results;
  if (auto fusion = dyn_cast<hlo::FusionOp>(op)) {
    Block &inner = fusion.getBody().front();
    for (auto [argument, operand] :
         llvm::zip(inner.getArguments(), op->getOperands()))
      mapping.map(argument, mapping.lookup(operand));
    for (Operation &member : inner.without_terminator())
      builder.clone(member, mapping);
    for (Value result : inner.getTerminator()->getOperands())
      results.push_back(mapping.lookup(result));
    bool isRegion = fusion.getKind() == kRegionKind;
    if (isRegion)
      kernel->setAttr(kRegionAttr, builder.getUnitAttr());
    SmallVector<int64_t> pairs = isRegion ? getCarriedPairs(fusion, inputs)
                                          : getUpdatedPairs(fusion, inputs);
    if (!pairs.empty())
      kernel->setAttr(kInPlaceAttr, builder.getDenseI64ArrayAttr(pairs));
  } else {
    llvm::append_range(results, builder.clone(*op, mapping)->getResults());
    SmallVector<int64_t> pairs = getInPlacePairsOf(op, inputs);
    if (!pairs.empty())
      kernel->setAttr(kInPlaceAttr, builder.getDenseI64ArrayAttr(pairs));
  }
  func::ReturnOp::create(builder, op->getLoc(), results);
  return kernel;
}

/// A kernel's generic form and how it may be computed.
static std::string getContent(func::FuncOp kernel, Numerics numerics) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm().enableDebugInfo(false).useLocalScope();
  kernel->print(os, flags);
  os << (numerics == Numerics::Strict ? "strict" : "fast");
  return text;
}

static std::string getHash(StringRef content) {
  llvm::SHA256 hash;
  hash.update(content);
  return llvm::toHex(hash.final(), /*LowerCase=*/true)
      .substr(0, kNumHashDigits);
}

/// The kernel of the module with the content of `kernel`, which is consumed.
/// Where that name belongs to other content, the next of a series is tried.
func::FuncOp KernelOutliner::getOrInsert(func::FuncOp kernel, StringRef label) {
  std::string content = getContent(kernel, options.numerics);
  while (true) {
    kernel.setSymName((label + "_" + getHash(content)).str());
    Operation *known = symbols.lookup(kernel.getSymName());
    if (!known)
      break;
    if (OperationEquivalence::isEquivalentTo(
            known, kernel, OperationEquivalence::IgnoreLocations)) {
      numMergedKernels += 1;
      kernel->destroy();
      return cast<func::FuncOp>(known);
    }
    content += '+';
  }
  numOutlinedKernels += 1;
  symbols.insert(kernel, insertBefore);
  return kernel;
}

void KernelOutliner::outline(Operation *op) {
  SmallVector<Value> inputs;
  SmallVector<Operation *> constants;
  for (Value input : getInputs(op)) {
    // What has no elements is no argument either.
    if (isEmpty(input) && !input.getDefiningOp<hlo::ConstantOp>())
      input = replaceByEmpty(op, input);
    Operation *producer = input.getDefiningOp();
    if (producer && isSmallConstant(producer, options.smallConstantBytes))
      constants.push_back(producer);
    else
      inputs.push_back(input);
  }
  std::string label;
  if (auto fusion = dyn_cast<hlo::FusionOp>(op))
    label = fusion.getKind().str() + "_";
  label += getRoot(op)->getName().stripDialect();
  func::FuncOp kernel = getOrInsert(buildKernel(op, inputs, constants), label);
  OpBuilder builder(op);
  auto call = CallKernelOp::create(builder, op->getLoc(), op->getResultTypes(),
                                   kernel.getSymName(), inputs);
  op->replaceAllUsesWith(call.getResults());
  op->erase();
}

/// A collective keeps its computation, but native code combines elements by a
/// kernel of two.
void KernelOutliner::outlineCombiner(Operation *collective) {
  Block &body = collective->getRegion(0).front();
  Operation *terminator = body.getTerminator();
  auto kernel = func::FuncOp::create(
      collective->getLoc(), "kernel",
      FunctionType::get(collective->getContext(), body.getArgumentTypes(),
                        terminator->getOperandTypes()));
  kernel.setPrivate();
  kernel->setAttr(kKernelAttr, UnitAttr::get(collective->getContext()));
  Block *block = kernel.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  IRMapping mapping;
  mapping.map(body.getArguments(), block->getArguments());
  // Native support is known: it captures nothing but constants.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(collective->getRegions(), captured);
  for (Value value : captured)
    builder.clone(*value.getDefiningOp(), mapping);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  func::ReturnOp::create(
      builder, collective->getLoc(),
      llvm::map_to_vector(terminator->getOperands(),
                          [&](Value value) { return mapping.lookup(value); }));
  collective->setAttr(
      kCombinerAttr,
      FlatSymbolRefAttr::get(getOrInsert(kernel, "combine").getSymNameAttr()));
}

/// A large splat at the host level is made by a kernel, not kept as data.
void KernelOutliner::outlineConstant(Operation *constant) {
  DenseElementsAttr value;
  if (!matchPattern(constant, m_Constant(&value)) || !value.isSplat() ||
      getDenseByteSize(value.getType()) <= options.smallConstantBytes)
    return;
  outline(constant);
}

void KernelOutliner::outlineBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<OpTrait::ConstantLike>() || replaceEmpty(&op))
      continue;
    if (!isHostOp(&op)) {
      outline(&op);
      continue;
    }
    if (hlo::isCommunication(&op)) {
      if (op.getNumRegions() != 0)
        outlineCombiner(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        outlineBlock(inner);
  }
  // Constants that moved into kernels have no use any more.
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (op.use_empty())
      op.erase();
    else
      outlineConstant(&op);
  }
}

namespace {
struct XLAOutlineKernelsPass
    : xla::impl::XLAOutlineKernelsPassBase<XLAOutlineKernelsPass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    SmallVector<func::FuncOp> hosts;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!isKernel(function) && !function.isExternal())
        hosts.push_back(function);
    KernelOutliner outliner(getOperation(), *options);
    for (func::FuncOp host : hosts) {
      if (!llvm::hasSingleElement(host.getBody())) {
        host.emitOpError("expects a body of one block");
        return signalPassFailure();
      }
      outliner.outlineBlock(host.getBody().front());
    }
  }
};
} // namespace
