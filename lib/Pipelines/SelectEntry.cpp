//===- SelectEntry.cpp - Make every function but the entry private --------===//
//
// Assumes nothing; guarantees one public function and tensors whose sizes can
// be computed in 64 bits. Attributes of foreign dialects that say how a program
// was exported are dropped.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace xla {
#define GEN_PASS_DEF_XLASELECTENTRYPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-select-entry"
static PassCounter numDroppedAttributes(DEBUG_TYPE, "num-dropped-attributes");

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
    numDroppedAttributes += 1;
  }
}

std::string xla::listFunctions(ModuleOp module) {
  constexpr unsigned most = 10;
  std::string names;
  unsigned count = 0;
  for (auto function : module.getOps<func::FuncOp>())
    if (++count <= most)
      names += (count == 1 ? "@" : ", @") + function.getSymName().str();
  if (count > most)
    names += " and " + std::to_string(count - most) + " more";
  return count ? names : "no function";
}

namespace {
struct XLASelectEntryPass
    : xla::impl::XLASelectEntryPassBase<XLASelectEntryPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    dropForeignAttributes(module);
    auto entry = module.lookupSymbol<func::FuncOp>(options->entry);
    if (!entry || entry.isExternal()) {
      if (entry)
        entry.emitOpError("expects a body, because it is the entry");
      else
        module.emitOpError()
            << "expects a function @" << options->entry << ", but has "
            << listFunctions(module) << "; the option entry chooses another";
      return signalPassFailure();
    }
    for (auto function : module.getOps<func::FuncOp>()) {
      dropForeignAttributes(function);
      if (function == entry)
        function.setPublic();
      else
        function.setPrivate();
    }
  }
};
} // namespace
