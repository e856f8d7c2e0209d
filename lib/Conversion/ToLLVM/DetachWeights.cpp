//===- DetachWeights.cpp - Take large constants out of the code -----------===//
//
// Bytes move from globals to an attribute of the module, one behind the other
// at multiples of 64 and in the order of the globals. Equal content lies there
// once. The name of it all is a hash of the content, so that code and weights
// that do not belong together are told apart when they are loaded.
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/XLA/IR/Weights.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Runtime/PackageFormat.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/Hash.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/CachedHashString.h"

namespace xla {
#define GEN_PASS_DEF_XLADETACHWEIGHTSPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-detach-weights"
static PassCounter numDetachedConstants(DEBUG_TYPE, "num-detached-constants");

/// Whether `global` holds at least `least` bytes, of which not all elements are
/// the same.
static bool isWeight(memref::GlobalOp global, int64_t least) {
  auto value = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  std::optional<int64_t> bytes = getDenseByteSize(global.getType());
  return value && bytes && *bytes >= least && !value.isSplat();
}

namespace {
/// The weights so far.
class WeightCollector {
public:
  /// Where the bytes of `global` lie. Fails after an error.
  FailureOr<int64_t> add(memref::GlobalOp global) {
    FailureOr<ElementsAttr> bytes = getConstantBytes(global);
    if (failed(bytes))
      return failure();
    std::optional<StringRef> content = getWeightContent(*bytes);
    if (!content)
      return global.emitOpError("expects a constant with ")
             << bytes->getNumElements() << " bytes of data";
    // By content: equal resources are different attributes.
    auto [place, isNew] =
        places.try_emplace(llvm::CachedHashStringRef(*content), size);
    if (!isNew)
      return place->second;
    values.push_back(*bytes);
    pieces.push_back(*content);
    size = llvm::alignTo(size + content->size(), xla_format::kWeightAlignment);
    return place->second;
  }

  /// What stands on the module.
  DictionaryAttr get(MLIRContext *context) const {
    Builder builder(context);
    std::string id = hashPieces(pieces).substr(0, xla_format::kWeightsIdSize);
    return builder.getDictionaryAttr(
        {builder.getNamedAttr("id", builder.getStringAttr(id)),
         builder.getNamedAttr("bytes", builder.getI64IntegerAttr(size)),
         builder.getNamedAttr("values", builder.getArrayAttr(values))});
  }

  bool empty() const { return values.empty(); }

private:
  llvm::DenseMap<llvm::CachedHashStringRef, int64_t> places;
  SmallVector<Attribute> values;
  SmallVector<StringRef> pieces;
  int64_t size = 0;
};
} // namespace

/// The constants that the entry reads.
static llvm::DenseSet<StringAttr> getConstantsOfEntry(ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kEntryAttr))
      function.walk([&](memref::GetGlobalOp op) {
        names.insert(op.getNameAttr().getAttr());
      });
  return names;
}

namespace {
struct XLADetachWeightsPass
    : xla::impl::XLADetachWeightsPassBase<XLADetachWeightsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    if (options->weights == WeightsPlace::Embed)
      return;
    Builder builder(module.getContext());
    llvm::DenseSet<StringAttr> names = getConstantsOfEntry(module);
    WeightCollector weights;
    for (auto global : module.getOps<memref::GlobalOp>()) {
      if (!names.contains(global.getSymNameAttr()) ||
          !isWeight(global, options->weightBytes))
        continue;
      FailureOr<int64_t> place = weights.add(global);
      if (failed(place))
        return signalPassFailure();
      // A declaration: its value is elsewhere.
      global.removeInitialValueAttr();
      global->setAttr(kWeightOffsetAttr, builder.getI64IntegerAttr(*place));
      numDetachedConstants += 1;
    }
    if (!weights.empty())
      module->setAttr(kWeightsAttr, weights.get(module.getContext()));
  }
};
} // namespace
