//===- VerifyNativeSupport.cpp - Refuse what has no native lowering -------===//
//
// A table of ops without a lowering and a check of types. Reports everything at
// once, so that a user sees the whole list.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Fusion/Passes.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/CallAttributes.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYNATIVESUPPORTPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Whether no phase lowers `op` yet.
static bool isRefused(Operation *op) {
  // Futures that go anywhere else than from a start to where it is waited for.
  return isa<hlo::AsyncDoneOp, hlo::AsyncStartOp>(op) ||
         // Shapes that are known only at run time.
         isa<hlo::DynamicBroadcastInDimOp, hlo::DynamicConvOp,
             hlo::DynamicGatherOp, hlo::DynamicIotaOp, hlo::DynamicPadOp,
             hlo::DynamicReshapeOp, hlo::GetDimensionSizeOp,
             hlo::RealDynamicSliceOp, hlo::SetDimensionSizeOp>(op) ||
         // Not decomposed, or without a kernel.
         isa<hlo::CompositeOp, hlo::FftOp, hlo::GetTupleElementOp, hlo::RngOp,
             hlo::TupleOp>(op);
}

/// Each dimension is a loop in a loop, and the time that LLVM takes for these
/// grows faster than their number.
static constexpr int64_t kMaxRank = 64;

/// Why the first of `types` that has no native form has none; empty if all
/// have.
static std::string whyUnsupported(TypeRange types) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      continue;
    if (!getDenseByteSize(type))
      os << "has no native lowering for type '" << type << "'";
    else if (shaped.getRank() > kMaxRank)
      os << "has no native lowering for tensors of more than " << kMaxRank
         << " dimensions, but got " << shaped.getRank();
    if (!reason.empty())
      break;
  }
  return reason;
}

/// Whether `op` stands where a call of the host can: in no region that a kernel
/// runs.
static bool isAtHostLevel(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp>(parent))
      return false;
  return true;
}

/// What keeps a custom call from being a call of the host; null if nothing.
static const char *whyNoHostCall(hlo::CustomCallOp op) {
  for (TypeRange types :
       {TypeRange(op.getOperandTypes()), TypeRange(op.getResultTypes())})
    for (Type type : types)
      if (!isa<RankedTensorType, hlo::TokenType>(type))
        return "has no native form on values other than tensors and tokens";
  if (!op.getCalledComputations().empty())
    return "has no native form with called_computations";
  if (failed(hlo::getCallAliases(op)))
    return "has no native form with aliases inside tuples or two of one value";
  for (std::optional<ArrayAttr> layouts :
       {op.getOperandLayouts(), op.getResultLayouts()})
    if (layouts && !op->hasAttr(hlo::kPhysicalOrderAttr) &&
        !llvm::all_of(*layouts, [](Attribute layout) {
          return hlo::isRowMajor(hlo::getMinorToMajor(layout));
        }))
      return "has no native form with layouts beside tokens";
  if (!isAtHostLevel(op))
    return "has no native form in a region that a kernel runs";
  return nullptr;
}

/// What keeps a collective, transfer or id from being a call of the host; null
/// if nothing.
static const char *whyNoHostCommunication(Operation *op) {
  if (!isAtHostLevel(op))
    return "has no native form in a region that a kernel runs";
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (!value.getDefiningOp<hlo::ConstantOp>())
      return "has no native form with a computation that uses values from "
             "around it";
  return nullptr;
}

/// Reports a custom call that cannot be one of the host; returns whether it
/// can.
static bool checkCustomCall(hlo::CustomCallOp op) {
  if (const char *reason = whyNoHostCall(op)) {
    op.emitOpError() << "for '" << op.getCallTargetName() << "' " << reason;
    return false;
  }
  return succeeded(encodeCallAttributes(hlo::getCallAttributes(op),
                                        [&] { return op.emitOpError(); }));
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
      else if (std::string lack = whyUnsupported(op->getResultTypes());
               !lack.empty())
        refuse(op->emitOpError(lack));
      else if (auto call = dyn_cast<hlo::CustomCallOp>(op))
        supported &= checkCustomCall(call);
      else if (const char *reason = hlo::isCommunication(op)
                                        ? whyNoHostCommunication(op)
                                        : nullptr)
        refuse(op->emitOpError(reason));
      // Arguments are no op's results.
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (std::string lack = whyUnsupported(argument.getType());
                !lack.empty())
              refuse(emitError(argument.getLoc())
                     << "an argument of '" << op->getName() << "' " << lack);
    });
    if (!supported)
      signalPassFailure();
  }
};
} // namespace
