//===- VerifyFusion.cpp - What holds after phase fusion -------------------===//
//
// Host functions of kernel calls and control flow; kernels of hlo ops.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Fusion/FusionPlan.h"
#include "xla/Fusion/KernelNames.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Support/Literal.h"

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
    return isa<func::ReturnOp, hlo::ElementwiseOpInterface, chlo::TopKOp>(op) ||
           (isa<hlo::HLODialect>(op->getDialect()) && !isa<hlo::FusionOp>(op));
  });
}

/// Reports the constant with which those of the host level take more bytes than
/// allowed: the last phase writes them out, splats too.
static bool checkConstants(func::FuncOp function, int64_t limit,
                           int64_t &total) {
  WalkResult walk = function.walk([&](hlo::ConstantOp constant) {
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    total += type ? getTensorByteSize(type).value_or(0) : 0;
    if (total <= limit)
      return WalkResult::advance();
    constant.emitOpError()
        << "expects constants of at most " << limit
        << " bytes together (constant-limit-bytes), but with this one of type "
        << constant.getType() << " they take " << total
        << "; pass it as an argument instead";
    return WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// A collective keeps its computation beside the kernel for it.
static bool isInComputation(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (hlo::isCommunication(parent))
      return true;
  return false;
}

namespace {
struct XLAVerifyFusionPass
    : xla::impl::XLAVerifyFusionPassBase<XLAVerifyFusionPass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    bool fine = true;
    int64_t constantBytes = 0;
    for (Operation &op : getOperation().getOps()) {
      auto function = dyn_cast<func::FuncOp>(op);
      if (!function) {
        op.emitOpError("expects not to be there after phase fusion");
        fine = false;
      } else if (isKernel(function)) {
        fine &= checkKernel(function);
      } else {
        fine &= checkOps(function, Phase::Fusion, [](Operation *inner) {
          return isa<func::FuncOp>(inner) || isHostOp(inner) ||
                 isInComputation(inner);
        });
        fine &= checkConstants(function, options->constantLimitBytes,
                               constantBytes);
      }
    }
    fine &= checkCalls(getOperation());
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
