//===- MarkPhase.cpp - Write which phase is complete ----------------------===//
//
// Assumes the passes of the phase have run; guarantees valid IR and
// `xla.phase`.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Passes.h"
#include "xla/Pipelines/Phases.h"

#include "mlir/IR/Verifier.h"

namespace xla {
#define GEN_PASS_DEF_XLAMARKPHASEPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

namespace {
struct XLAMarkPhasePass : xla::impl::XLAMarkPhasePassBase<XLAMarkPhasePass> {
  using XLAMarkPhasePassBase::XLAMarkPhasePassBase;

  void runOnOperation() override {
    std::optional<Phase> complete = symbolizePhase(phase);
    if (!complete) {
      getOperation().emitError()
          << "expected the name of a phase, but got '" << phase << "'";
      return signalPassFailure();
    }
    if (failed(verify(getOperation())))
      return signalPassFailure();
    setPhase(getOperation(), *complete);
  }
};
} // namespace
