//===- VerifyNativeSupport.cpp - Refuse what has no native lowering -------===//
//
// A table of ops without a lowering and a check of types. Reports everything at
// once, so that a user sees the whole list.
//
//===----------------------------------------------------------------------===//

#include "xla/Fusion/Passes.h"
#include "xla/Support/ByteSize.h"

#include "llvm/ADT/StringSet.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYNATIVESUPPORTPASS
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Ops that no phase lowers yet.
static const llvm::StringSet<> &getRefusedOps() {
  static const llvm::StringSet<> names = {
      // Other devices and the outside world.
      "hlo.all_gather", "hlo.all_reduce", "hlo.all_to_all", "hlo.async_done",
      "hlo.async_start", "hlo.collective_broadcast", "hlo.collective_permute",
      "hlo.collective_reduce", "hlo.cross-replica-sum", "hlo.custom_call",
      "hlo.infeed", "hlo.outfeed", "hlo.partition_id", "hlo.recv",
      "hlo.reduce_scatter", "hlo.replica_id", "hlo.send",
      // Shapes that are known only at run time.
      "hlo.dynamic_broadcast_in_dim", "hlo.dynamic_conv", "hlo.dynamic_gather",
      "hlo.dynamic_iota", "hlo.dynamic_pad", "hlo.dynamic_reshape",
      "hlo.get_dimension_size", "hlo.real_dynamic_slice",
      "hlo.set_dimension_size",
      // Not decomposed, or without a kernel.
      "hlo.composite", "hlo.fft", "hlo.get_tuple_element", "hlo.rng",
      "hlo.tuple"};
  return names;
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
      if (getRefusedOps().contains(op->getName().getStringRef()))
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
