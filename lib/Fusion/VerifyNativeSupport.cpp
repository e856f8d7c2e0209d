//===- VerifyNativeSupport.cpp - Refuse what has no native lowering -------===//
//
// A table of ops without a lowering and a check of types. Reports everything at
// once, so that a user sees the whole list.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Fusion/Passes.h"
#include "xla/Support/ByteSize.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYNATIVESUPPORTPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Whether no phase lowers `op` yet.
static bool isRefused(Operation *op) {
  // Other devices and the outside world.
  return isa<hlo::AllGatherOp, hlo::AllReduceOp, hlo::AllToAllOp,
             hlo::AsyncDoneOp, hlo::AsyncStartOp, hlo::CollectiveBroadcastOp,
             hlo::CollectivePermuteOp, hlo::CollectiveReduceOp,
             hlo::CrossReplicaSumOp, hlo::CustomCallOp, hlo::InfeedOp,
             hlo::OutfeedOp, hlo::PartitionIdOp, hlo::RecvOp,
             hlo::ReduceScatterOp, hlo::ReplicaIdOp, hlo::SendOp>(op) ||
         // Shapes that are known only at run time.
         isa<hlo::DynamicBroadcastInDimOp, hlo::DynamicConvOp,
             hlo::DynamicGatherOp, hlo::DynamicIotaOp, hlo::DynamicPadOp,
             hlo::DynamicReshapeOp, hlo::GetDimensionSizeOp,
             hlo::RealDynamicSliceOp, hlo::SetDimensionSizeOp>(op) ||
         // Not decomposed, or without a kernel.
         isa<hlo::CompositeOp, hlo::FftOp, hlo::GetTupleElementOp, hlo::RngOp,
             hlo::TupleOp>(op);
}

/// The first of `types` that has no native form; null if there is none.
static Type findUnsupported(TypeRange types) {
  for (Type type : types)
    if (isa<ShapedType>(type) && !getDenseByteSize(type))
      return type;
  return {};
}

namespace {
struct XLAVerifyNativeSupportPass
    : xla::impl::XLAVerifyNativeSupportPassBase<XLAVerifyNativeSupportPass> {
  void runOnOperation() override {
    bool supported = true;
    auto refuse = [&](InFlightDiagnostic diagnostic) {
      diagnostic.attachNote()
          << "--backend=interpreter runs the program as it is";
      supported = false;
    };
    getOperation().walk([&](Operation *op) {
      if (isRefused(op))
        refuse(op->emitOpError("has no native lowering"));
      else if (Type type = findUnsupported(op->getResultTypes()))
        refuse(op->emitOpError() << "has no native lowering for type " << type);
      // Arguments are no op's results.
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (Type type = findUnsupported(argument.getType()))
              refuse(emitError(argument.getLoc())
                     << "an argument of '" << op->getName()
                     << "' has no native lowering for type " << type);
    });
    if (!supported)
      signalPassFailure();
  }
};
} // namespace
