//===- HostConstants.cpp - Constants of the host level as data ------------===//
//
// Bytes serve every element type and need no conversion.
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace xla;

/// Row-major bytes of `value`; null where there is no such form.
static ElementsAttr getBytes(ElementsAttr value, int64_t numBytes) {
  auto type = RankedTensorType::get({numBytes},
                                    IntegerType::get(value.getContext(), 8));
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return {};
  SmallVector<char> bytes;
  bytes.reserve(numBytes);
  if (dense.getElementType().isInteger(1)) {
    for (bool element : dense.getValues<bool>())
      bytes.push_back(element);
  } else {
    ArrayRef<char> raw = dense.getRawData();
    do
      bytes.append(raw.begin(), raw.end());
    while (dense.isSplat() && int64_t(bytes.size()) < numBytes);
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

LogicalResult xla::convertHostConstant(memref::GlobalOp global) {
  auto value = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  std::optional<int64_t> numBytes = getDenseByteSize(global.getType());
  ElementsAttr bytes;
  if (value && numBytes)
    bytes = getBytes(value, *numBytes);
  if (!bytes)
    return global.emitOpError("expects a dense constant");
  OpBuilder builder(global);
  LLVM::GlobalOp::create(
      builder, global.getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), *numBytes),
      /*isConstant=*/true, LLVM::Linkage::Private, global.getSymName(), bytes,
      /*alignment=*/XLA_BUFFER_ALIGNMENT);
  global.erase();
  return success();
}
