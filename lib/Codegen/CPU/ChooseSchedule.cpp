//===- ChooseSchedule.cpp - Heuristics for kernels on CPUs ----------------===//
//
// Writes #xla.schedule attributes. Knows the target, applies nothing.
//
//===----------------------------------------------------------------------===//

#include "ChooseAccumulation.h"
#include "Product.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUCHOOSESCHEDULEPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-choose-schedule"

using namespace mlir;
using namespace xla;

static PassCounter numSchedules(DEBUG_TYPE, "num-schedules");

/// The schedule of an op that reduces: as a product where it is a large one.
static ScheduleChoice chooseReduction(linalg::GenericOp op,
                                      const TargetFeatures &target) {
  std::optional<Accumulation> sum = Accumulation::match(op);
  if (!sum)
    return "its loops do not walk through memory in fixed steps";
  if (std::optional<Product> product = Product::match(*sum))
    if (auto schedule = ProductSchedule::choose(*product, target))
      return schedule->getAttribute(op);
  return chooseAccumulation(*sum, target);
}

/// The schedule of an op that turns its inputs: square register tiles.
static ScheduleChoice chooseTranspose(linalg::GenericOp op,
                                      const TargetFeatures &target) {
  std::optional<Accumulation> nest = Accumulation::match(op);
  auto loops = nest ? findTransposedLoops(*nest) : std::nullopt;
  if (!loops)
    return "it neither reduces nor transposes: its loops go to LLVM's "
           "vectoriser as they are";
  int64_t bits = 8;
  for (Type type : op->getOperandTypes())
    bits = std::max<int64_t>(
        bits, getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  // As many vectors as elements in one: no more than half of the registers.
  int64_t width =
      std::min(target.vectorBytes * 8 / bits, target.vectorRegisters / 2);
  if (width < 4 || nest->extents[loops->first] < width ||
      nest->extents[loops->second] < width)
    return "the dimensions that it transposes are shorter than a square of "
           "vectors";
  SmallVector<int64_t> tiles(nest->extents.size(), 0);
  tiles[loops->first] = tiles[loops->second] = width;
  return ScheduleAttr::get(op.getContext(), KernelClass::Transpose, tiles,
                           width, /*unroll=*/width, /*parallelGrain=*/0,
                           /*extra=*/nullptr);
}

static bool readsRowsInPlace(linalg::GenericOp op,
                             const ProductSchedule &schedule) {
  std::optional<Accumulation> sum = Accumulation::match(op);
  std::optional<Product> product;
  if (sum)
    product = Product::match(*sum);
  return product && schedule.readsRowsInPlace(*product);
}

/// Records what was chosen for `op`.
static void note(linalg::GenericOp op, const ScheduleChoice &choice) {
  remark::RemarkOpts options =
      remark::RemarkOpts::name("choose-schedule")
          .category("schedule")
          .function(op->getParentOfType<func::FuncOp>().getSymName());
  if (!choice.schedule) {
    remark::missed(op.getLoc(), options)
        << remark::add("no tiles of vectors: {0}", choice.reason);
    return;
  }
  ScheduleAttr schedule = choice.schedule;
  int64_t width = schedule.getVectorWidth();
  auto text = [](ArrayRef<int64_t> values) {
    return "[" + llvm::join(llvm::map_range(values, llvm::itostr), ", ") + "]";
  };
  remark::detail::InFlightRemark entry = remark::passed(op.getLoc(), options);
  entry << remark::add("tiles of {0} with vectors of {1} elements, instead of "
                       "one element at a time",
                       text(schedule.getTileSizes()), width);
  DictionaryAttr extra = schedule.getExtra();
  if (std::optional<ProductSchedule> product = ProductSchedule::read(schedule))
    entry << remark::add(
        "; {0} packed into panels, of {1} rows and "
        "{2} columns, {3} terms at a time",
        readsRowsInPlace(op, *product) ? "rows are read where they lie, columns"
                                       : "both inputs are",
        product->rows, product->getPanelColumns(), product->depth);
  if (auto packed = extra ? extra.getAs<DenseI64ArrayAttr>("pack") : nullptr)
    entry << remark::add("; inputs {0} are packed into panels that stay in "
                         "cache",
                         text(packed));
  entry << remark::metric("Class",
                          stringifyKernelClass(schedule.getKernelClass()).str())
        << remark::metric("Width", width)
        << remark::metric("Unroll", schedule.getUnroll())
        << remark::metric("EstimatedGain", width);
}

namespace {
struct XLACPUChooseSchedulePass
    : xla::impl::XLACPUChooseSchedulePassBase<XLACPUChooseSchedulePass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    FailureOr<TargetFeatures> target = TargetFeatures::of(kernel);
    if (failed(options) || failed(target))
      return signalPassFailure();
    if (options->isForGPU())
      return;
    kernel.walk([&](linalg::GenericOp op) {
      if (op->hasAttr(kScheduleAttr))
        return;
      ScheduleChoice choice = op.getNumReductionLoops() != 0
                                  ? chooseReduction(op, *target)
                                  : chooseTranspose(op, *target);
      note(op, choice);
      if (choice.schedule) {
        op->setAttr(kScheduleAttr, choice.schedule);
        numSchedules += 1;
      }
    });
  }
};
} // namespace
