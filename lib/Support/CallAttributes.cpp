//===- CallAttributes.cpp - Attributes for custom calls -------------------===//
//
// Numbers go through dense constants, whose bytes are the ABI's already.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/CallAttributes.h"
#include "xla/Support/ABITypes.h"
#include "xla/Support/Literal.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace xla;

/// The numbers of `attribute` as a dense constant; null if it has none.
static ElementsAttr getNumbers(Attribute attribute) {
  MLIRContext *context = attribute.getContext();
  if (auto elements = dyn_cast<ElementsAttr>(attribute))
    return elements;
  if (isa<UnitAttr>(attribute))
    attribute = BoolAttr::get(context, true);
  SmallVector<Attribute> list = {attribute};
  SmallVector<int64_t> shape;
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    list.assign(array.begin(), array.end());
    shape.push_back(list.size());
  }
  // No type is known of an empty list: any does.
  Type type = IntegerType::get(context, 64);
  if (!list.empty()) {
    auto typed = dyn_cast<TypedAttr>(list.front());
    if (!typed || !typed.getType().isIntOrIndexOrFloat())
      return {};
    type = typed.getType();
  }
  for (Attribute &one : list) {
    auto typed = dyn_cast<TypedAttr>(one);
    if (!typed || typed.getType() != type || !isa<IntegerAttr, FloatAttr>(one))
      return {};
    // An index has no size of its own.
    if (type.isIndex())
      one = IntegerAttr::get(IntegerType::get(context, 64),
                             cast<IntegerAttr>(one).getValue());
  }
  if (type.isIndex())
    type = IntegerType::get(context, 64);
  return DenseElementsAttr::get(RankedTensorType::get(shape, type), list);
}

/// Encodes one attribute that is no dictionary; fails without an error.
static LogicalResult encodeOne(Attribute attribute, CallAttribute &encoded) {
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    encoded.data = text.str();
    encoded.count = encoded.data.size();
    return success();
  }
  if (auto array = dyn_cast<DenseArrayAttr>(attribute)) {
    encoded.elementType = getABIElementType(array.getElementType());
    encoded.data.assign(array.getRawData().begin(), array.getRawData().end());
    encoded.count = array.size();
    encoded.isList = true;
    return success(encoded.elementType != XLA_INVALID_TYPE);
  }
  ElementsAttr numbers = getNumbers(attribute);
  if (!numbers)
    return failure();
  auto literal = Literal::get(numbers);
  if (!literal) {
    consumeError(literal.takeError());
    return failure();
  }
  encoded.elementType = getABIElementType(literal->getElementType());
  encoded.count = literal->getNumElements();
  encoded.isList = isa<ElementsAttr, ArrayAttr>(attribute);
  auto bytes = getTensorByteSize(literal->getType());
  if (!bytes || encoded.elementType == XLA_INVALID_TYPE)
    return failure();
  encoded.data.assign(literal->getBytes(), *bytes);
  return success();
}

static LogicalResult encode(DictionaryAttr attributes, const Twine &prefix,
                            function_ref<InFlightDiagnostic()> emitError,
                            std::vector<CallAttribute> &encoded) {
  for (NamedAttribute attribute : attributes) {
    std::string name = (prefix + attribute.getName().getValue()).str();
    if (auto inner = dyn_cast<DictionaryAttr>(attribute.getValue())) {
      if (failed(encode(inner, name + ".", emitError, encoded)))
        return failure();
      continue;
    }
    CallAttribute &one = encoded.emplace_back();
    one.name = name;
    if (failed(encodeOne(attribute.getValue(), one)))
      return emitError() << "expects attributes that are text, numbers or "
                            "lists of numbers of one type, but '"
                         << name << "' is " << attribute.getValue();
  }
  return success();
}

FailureOr<std::vector<CallAttribute>>
xla::encodeCallAttributes(DictionaryAttr attributes,
                          function_ref<InFlightDiagnostic()> emitError) {
  std::vector<CallAttribute> encoded;
  if (failed(encode(attributes, "", emitError, encoded)))
    return failure();
  return encoded;
}
