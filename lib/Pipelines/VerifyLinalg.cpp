//===- VerifyLinalg.cpp - What holds after phase linalg -------------------===//
//
// No hlo op and no sign is left; host and kernels agree exactly again.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Pipelines/Passes.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYLINALGPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

namespace {
struct XLAVerifyLinalgPass
    : xla::impl::XLAVerifyLinalgPassBase<XLAVerifyLinalgPass> {
  void runOnOperation() override {
    bool fine = checkEntry(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      fine &= checkOps(function, Phase::Linalg, [&](Operation *op) {
        return isKernel(function)
                   ? isInDialects(op, {"arith", "complex", "func", "linalg",
                                       "math", "scf", "tensor", "ub"})
                   : isHostOpOnTensors(op);
      });
    fine &= checkTypes(getOperation(), Phase::Linalg,
                       [](Type type) { return !hasSign(type); });
    fine &= checkCalls(getOperation());
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
