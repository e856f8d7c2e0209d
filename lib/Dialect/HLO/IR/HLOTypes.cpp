//===- HLOTypes.cpp - Types of the hlo dialect ----------------------------===//
//
// The generated code of the dialect's types and the predicates on element types
// that its type constraints are made of.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::isPredElement(Type type) { return type.isSignlessInteger(1); }

bool xla::hlo::isIntElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() &&
         llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

bool xla::hlo::isSignedIntElement(Type type) {
  return isIntElement(type) && type.isSignlessInteger();
}

bool xla::hlo::isUnsignedElement(Type type) {
  return isPredElement(type) ||
         (isIntElement(type) && type.isUnsignedInteger());
}

bool xla::hlo::isFloatElement(Type type) {
  return isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType,
             Float8E3M4Type, Float8E4M3Type, Float8E4M3FNType,
             Float8E4M3FNUZType, Float8E4M3B11FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType, Float8E8M0FNUType, BFloat16Type, Float16Type,
             Float32Type, Float64Type>(type);
}

bool xla::hlo::isComplexElement(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex &&
         (complex.getElementType().isF32() || complex.getElementType().isF64());
}

bool xla::hlo::isPerTensorQuantizedElement(Type type) {
  return isa<quant::UniformQuantizedType>(type);
}

bool xla::hlo::isPerAxisQuantizedElement(Type type) {
  return isa<quant::UniformQuantizedPerAxisType>(type);
}

bool xla::hlo::isQuantizedElement(Type type) {
  return isa<quant::QuantizedType>(type);
}

bool xla::hlo::isStaticOrSingleBounded(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.hasStaticShape())
    return true;
  ArrayRef<int64_t> bounds = getTypeBounds(tensor);
  return tensor.getNumDynamicDims() == 1 &&
         llvm::count_if(bounds, [](int64_t bound) {
           return !ShapedType::isDynamic(bound);
         }) == 1;
}

LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      return emitError() << "future element type must be a ranked tensor, but "
                            "got "
                         << type;
  return success();
}

#define GET_TYPEDEF_CLASSES
#include "xla/Dialect/HLO/IR/HLOTypes.cpp.inc"

void HLODialect::addHLOTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "xla/Dialect/HLO/IR/HLOTypes.cpp.inc"
      >();
}
