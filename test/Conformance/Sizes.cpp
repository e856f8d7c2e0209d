//===- Sizes.cpp - Calls of programs that take sizes ----------------------===//
//
// Arguments at chosen sizes, and the program made static for them.
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"
#include "xla/Support/Generator.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace xla;

/// Whether `type` is that of a size: an integer scalar.
static bool isSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         isa<IntegerType>(tensor.getElementType()) &&
         !tensor.getElementType().isInteger(1);
}

std::optional<SmallVector<Literal>>
conformance::createArguments(func::FuncOp entry, int64_t size, int64_t step,
                             unsigned seed) {
  SmallVector<Literal> arguments;
  bool leads = true;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !ElementStorage::get(tensor.getElementType()))
      return std::nullopt;
    leads &= isSize(type);
    if (leads) {
      Literal literal(tensor);
      literal.setInt(0, size + static_cast<int64_t>(index) * step);
      arguments.push_back(literal);
      continue;
    }
    SmallVector<int64_t> shape(tensor.getShape());
    int64_t next = size;
    for (int64_t &extent : shape)
      if (ShapedType::isDynamic(extent)) {
        extent = next;
        next += step;
      }
    auto literal =
        Generator::getDefault(tensor.getElementType(), seed + index)
            .generate(RankedTensorType::get(shape, tensor.getElementType()));
    if (!literal) {
      consumeError(literal.takeError());
      return std::nullopt;
    }
    arguments.push_back(std::move(*literal));
  }
  return arguments;
}

OwningOpRef<ModuleOp> conformance::makeStatic(func::FuncOp entry,
                                              ArrayRef<Literal> arguments) {
  OwningOpRef<ModuleOp> copy(
      cast<ModuleOp>(entry->getParentOfType<ModuleOp>()->clone()));
  auto function = copy->lookupSymbol<func::FuncOp>(entry.getName());
  SmallVector<unsigned> sizes = hlo::findShapeArguments(function);
  SmallVector<hlo::KnownArgument> known;
  for (auto [index, literal] : llvm::enumerate(arguments))
    known.push_back({literal.getType(), llvm::is_contained(sizes, index)
                                            ? literal.getAttr()
                                            : DenseElementsAttr()});
  PassManager passes(entry.getContext());
  passes.addPass(hlo::createHLOCanonicalizeDynamismPass());
  if (failed(hlo::refineShapes(function, known)) || failed(passes.run(*copy)))
    return nullptr;
  return copy;
}
