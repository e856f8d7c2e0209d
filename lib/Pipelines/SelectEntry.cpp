//===- SelectEntry.cpp - Make every function but the entry private --------===//
//
// Assumes nothing; guarantees one public function. Attributes of foreign
// dialects that say how a program was exported are dropped.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLASELECTENTRYPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Drops attributes such as `mhlo.num_partitions` from `op`. What a caller sees
/// (`jax.`, `tf.` on arguments) is not on the op itself and stays.
static void dropForeignAttributes(Operation *op) {
  SmallVector<StringAttr> dropped;
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef dialect = attribute.getName().strref().split('.').first;
    if (dialect == "mhlo" || dialect == "sdy" || dialect == "jax")
      dropped.push_back(attribute.getName());
  }
  for (StringAttr name : dropped) {
    remark::analysis(op->getLoc(),
                     remark::RemarkOpts::name("select-entry").category("input"))
        << "attribute " << name.strref() << " has no meaning here";
    op->removeDiscardableAttr(name);
  }
}

namespace {
struct XLASelectEntryPass
    : xla::impl::XLASelectEntryPassBase<XLASelectEntryPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    bool found = false;
    std::string names;
    dropForeignAttributes(module);
    for (auto function : module.getOps<func::FuncOp>()) {
      dropForeignAttributes(function);
      bool isEntry =
          function.getSymName() == options->entry && !function.isExternal();
      found |= isEntry;
      if (isEntry)
        function.setPublic();
      else
        function.setPrivate();
      names += (names.empty() ? "@" : ", @") + function.getSymName().str();
    }
    if (found)
      return;
    module.emitOpError() << "expects a function @" << options->entry
                         << " with a body, but has "
                         << (names.empty() ? "no function" : names);
    signalPassFailure();
  }
};
} // namespace
