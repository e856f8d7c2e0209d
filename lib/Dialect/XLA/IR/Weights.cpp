//===- Weights.cpp - Constants that were taken out of the code ------------===//

#include "xla/Dialect/XLA/IR/Weights.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

std::optional<StringRef> xla::getWeightContent(Attribute value) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || !elements.getElementType().isInteger(8))
    return std::nullopt;
  ArrayRef<char> data;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      data = blob->getData();
  } else if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    data = dense.getRawData();
  }
  if (data.size() != size_t(elements.getNumElements()))
    return std::nullopt;
  return StringRef(data.data(), data.size());
}
