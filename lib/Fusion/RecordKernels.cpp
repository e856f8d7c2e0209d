//===- RecordKernels.cpp - Say of each kernel where it is from ------------===//
//
// Writes `xla.kernel_facts` where the option `profile` is on: the source lines
// of a kernel, and the work of a call. What is a fact of hlo cannot be told
// later.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/KernelFacts.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Fusion/Passes.h"
#include "xla/Fusion/ProgramStats.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>
#include <set>

namespace xla {
#define GEN_PASS_DEF_XLARECORDKERNELSPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-record-kernels"
static PassCounter numRecordedKernels(DEBUG_TYPE, "num-recorded-kernels");

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Lines of source files, by the names of these.
using Lines = std::map<std::string, std::set<unsigned>>;

/// Adds the lines that `loc` names: of a fused op those of all its parts, of an
/// inlined one the callee's.
static void addLines(Location loc, Lines &lines) {
  if (auto range = dyn_cast<FileLineColRange>(LocationAttr(loc)))
    lines[range.getFilename().str()].insert(range.getStartLine());
  else if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      addLines(part, lines);
  else if (auto name = dyn_cast<NameLoc>(loc))
    addLines(name.getChildLoc(), lines);
  else if (auto call = dyn_cast<CallSiteLoc>(loc))
    addLines(call.getCallee(), lines);
}

/// `file:3,7-9; other:1`.
static std::string format(const Lines &lines) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto &[file, numbers] : lines) {
    os << (text.empty() ? "" : "; ") << file;
    char before = ':';
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
      unsigned first = *it, last = first;
      while (std::next(it) != numbers.end() && *std::next(it) == last + 1)
        last = *++it;
      os << before << first;
      if (last != first)
        os << '-' << last;
      before = ',';
    }
  }
  return text;
}

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

static KernelFacts getFacts(func::FuncOp kernel, Lines lines) {
  KernelFacts facts;
  kernel.walk([&](Operation *op) { addLines(op->getLoc(), lines); });
  facts.lines = format(lines);
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

namespace {
struct XLARecordKernelsPass
    : xla::impl::XLARecordKernelsPassBase<XLARecordKernelsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    if (!options->profile)
      return;
    // A kernel that several places share is of all of them.
    std::map<StringRef, Lines> lines;
    module.walk([&](CallKernelOp call) {
      addLines(call.getLoc(), lines[call.getCallee()]);
    });
    NamedAttrList facts;
    for (auto function : module.getOps<func::FuncOp>())
      if (isKernel(function))
        facts.append(function.getSymName(),
                     getFacts(function, lines[function.getSymName()])
                         .toAttribute(&getContext()));
    numRecordedKernels += facts.getAttrs().size();
    module->setAttr(kKernelFactsAttr, facts.getDictionary(&getContext()));
  }
};
} // namespace
