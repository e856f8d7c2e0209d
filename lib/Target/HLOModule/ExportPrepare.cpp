//===- ExportPrepare.cpp - Programs of ops that HLO has -------------------===//
//
// Decomposes what has no opcode by the passes that the compiler uses, then
// checks what the export relies on: one block per region, types with a shape.
// Functions that the entry does not reach are dropped first, so that nothing in
// them is refused.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Conversion/CHLOToHLO.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

/// Makes composites with regions calls of what they stand for: those of HLO
/// have none, and whoever knows such a composite by its name would miss them.
static void callRegionComposites(ModuleOp module) {
  module.walk([](hlo::CompositeOp op) {
    if (op->getNumRegions() == 0)
      return;
    OpBuilder builder(op);
    op->replaceAllUsesWith(
        func::CallOp::create(builder, op.getLoc(), op.getDecomposition(),
                             op->getResultTypes(), op->getOperands()));
    op->erase();
  });
}

static LogicalResult dropUnreached(ModuleOp module, func::FuncOp entry) {
  FailureOr<SmallVector<func::FuncOp>> order = orderFunctions(entry);
  if (failed(order))
    return failure();
  llvm::DenseSet<Operation *> reached(order->begin(), order->end());
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!reached.contains(function))
      function.erase();
  return success();
}

/// True if `predicate` holds of the type of a value in `module`.
static bool anyType(ModuleOp module, function_ref<bool(Type)> predicate) {
  auto anyOf = [&](TypeRange types) { return llvm::any_of(types, predicate); };
  return module
      .walk([&](Operation *op) {
        bool found = anyOf(op->getResultTypes());
        for (Region &region : op->getRegions())
          for (Block &block : region)
            found |= anyOf(block.getArgumentTypes());
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasBounds(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !hlo::getTypeBounds(tensor).empty();
}

/// Makes shapes static that follow from constants. Bounded sizes stay: HLO has
/// them too.
static LogicalResult closeShapes(ModuleOp module, func::FuncOp entry) {
  if (hlo::hasOpenShapes(module) && !anyType(module, hasBounds) &&
      failed(hlo::refineShapes(entry)))
    return failure();
  PassManager passes(module.getContext());
  passes.addPass(hlo::createHLOCanonicalizeDynamismPass());
  return passes.run(module);
}

/// Lowers chlo but for what XLA has an opcode for; custom calls and composites
/// stay what they are.
static LogicalResult lowerCHLO(ModuleOp module, bool recentOpcodes) {
  SmallVector<StringRef> kept = {"hlo.composite", "hlo.custom_call", "chlo.erf",
                                 "chlo.top_k"};
  if (recentOpcodes)
    kept.append({"chlo.acos", "chlo.acosh", "chlo.asin", "chlo.asinh",
                 "chlo.atanh", "chlo.cosh", "chlo.mulhi", "chlo.ragged_dot",
                 "chlo.sinh"});
  return legalizeCHLOToHLO(module, kept);
}

static LogicalResult decompose(ModuleOp module, func::FuncOp entry) {
  PassManager passes(module.getContext());
  passes.addNestedPass<func::FuncOp>(hlo::createHLOExpandDeprecatedPass());
  if (anyType(module,
              [](Type type) { return hlo::hasQuantizedTensor(type); })) {
    for (auto function : module.getOps<func::FuncOp>())
      function.setVisibility(function == entry
                                 ? SymbolTable::Visibility::Public
                                 : SymbolTable::Visibility::Private);
    passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
    passes.addPass(createSymbolDCEPass());
    passes.addNestedPass<func::FuncOp>(hlo::createHLOExpandQuantizedPass());
  }
  passes.addNestedPass<func::FuncOp>(hlo::createHLOExpandEinsumPass());
  return passes.run(module);
}

/// Checks the types and regions of `op`.
static LogicalResult verifyOp(Operation *op) {
  for (Value result : op->getResults())
    // Only ops that wait take futures.
    if (!isa<hlo::FutureType>(result.getType()) &&
        failed(verifyType(op->getLoc(), result.getType())))
      return failure();
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock())
      return op->emitOpError("expects one block in each region in a program "
                             "for HLO");
    for (BlockArgument argument : region.getArguments())
      if (failed(verifyType(argument.getLoc(), argument.getType())))
        return failure();
  }
  return success();
}

LogicalResult hlo_export::prepareForExport(ModuleOp module, func::FuncOp entry,
                                           const HLOExportOptions &options) {
  callRegionComposites(module);
  if (failed(dropUnreached(module, entry)))
    return failure();
  // While meshes are there.
  convertShardings(module);
  std::string name = entry.getName().str();
  if (failed(closeShapes(module, entry)))
    return failure();
  // Functions have got copies for their shapes.
  entry = module.lookupSymbol<func::FuncOp>(name);
  if (failed(dropUnreached(module, entry)) ||
      failed(lowerCHLO(module, options.recentOpcodes)) ||
      failed(decompose(module, entry)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>()) {
    WalkResult result = function.walk([](Operation *op) {
      return failed(verifyOp(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
    });
    if (result.wasInterrupted() || failed(expandBitcasts(function)) ||
        failed(expandGroups(function)) || failed(passCaptures(function)))
      return failure();
  }
  return success();
}
