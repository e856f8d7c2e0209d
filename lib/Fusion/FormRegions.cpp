//===- FormRegions.cpp - Small ops and whole loops become one kernel ------===//
//
// Puts runs of ops on tensors that fit in registers, and loops and branches of
// such ops, into fusions of kind "region": one kernel with native control flow,
// where nothing is big enough for several threads.
//
// Assumes static shapes. Guarantees the same values; other ops keep their
// order.
//
//===----------------------------------------------------------------------===//

#include "RegionWork.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/Passes.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace xla {
#define GEN_PASS_DEF_HLOFORMREGIONSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "hlo-form-regions"

static PassCounter numFormedRegions(DEBUG_TYPE, "num-formed-regions");
static PassCounter numRegionOps(DEBUG_TYPE, "num-region-ops");

/// Fewer ops, without a loop among them, are left to fusion.
static constexpr size_t minMembers = 8;
/// Most work of all regions of a function outside of their loops and branches:
/// such code runs once for each call of a kernel, and as separate kernels, many
/// of them equal, LLVM compiles it sooner. 300 ops on 4x4 elements, of 1125
/// vector operations, take 20 ms longer to compile as one kernel than as many,
/// and half the time to run. As much as one region: what a region may hold but
/// finds no room ends straight code.
static constexpr int64_t maxStraightWork = maxRegionWork;
/// Most locations that a kernel remembers.
static constexpr size_t maxLocations = 32;

namespace {
/// Ops that become one kernel, in block order. It stands where the last of them
/// does, but before `firstUser`, the place of the first other op that reads
/// one.
struct Run {
  llvm::SetVector<Operation *> members;
  int64_t work = 0, straightWork = 0;
  int64_t firstUser = std::numeric_limits<int64_t>::max();
  bool hasControlFlow = false;
};

/// Finds and writes the regions of one block.
class RegionFormer {
public:
  RegionFormer(Block &block, int64_t smallConstantBytes, int64_t &straightLeft)
      : block(block), smallConstantBytes(smallConstantBytes),
        straightLeft(straightLeft) {}

  void run();

private:
  llvm::SetVector<Value> getReadValues(Operation *op) const;
  int64_t getProducerPosition(Value value, const Run &run) const;
  bool takes(Operation *op, std::optional<int64_t> work);
  void visit(Operation *op, Run &run);
  void close(Run &run);
  void write(const Run &run, Operation *before);

  Block &block;
  int64_t smallConstantBytes;
  /// Of maxStraightWork; negative when an op found too little.
  int64_t &straightLeft;
  /// Of the ops as they stand; of an op in a finished run, that of its kernel.
  DenseMap<Operation *, int64_t> positions;
  SmallVector<Operation *> order;
};
} // namespace

/// What `op` and its regions read from around it.
llvm::SetVector<Value> RegionFormer::getReadValues(Operation *op) const {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// The place behind which a reader of `value` outside of `run` may stand.
int64_t RegionFormer::getProducerPosition(Value value, const Run &run) const {
  Operation *producer = value.getDefiningOp();
  if (!producer || producer->getBlock() != &block ||
      run.members.contains(producer) ||
      isSmallConstant(producer, smallConstantBytes))
    return -1;
  return positions.lookup(producer);
}

static bool isControlFlow(Operation *op) {
  return op->getNumRegions() != 0 && !isReduceOp(op);
}

/// Says why a loop or branch is no kernel.
static void noteLeft(Operation *op, std::optional<int64_t> work) {
  const char *why = work ? "it is enough work for several threads"
                         : "it holds an op that does not fit registers, or "
                           "none that one thread computes well";
  std::string name = op->getName().getStringRef().str();
  remark::detail::InFlightRemark entry = remark::missed(
      op->getLoc(),
      remark::RemarkOpts::name("form-regions").category("fusion"));
  entry << remark::add("no single kernel of {0}: {1}", name, why);
  if (work)
    entry << remark::metric("VectorOperations", *work)
          << remark::metric("AllowedWork", int64_t(maxRegionWork));
}

/// Whether some region may hold `op`. The first op that is too much ends all
/// straight code in regions, which else would begin again at each small op.
bool RegionFormer::takes(Operation *op, std::optional<int64_t> work) {
  if (!work || *work > maxRegionWork)
    return false;
  if (isControlFlow(op) || *work <= straightLeft)
    return true;
  straightLeft = -1;
  return false;
}

void RegionFormer::visit(Operation *op, Run &run) {
  std::optional<int64_t> work = getRegionWork(op);
  if (!takes(op, work)) {
    if (isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp>(op))
      noteLeft(op, work);
    // It stays where it is. What it reads of the run must come before it.
    for (Value value : getReadValues(op))
      if (run.members.contains(value.getDefiningOp()))
        run.firstUser = std::min(run.firstUser, positions.lookup(op));
    return;
  }
  llvm::SetVector<Value> reads = getReadValues(op);
  auto findProducer = [&] {
    int64_t last = -1;
    for (Value value : reads)
      last = std::max(last, getProducerPosition(value, run));
    return last;
  };
  if (findProducer() >= run.firstUser || run.work + *work > maxRegionWork)
    close(run);
  run.members.insert(op);
  run.work += *work;
  if (isControlFlow(op)) {
    run.hasControlFlow = true;
  } else {
    run.straightWork += *work;
    straightLeft -= *work;
  }
}

/// Writes `run` if it is worth a kernel, and begins a new one.
void RegionFormer::close(Run &run) {
  if (run.hasControlFlow || run.members.size() >= minMembers) {
    Operation *last = run.members.back();
    int64_t position = positions.lookup(last);
    Operation *before = last->getNextNode();
    if (run.firstUser < position) {
      position = run.firstUser;
      before = order[position];
    }
    for (Operation *member : run.members)
      positions[member] = position;
    write(run, before);
  } else if (straightLeft >= 0) {
    straightLeft += run.straightWork;
  }
  run = Run();
}

void RegionFormer::run() {
  for (Operation &op : block) {
    positions[&op] = order.size();
    order.push_back(&op);
  }
  Run current;
  for (Operation *op : ArrayRef(order).drop_back())
    if (!isSmallConstant(op, smallConstantBytes))
      visit(op, current);
  close(current);
}

void RegionFormer::write(const Run &run, Operation *before) {
  llvm::SetVector<Value> inputs;
  llvm::SetVector<Operation *> constants;
  SmallVector<Value> outputs;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (Operation *member : run.members) {
    if (locations.size() < maxLocations)
      locations.push_back(member->getLoc());
    for (Value value : getReadValues(member)) {
      Operation *producer = value.getDefiningOp();
      if (producer && run.members.contains(producer))
        continue;
      if (producer && isSmallConstant(producer, smallConstantBytes))
        constants.insert(producer);
      else
        inputs.insert(value);
    }
    for (Value result : member->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !run.members.contains(block.findAncestorOpInBlock(*user));
          })) {
        outputs.push_back(result);
        types.push_back(result.getType());
      }
  }
  OpBuilder builder(before);
  Location loc = builder.getFusedLoc(locations);
  auto fusion = hlo::FusionOp::create(builder, loc, types, inputs.getArrayRef(),
                                      builder.getStringAttr(kRegionKind));
  Block *body = builder.createBlock(&fusion.getBody());
  IRMapping mapping;
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), input.getLoc()));
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  for (Operation *member : run.members)
    builder.clone(*member, mapping);
  SmallVector<Value> results;
  for (Value output : outputs)
    results.push_back(mapping.lookup(output));
  hlo::ReturnOp::create(builder, loc, results);
  for (auto [output, result] : llvm::zip(outputs, fusion.getResults()))
    output.replaceAllUsesExcept(result, fusion);
  positions[fusion] = positions.lookup(run.members.back());
  remark::passed(loc,
                 remark::RemarkOpts::name("form-regions").category("fusion"))
      << remark::add("one kernel of {0} small ops, of about {1} vector "
                     "operations: none pays for threads",
                     run.members.size(), run.work)
      << remark::metric("VectorOperations", run.work);
  numFormedRegions += 1;
  numRegionOps += run.members.size();
  for (Operation *member : llvm::reverse(run.members)) {
    member->dropAllUses();
    member->erase();
  }
}

/// The blocks in which ops become kernels, inner ones last.
static void formRegions(Block &block, int64_t smallConstantBytes,
                        int64_t &straightLeft) {
  RegionFormer(block, smallConstantBytes, straightLeft).run();
  for (Operation &op : block)
    if (isHostOp(&op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp>(op))
            formRegions(inner, smallConstantBytes, straightLeft);
}

namespace {
struct HLOFormRegionsPass
    : xla::impl::HLOFormRegionsPassBase<HLOFormRegionsPass> {
  void runOnOperation() override {
    if (isKernel(getOperation()))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    // A device has no use for kernels that run one operation at a time.
    if (options->isForGPU())
      return;
    int64_t straightLeft = maxStraightWork;
    for (Block &block : getOperation().getBody())
      formRegions(block, options->smallConstantBytes, straightLeft);
  }
};
} // namespace
