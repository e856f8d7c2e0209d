//===- DenseResource.cpp - Whether a resource fits its type ---------------===//

#include "xla/Support/DenseResource.h"
#include "xla/Support/Literal.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

llvm::Error xla::checkDenseResource(DenseResourceElementsAttr attr) {
  ShapedType type = attr.getShapedType();
  std::string name = attr.getRawHandle().getKey().str();
  AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob)
    return llvm::createStringError("expected data for dense resource '%s'",
                                   name.c_str());
  auto storage = ElementStorage::get(type.getElementType());
  if (!storage || !type.hasStaticShape())
    return llvm::Error::success();
  int64_t count = type.getNumElements();
  size_t expected = storage->getByteSize(count),
         actual = blob->getData().size();
  if (actual == expected ||
      (storage->bits < 8 && actual == static_cast<size_t>(count)))
    return llvm::Error::success();
  return llvm::createStringError(
      "expected %zu bytes in dense resource '%s', but got %zu", expected,
      name.c_str(), actual);
}
