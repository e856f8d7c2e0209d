//===- TileProducts.cpp - Large products of matrices ----------------------===//
//
// Replaces each linalg.generic that bears a schedule of a product by loops
// over packed panels and register tiles, in tasks where there is enough of
// them. How an op is cut depends on its shape alone, so that results do not
// depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "ChooseAccumulation.h"
#include "LoopParts.h"
#include "Product.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUTILEPRODUCTSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-tile-products"

using namespace mlir;
using namespace xla;

static PassCounter numTiledProducts(DEBUG_TYPE, "num-tiled-products");
static PassCounter numMismatches(DEBUG_TYPE, "num-mismatches");

/// Nanoseconds that one thread takes for a multiplication of f32, with vectors
/// of 512 bits, and tasks of a product: fewer than of other loops, as each
/// packs for itself.
static constexpr double multiplicationNanoseconds = 0.01;
static constexpr int64_t mostProductTasks = 16;

static ProductTasks chooseTasks(const Product &product,
                                const ProductSchedule &schedule,
                                const CompileOptions &options, bool parallel) {
  double time = product.getTotalWork() * multiplicationNanoseconds * 16 /
                double(schedule.width);
  int64_t wanted = 1;
  if (parallel)
    wanted = std::clamp<double>(time / double(options.taskNanoseconds), 1,
                                mostProductTasks);
  ProductTasks tasks = ProductTasks::choose(product, schedule, wanted);
  remark::RemarkOpts remarkOptions =
      remark::RemarkOpts::name("run-in-parallel")
          .category("parallel")
          .function(product.op->getParentOfType<func::FuncOp>().getSymName());
  if (tasks.getCount() > 1)
    remark::passed(product.op.getLoc(), remarkOptions)
        << remark::add("in parallel: {0} tasks, an estimated {1} us on one "
                       "thread",
                       tasks.getCount(), int64_t(std::min(time / 1000, 1e15)))
        << remark::metric("EstimatedGain", tasks.getCount());
  else if (parallel)
    remark::missed(product.op.getLoc(), remarkOptions)
        << remark::add("not in parallel: one task of an estimated {0} us",
                       int64_t(std::min(time / 1000, 1e15)));
  return tasks;
}

/// Removes the fill with zeros before `op` of what it adds to; false where
/// there is none.
static bool takeFill(linalg::GenericOp op) {
  auto fill = dyn_cast_or_null<linalg::FillOp>(op->getPrevNode());
  Value result = op.getDpsInits()[0];
  if (!fill || fill.getDpsInits()[0] != result ||
      llvm::is_contained(op.getDpsInputs(), result))
    return false;
  if (!matchPattern(fill.getDpsInputs()[0], m_PosZeroFloat()))
    return false;
  fill.erase();
  return true;
}

/// Gives `op`, whose views have other strides than its tensors had, another
/// schedule than that of a product, or none.
static LogicalResult reschedule(linalg::GenericOp op) {
  auto kernel = op->getParentOfType<func::FuncOp>();
  FailureOr<TargetFeatures> target = TargetFeatures::of(kernel);
  if (failed(target))
    return failure();
  ScheduleChoice choice("its loops do not walk through memory in fixed steps");
  if (std::optional<Accumulation> sum = Accumulation::match(op))
    choice = chooseAccumulation(*sum, *target);
  numMismatches += 1;
  remark::missed(op.getLoc(), remark::RemarkOpts::name("tile-product")
                                  .category("schedule")
                                  .function(kernel.getSymName()))
      << remark::add("no product of packed panels, as its buffers are views "
                     "with other strides; {0}",
                     choice.schedule ? "tiles of vectors instead"
                                     : choice.reason);
  if (choice.schedule)
    op->setAttr(kScheduleAttr, choice.schedule);
  else
    op->removeAttr(kScheduleAttr);
  return success();
}

namespace {
struct XLACPUTileProductsPass
    : xla::impl::XLACPUTileProductsPassBase<XLACPUTileProductsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    FailureOr<CompileOptions> options = CompileOptions::of(kernel);
    if (failed(options))
      return signalPassFailure();
    for (linalg::GenericOp op :
         getScheduledOps(kernel, KernelClass::Contraction)) {
      std::optional<ProductSchedule> schedule =
          ProductSchedule::read(op->getAttrOfType<ScheduleAttr>(kScheduleAttr));
      if (!schedule)
        continue;
      std::optional<Product> product;
      if (std::optional<Accumulation> sum = Accumulation::match(op))
        product = Product::match(*sum);
      if (!product) {
        if (failed(reschedule(op)))
          return signalPassFailure();
        continue;
      }
      product->startsAtZero = takeFill(op);
      // Tasks are outlined from the body of a kernel only.
      bool parallel = options->parallel && op->getParentOp() == kernel;
      emitProduct(*product, *schedule,
                  chooseTasks(*product, *schedule, *options, parallel),
                  parallel);
      op.erase();
      numTiledProducts += 1;
    }
  }
};
} // namespace
