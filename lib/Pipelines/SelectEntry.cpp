//===- SelectEntry.cpp - Make every function but the entry private --------===//
//
// Assumes nothing; guarantees one public function and tensors whose sizes can
// be computed in 64 bits. Attributes of foreign dialects that say how a program
// was exported are dropped.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

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

/// Whether sizes of `type` in bytes can be computed in 64 bits.
static bool isAddressable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  // No element takes more than 16 bytes.
  int64_t bytes = 16;
  for (int64_t size : tensor.getShape())
    if (!ShapedType::isDynamic(size) && size != 0 &&
        llvm::MulOverflow(bytes, size, bytes))
      return false;
  return true;
}

/// Reports the first value of `module` that no memory could hold: sizes of such
/// tensors overflow, and later passes compute with them.
static LogicalResult checkSizes(ModuleOp module) {
  auto check = [](Location loc, Type type) {
    return isAddressable(type)
               ? WalkResult::advance()
               : (emitError(loc) << "expected tensors of less than 2^63 "
                                    "bytes, but got "
                                 << type,
                  WalkResult::interrupt());
  };
  WalkResult walk = module.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (check(op->getLoc(), result.getType()).wasInterrupted())
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (check(argument.getLoc(), argument.getType()).wasInterrupted())
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

namespace {
struct XLASelectEntryPass
    : xla::impl::XLASelectEntryPassBase<XLASelectEntryPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options) || failed(checkSizes(module)))
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
