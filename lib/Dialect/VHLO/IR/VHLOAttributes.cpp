//===- VHLOAttributes.cpp - Attributes of the vhlo dialect ----------------===//
//
// The generated code and the text forms that ODS cannot say. Text is for people
// and tests: programs hold this dialect as bytes.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::vhlo;

#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOAttributes.cpp.inc"

void VHLODialect::addVHLOAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/VHLO/IR/VHLOAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Twins of MLIR's own attributes
//===----------------------------------------------------------------------===//

/// `<{#vhlo.string_v1<"key"> = value, ...}>`.
Attribute DictionaryV1Attr::parse(AsmParser &parser, Type) {
  SmallVector<std::pair<Attribute, Attribute>> entries;
  auto parseEntry = [&]() -> ParseResult {
    auto &[key, value] = entries.emplace_back();
    return failure(parser.parseAttribute(key) || parser.parseEqual() ||
                   parser.parseAttribute(value));
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                     parseEntry) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), entries);
}

void DictionaryV1Attr::print(AsmPrinter &printer) const {
  printer << "<{";
  llvm::interleaveComma(getValue(), printer, [&](auto &entry) {
    printer << entry.first << " = " << entry.second;
  });
  printer << "}>";
}

/// `<value : T>` with a builtin attribute within the brackets, as its twin.
template <typename AttrT> static Attribute parseTwin(AsmParser &parser) {
  Attribute twin;
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseAttribute(twin) ||
      parser.parseGreater())
    return {};
  auto attribute = dyn_cast_or_null<AttrT>(getVHLOTwinOf(twin));
  if (!attribute)
    parser.emitError(place, "expected the twin of a vhlo attribute, but got ")
        << twin;
  return attribute;
}

Attribute IntegerV1Attr::parse(AsmParser &parser, Type) {
  return parseTwin<IntegerV1Attr>(parser);
}

void IntegerV1Attr::print(AsmPrinter &printer) const {
  printer << "<" << getTwinOf(*this) << ">";
}

Attribute TensorV1Attr::parse(AsmParser &parser, Type) {
  return parseTwin<TensorV1Attr>(parser);
}

void TensorV1Attr::print(AsmPrinter &printer) const {
  printer << "<" << getTwinOf(*this) << ">";
}

/// `<1.0 : !vhlo.f32_v1>`.
Attribute FloatV1Attr::parse(AsmParser &parser, Type) {
  SMLoc place = parser.getCurrentLocation();
  double value;
  Type type;
  if (parser.parseLess() || parser.parseFloat(value) ||
      parser.parseColonType(type) || parser.parseGreater())
    return {};
  auto floatType = dyn_cast_or_null<FloatType>(getTwinOf(type));
  if (!floatType) {
    parser.emitError(place, "expected a type of floats, but got ") << type;
    return {};
  }
  return getVHLOTwinOf(FloatAttr::get(floatType, value));
}

void FloatV1Attr::print(AsmPrinter &printer) const {
  printer << "<" << getValue() << " : " << getType() << ">";
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

/// `[1, 2]`.
static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

Attribute OutputOperandAliasV1Attr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> outputIndices, operandIndices;
  int64_t operandIndex;
  if (parser.parseLess() || parser.parseKeyword("outputTupleIndices") ||
      parser.parseEqual() || parseIntegers(parser, outputIndices) ||
      parser.parseComma() || parser.parseKeyword("operandIndex") ||
      parser.parseEqual() || parser.parseInteger(operandIndex) ||
      parser.parseComma() || parser.parseKeyword("operandTupleIndices") ||
      parser.parseEqual() || parseIntegers(parser, operandIndices) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), outputIndices, operandIndex, operandIndices);
}

void OutputOperandAliasV1Attr::print(AsmPrinter &printer) const {
  printer << "<outputTupleIndices = [" << getOutputTupleIndices()
          << "], operandIndex = " << getOperandIndex()
          << ", operandTupleIndices = [" << getOperandTupleIndices() << "]>";
}

Attribute TypeExtensionsV1Attr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  auto parseBound = [&]() -> ParseResult {
    int64_t &bound = bounds.emplace_back(ShapedType::kDynamic);
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parser.parseInteger(bound);
  };
  if (parser.parseLess() || parser.parseKeyword("bounds") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseBound) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), bounds);
}

void TypeExtensionsV1Attr::print(AsmPrinter &printer) const {
  printer << "<bounds = [";
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << "?";
    else
      printer << bound;
  });
  printer << "]>";
}

Attribute ResultAccuracyV1Attr::parse(AsmParser &parser, Type) {
  double atol, rtol;
  int64_t ulps;
  Attribute mode;
  if (parser.parseLess() || parser.parseKeyword("atol") ||
      parser.parseEqual() || parser.parseFloat(atol) || parser.parseComma() ||
      parser.parseKeyword("rtol") || parser.parseEqual() ||
      parser.parseFloat(rtol) || parser.parseComma() ||
      parser.parseKeyword("ulps") || parser.parseEqual() ||
      parser.parseInteger(ulps) || parser.parseComma() ||
      parser.parseKeyword("mode") || parser.parseEqual() ||
      parser.parseAttribute(mode) || parser.parseGreater())
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyV1Attr::print(AsmPrinter &printer) const {
  printer << "<atol = " << getAtol() << ", rtol = " << getRtol()
          << ", ulps = " << getUlps() << ", mode = " << getMode() << ">";
}
