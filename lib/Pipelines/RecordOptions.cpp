//===- RecordOptions.cpp - Write the compile options onto the module ------===//
//
// Assumes nothing; guarantees `xla.options` with a resolved target. What stands
// on the module wins over what the pass was given.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"

namespace xla {
#define GEN_PASS_DEF_XLARECORDOPTIONSPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

namespace {
struct XLARecordOptionsPass
    : xla::impl::XLARecordOptionsPassBase<XLARecordOptionsPass> {
  using XLARecordOptionsPassBase::XLARecordOptionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto emitError = [&] { return module.emitError(); };
    CompileOptions given;
    auto present = module->getAttrOfType<DictionaryAttr>(kOptionsAttr);
    if (failed(present ? given.fromAttribute(present, emitError)
                       : given.parse(compileOptions, emitError)) ||
        failed(given.resolveTarget(emitError)))
      return signalPassFailure();
    module->setAttr(kOptionsAttr, given.toAttribute(&getContext()));
  }
};
} // namespace
