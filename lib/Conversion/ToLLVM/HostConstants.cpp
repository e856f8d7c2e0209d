//===- HostConstants.cpp - Constants of the host level as data ------------===//
//
// Bytes serve every element type and need no conversion.
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "EntryInfo.h"
#include "xla/Dialect/XLA/IR/Weights.h"
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

FailureOr<ElementsAttr> xla::getConstantBytes(memref::GlobalOp global) {
  auto value = dyn_cast_or_null<ElementsAttr>(global.getInitialValueAttr());
  std::optional<int64_t> numBytes = getDenseByteSize(global.getType());
  ElementsAttr bytes;
  if (value && numBytes)
    bytes = getBytes(value, *numBytes);
  if (!bytes)
    return global.emitOpError("expects a dense constant");
  return bytes;
}

Value xla::getConstantAddress(OpBuilder &builder, memref::GetGlobalOp op) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(op.getContext());
  auto function = op->getParentOfType<FunctionOpInterface>();
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      function, op.getNameAttr());
  auto offset =
      global ? global->getAttrOfType<IntegerAttr>(kWeightOffsetAttr) : nullptr;
  if (!offset)
    return LLVM::AddressOfOp::create(builder, loc, pointer, op.getName());
  auto entry = function->getAttrOfType<EntryAttr>(kEntryAttr);
  Value slot =
      LLVM::AddressOfOp::create(builder, loc, pointer, getWeightsName(entry));
  Value base = LLVM::LoadOp::create(builder, loc, pointer, slot);
  Value place =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), offset);
  return LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>(place));
}

LogicalResult xla::convertHostConstant(memref::GlobalOp global) {
  if (global->hasAttr(kWeightOffsetAttr)) {
    global.erase();
    return success();
  }
  FailureOr<ElementsAttr> bytes = getConstantBytes(global);
  if (failed(bytes))
    return failure();
  OpBuilder builder(global);
  LLVM::GlobalOp::create(
      builder, global.getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), bytes->getNumElements()),
      /*isConstant=*/true, LLVM::Linkage::Private, global.getSymName(), *bytes,
      /*alignment=*/XLA_BUFFER_ALIGNMENT);
  global.erase();
  return success();
}
