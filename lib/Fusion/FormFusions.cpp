//===- FormFusions.cpp - Group ops that one loop nest can compute ---------===//
//
// Puts the kernels of a plan (FusionPlan.h) into hlo.fusion ops, block by
// block.
//
// Assumes static shapes. Guarantees the same values; ops that a kernel does not
// share with others are left as they are.
//
//===----------------------------------------------------------------------===//

#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/Passes.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace xla {
#define GEN_PASS_DEF_HLOFORMFUSIONSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "hlo-form-fusions"

static PassCounter numFormedFusions(DEBUG_TYPE, "num-formed-fusions");
static PassCounter numFusedOps(DEBUG_TYPE, "num-fused-ops");
static PassCounter numJoinedKernels(DEBUG_TYPE, "num-joined-kernels");

namespace {
/// Writes the fusions of one block.
class FusionWriter {
public:
  FusionWriter(Block &block, int64_t smallConstantBytes)
      : block(block), smallConstantBytes(smallConstantBytes) {}

  void run(ArrayRef<PlannedKernel> plan);

private:
  struct Inputs {
    llvm::SetVector<Value> values;
    llvm::SetVector<Operation *> constants;
  };
  /// A user may have been redirected to another fusion's result already.
  Value getOriginal(Value value) const {
    Value before = original.lookup(value);
    return before ? before : value;
  }
  Inputs findInputs(const PlannedKernel &kernel) const;
  void write(const PlannedKernel &kernel);

  Block &block;
  int64_t smallConstantBytes;
  /// From a result of a fusion to the result of the op that it stands for.
  DenseMap<Value, Value> original;
};
} // namespace

/// The operands of `op` and what its regions capture.
static llvm::SetVector<Value> getReadValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// What `kernel` reads, and the small constants that move into it.
FusionWriter::Inputs
FusionWriter::findInputs(const PlannedKernel &kernel) const {
  llvm::SmallDenseSet<Operation *> members(kernel.members.begin(),
                                           kernel.members.end());
  Inputs inputs;
  for (Operation *member : kernel.members)
    for (Value operand : getReadValues(member)) {
      Operation *producer = getOriginal(operand).getDefiningOp();
      if (producer && members.contains(producer))
        continue;
      if (producer && isSmallConstant(producer, smallConstantBytes))
        inputs.constants.insert(producer);
      else
        inputs.values.insert(operand);
    }
  return inputs;
}

void FusionWriter::write(const PlannedKernel &kernel) {
  auto [inputs, constants] = findInputs(kernel);
  SmallVector<Location> locations;
  SmallVector<Type> types;
  for (Operation *member : kernel.members)
    locations.push_back(member->getLoc());
  for (Operation *output : kernel.outputs)
    llvm::append_range(types, output->getResultTypes());
  OpBuilder builder(&block, std::next(kernel.getRoot()->getIterator()));
  Location loc = builder.getFusedLoc(locations);
  auto fusion = hlo::FusionOp::create(
      builder, loc, types, inputs.getArrayRef(),
      builder.getStringAttr(kernel.hasReduction ? "reduce" : "loop"));
  Block *body = builder.createBlock(&fusion.getBody());
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), input.getLoc()));
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  for (Operation *member : kernel.members) {
    // Within the kernel, the original and not the other fusion's result.
    for (Value value : getReadValues(member))
      if (Value inside = mapping.lookupOrNull(getOriginal(value)))
        mapping.map(value, inside);
    builder.clone(*member, mapping);
  }
  SmallVector<Value> results, outside;
  for (Operation *output : kernel.outputs)
    for (Value result : output->getResults()) {
      results.push_back(mapping.lookup(result));
      outside.push_back(result);
    }
  hlo::ReturnOp::create(builder, loc, results);
  for (auto [before, after] : llvm::zip(outside, fusion.getResults())) {
    original[after] = before;
    before.replaceAllUsesWith(after);
  }
  numFormedFusions += 1;
  numFusedOps += kernel.members.size();
}

void FusionWriter::run(ArrayRef<PlannedKernel> plan) {
  llvm::SetVector<Operation *> fused;
  for (const PlannedKernel &kernel : plan) {
    if (kernel.members.size() < 2)
      continue;
    write(kernel);
    numJoinedKernels += kernel.numJoined;
    fused.insert(kernel.members.begin(), kernel.members.end());
  }
  // Users before what they use. A member that is a kernel of its own as well
  // is still needed.
  auto isLater = [](Operation *lhs, Operation *rhs) {
    return rhs->isBeforeInBlock(lhs);
  };
  SmallVector<Operation *> order = fused.takeVector();
  llvm::sort(order, isLater);
  for (Operation *op : order)
    if (op->use_empty())
      op->erase();
}

namespace {
struct HLOFormFusionsPass
    : xla::impl::HLOFormFusionsPassBase<HLOFormFusionsPass> {
  void runOnOperation() override {
    if (isKernel(getOperation()))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    // Blocks of the host level: the function's and those of its loops and
    // branches, but not the bodies of reductions and the like.
    SmallVector<Block *> blocks;
    for (Block &block : getOperation().getBody())
      blocks.push_back(&block);
    for (size_t index = 0; index < blocks.size(); ++index)
      for (Operation &op : *blocks[index])
        if (isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp>(op))
          for (Region &region : op.getRegions())
            for (Block &block : region)
              blocks.push_back(&block);
    for (Block *block : blocks) {
      SmallVector<PlannedKernel> plan = planFusions(*block);
      // A device starts each op of a kernel by itself: it has no rows to share.
      if (!options->isForGPU())
        plan = joinRowKernels(plan);
      FusionWriter(*block, options->smallConstantBytes).run(plan);
    }
  }
};
} // namespace
