//===- VerifyFusion.cpp - What holds after phase fusion -------------------===//
//
// Host functions of kernel calls and control flow; kernels of hlo ops.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/KernelNames.h"
#include "xla/Pipelines/Passes.h"

#include "llvm/ADT/StringExtras.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYFUSIONPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Reports a kernel that is not private, of one block, and named by its hash.
static bool checkKernel(func::FuncOp kernel) {
  StringRef name = kernel.getSymName();
  auto [label, hash] = name.rsplit('_');
  if (!kernel.isPrivate() || !llvm::hasSingleElement(kernel.getBody())) {
    kernel.emitOpError("expects a kernel to be private and of one block");
    return false;
  }
  if (label.empty() || hash.size() != kNumHashDigits ||
      !llvm::all_of(hash, llvm::isHexDigit)) {
    kernel.emitOpError() << "expects the name of a kernel to end in '_' and "
                         << kNumHashDigits << " digits of its hash";
    return false;
  }
  return checkOps(kernel, Phase::Fusion, [](Operation *op) {
    return isa<func::ReturnOp>(op) ||
           (isa<hlo::HLODialect>(op->getDialect()) && !isa<hlo::FusionOp>(op));
  });
}

namespace {
struct XLAVerifyFusionPass
    : xla::impl::XLAVerifyFusionPassBase<XLAVerifyFusionPass> {
  void runOnOperation() override {
    bool fine = true;
    for (Operation &op : getOperation().getOps()) {
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function) {
        op.emitOpError("expects not to be there after phase fusion");
        fine = false;
      } else if (isKernel(function)) {
        fine &= checkKernel(function);
      } else {
        fine &= checkOps(function, Phase::Fusion, [](Operation *inner) {
          // A collective keeps its computation beside the kernel for it.
          return isa<func::FuncOp>(inner) || isHostOp(inner) ||
                 hlo::isCommunication(inner->getParentOp());
        });
      }
    }
    fine &= checkCalls(getOperation());
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
