//===- VerifyCodegen.cpp - What holds after phase codegen -----------------===//
//
// Kernels are loops, vectors and structured ops on tensors; schedules that they
// bear are applied in the next phase.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Pipelines/Passes.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYCODEGENPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

namespace {
struct XLAVerifyCodegenPass
    : xla::impl::XLAVerifyCodegenPassBase<XLAVerifyCodegenPass> {
  void runOnOperation() override {
    bool fine = checkEntry(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      fine &= checkOps(function, Phase::Codegen, [&](Operation *op) {
        return isKernel(function)
                   ? isInDialects(op, {"affine", "arith", "bufferization",
                                       "complex", "func", "index", "linalg",
                                       "math", "scf", "tensor", "ub", "vector"})
                   : isHostOpOnTensors(op);
      });
    // Memory is not chosen before the next phase.
    fine &= checkTypes(getOperation(), Phase::Codegen, [](Type type) {
      return !hasSign(type) && !isa<BaseMemRefType>(type);
    });
    fine &= checkCalls(getOperation());
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
