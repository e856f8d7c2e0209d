//===- TileAccumulations.cpp - Register tiles of vectors ------------------===//
//
// Replaces each linalg.generic that bears a schedule for accumulations by the
// loops that the schedule describes.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUTILEACCUMULATIONSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-tile-accumulations"

using namespace mlir;
using namespace xla;

static PassCounter numTiledOps(DEBUG_TYPE, "num-tiled-ops");

namespace {
struct XLACPUTileAccumulationsPass
    : xla::impl::XLACPUTileAccumulationsPassBase<XLACPUTileAccumulationsPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel))
      return;
    for (linalg::GenericOp op :
         getScheduledOps(kernel, KernelClass::Contraction)) {
      std::optional<Accumulation> sum = Accumulation::match(op);
      std::optional<AccumulationSchedule> schedule;
      if (sum)
        schedule = AccumulationSchedule::read(
            *sum, op->getAttrOfType<ScheduleAttr>(kScheduleAttr));
      if (!schedule) {
        // A view has other strides than its tensor had: loops remain.
        op->removeAttr(kScheduleAttr);
        continue;
      }
      emitAccumulation(*sum, *schedule);
      op.erase();
      numTiledOps += 1;
    }
  }
};
} // namespace
