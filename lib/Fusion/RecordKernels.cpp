//===- RecordKernels.cpp - Say of each kernel where it is from ------------===//
//
// Writes `xla.kernel_facts` where the option `profile` is on: the source lines
// of a kernel, and the work of a call; and says both where decisions are taken
// down. Marks kernels that are cheap to call again where `max-temp-bytes` is
// set. What is a fact of hlo cannot be told later.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/KernelFacts.h"
#include "xla/Dialect/XLA/IR/Recompute.h"
#include "xla/Dialect/XLA/IR/Region.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/Passes.h"
#include "xla/Fusion/ProgramStats.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/SourceLines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace xla {
#define GEN_PASS_DEF_XLARECORDKERNELSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-record-kernels"
static PassCounter numRecordedKernels(DEBUG_TYPE, "num-recorded-kernels");

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static double getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? double(getTensorByteSize(tensor).value_or(0)) : 0;
}

/// What is read of `argument`: all of it, unless only parts are cut out.
static double getBytesRead(BlockArgument argument) {
  double all = getBytes(argument.getType()), parts = 0;
  for (OpOperand &use : argument.getUses()) {
    Operation *user = use.getOwner();
    bool isWhole = use.getOperandNumber() == 0;
    if (isWhole && isa<hlo::SliceOp, hlo::DynamicSliceOp>(user))
      parts += getBytes(user->getResult(0).getType());
    else if (!isWhole || !isa<hlo::DynamicUpdateSliceOp>(user) ||
             getInPlaceResult(argument.getOwner()->getParentOp(),
                              argument.getArgNumber()) < 0)
      return all;
  }
  return std::min(all, parts);
}

/// What is written of result `index`: all of it, unless a part is put in place.
static double getBytesWritten(func::FuncOp kernel, unsigned index,
                              Value result) {
  auto update = result.getDefiningOp<hlo::DynamicUpdateSliceOp>();
  return getBytes(update && getInPlaceArgument(kernel, index) >= 0
                      ? update->getOperand(1).getType()
                      : result.getType());
}

static KernelFacts getFacts(func::FuncOp kernel, SourceLines lines) {
  KernelFacts facts;
  kernel.walk([&](Operation *op) { lines.add(op->getLoc()); });
  facts.lines = lines.str();
  Block &body = kernel.getBody().front();
  for (BlockArgument argument : body.getArguments())
    facts.bytes += getBytesRead(argument);
  for (auto [index, result] :
       llvm::enumerate(body.getTerminator()->getOperands()))
    facts.bytes += getBytesWritten(kernel, index, result);
  ProgramStats stats = ProgramStats::get(kernel);
  facts.flops = stats.flops;
  facts.transcendentals = stats.transcendentals;
  return facts;
}

/// Marks the kernels that are cheap to call again.
static void markCheapKernels(ModuleOp module) {
  // Division and roots are still less than what memory takes.
  constexpr int64_t mostCost = 4;
  auto isCheap = [](Operation &op) {
    return op.hasTrait<OpTrait::ConstantLike>() ||
           (isLoopOp(&op) && getElementCost(&op) <= mostCost);
  };
  for (auto kernel : module.getOps<func::FuncOp>())
    if (isKernel(kernel) && getInPlacePairs(kernel).empty() &&
        llvm::all_of(kernel.getBody().front().without_terminator(), isCheap))
      kernel->setAttr(kRecomputeAttr, UnitAttr::get(module.getContext()));
}

/// The class of a kernel: what loops over elements, what reduces besides,
/// what is a region, or else the op that is all of it.
static std::string getClass(func::FuncOp kernel) {
  if (kernel->hasAttr(kRegionAttr))
    return "region";
  bool reduces = false;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    reduces |= isReduceOp(&op);
    if (!isLoopOp(&op) && !isReduceOp(&op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return op.getName().stripDialect().str();
  }
  return reduces ? "reduce" : "loop";
}

/// Says what is in a kernel, and what a call of it is expected to do.
static void note(func::FuncOp kernel, const KernelFacts &facts) {
  constexpr size_t most = 8;
  SmallVector<StringRef> names;
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>())
      names.push_back(op.getName().getStringRef());
  std::string text = llvm::join(ArrayRef(names).take_front(most), ", ");
  if (names.size() > most)
    text += " and others";
  remark::analysis(kernel.getLoc(), remark::RemarkOpts::name("record-kernels")
                                        .category("kernel")
                                        .function(kernel.getSymName()))
      << remark::add("kernel of {0} ops: {1}", int64_t(names.size()), text)
      << remark::metric("Class", getClass(kernel))
      << remark::metric("Bytes", int64_t(facts.bytes))
      << remark::metric("Flops", int64_t(facts.flops))
      << remark::metric("Transcendentals", int64_t(facts.transcendentals));
}

namespace {
struct XLARecordKernelsPass
    : xla::impl::XLARecordKernelsPassBase<XLARecordKernelsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    if (options->maxTempBytes)
      markCheapKernels(module);
    bool isNoted = getContext().getRemarkEngine() != nullptr;
    if (!options->profile && !isNoted)
      return;
    // A kernel that several places share is of all of them.
    std::map<StringRef, SourceLines> lines;
    module.walk(
        [&](CallKernelOp call) { lines[call.getCallee()].add(call.getLoc()); });
    NamedAttrList facts;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isKernel(function))
        continue;
      KernelFacts known = getFacts(function, lines[function.getSymName()]);
      facts.append(function.getSymName(), known.toAttribute(&getContext()));
      if (isNoted)
        note(function, known);
    }
    if (!options->profile)
      return;
    numRecordedKernels += facts.getAttrs().size();
    module->setAttr(kKernelFactsAttr, facts.getDictionary(&getContext()));
  }
};
} // namespace
