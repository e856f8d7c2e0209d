//===- VerifyHLOOptimize.cpp - What holds after phase hlo-optimize --------===//
//
// One public entry of hlo ops that the specification has and does not
// deprecate, on types that are not quantized.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYHLOOPTIMIZEPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Ops that the phase rewrites into others.
static bool isRewritten(Operation *op) {
  return isa<hlo::BroadcastOp, hlo::CompositeOp, hlo::CreateTokenOp,
             hlo::CrossReplicaSumOp, hlo::DotOp, hlo::EinsumOp, hlo::FusionOp,
             hlo::GetTupleElementOp, hlo::MapOp, hlo::TorchIndexSelectOp,
             hlo::TupleOp, hlo::UnaryEinsumOp>(op);
}

/// Reports unless the entry is the only function but for those that an op
/// refers to, such as the computations of a custom call.
static bool checkFunctions(ModuleOp module, StringRef entry) {
  bool fine = true;
  bool found = false;
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.getSymName() == entry && function.isPublic()) {
      found = true;
      continue;
    }
    if (function.isPrivate() && !users.useEmpty(function))
      continue;
    function.emitOpError() << "expects to be inlined or removed: the entry is @"
                           << entry;
    fine = false;
  }
  if (found)
    return fine;
  module.emitOpError() << "expects a public function @" << entry;
  return false;
}

namespace {
struct XLAVerifyHLOOptimizePass
    : xla::impl::XLAVerifyHLOOptimizePassBase<XLAVerifyHLOOptimizePass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    // A function may be left because of such an op: that is then the message.
    bool fine =
        checkOps(getOperation(), Phase::HLOOptimize,
                 [](Operation *op) {
                   if (isa<hlo::HLODialect>(op->getDialect()))
                     return !isRewritten(op);
                   return isa<func::FuncOp, func::ReturnOp,
                              hlo::ElementwiseOpInterface, chlo::TopKOp>(op);
                 }) &&
        checkTypes(getOperation(), Phase::HLOOptimize,
                   [](Type type) { return !hlo::hasQuantizedTensor(type); }) &&
        checkFunctions(getOperation(), options->entry);
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
