//===- VHLOTypes.cpp - Types of the vhlo dialect --------------------------===//
//
// The generated code and the text forms that ODS cannot say.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::vhlo;

/// `2x?x`, nothing for a scalar.
static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape) {
  return parser.parseDimensionList(shape);
}

static void printShape(AsmPrinter &printer, ArrayRef<int64_t> shape) {
  printer.printDimensionList(shape);
  if (!shape.empty())
    printer << "x";
}

#define GET_TYPEDEF_CLASSES
#include "xla/Dialect/VHLO/IR/VHLOTypes.cpp.inc"

void VHLODialect::addVHLOTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "xla/Dialect/VHLO/IR/VHLOTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `T`, `(T, U)` or, for none, `()`.
static ParseResult parseTypeList(AsmParser &parser,
                                 SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalLParen()))
    return parser.parseType(types.emplace_back());
  // None has two pairs of parentheses.
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseRParen() || parser.parseRParen());
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(parser.parseTypeList(types) || parser.parseRParen());
}

Type FunctionV1Type::parse(AsmParser &parser) {
  SmallVector<Type> inputs, outputs;
  if (parser.parseLess() || parseTypeList(parser, inputs) ||
      parser.parseArrow() || parseTypeList(parser, outputs) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), inputs, outputs);
}

void FunctionV1Type::print(AsmPrinter &printer) const {
  printer << "<(";
  if (getInputs().empty())
    printer << "()";
  llvm::interleaveComma(getInputs(), printer);
  printer << ") -> ";
  bool isOne = getOutputs().size() == 1;
  printer << (isOne ? "" : "(");
  llvm::interleaveComma(getOutputs(), printer);
  printer << (isOne ? ">" : ")>");
}

//===----------------------------------------------------------------------===//
// Quantized types
//===----------------------------------------------------------------------===//

/// `storage:expressed,`, the front of both forms.
static ParseResult parseQuantizedFront(AsmParser &parser, Type &storage,
                                       Type &expressed) {
  return failure(parser.parseLess() || parser.parseType(storage) ||
                 parser.parseColon() || parser.parseType(expressed) ||
                 parser.parseComma());
}

/// `, min:max, flags>`, the end of both forms.
static ParseResult parseQuantizedEnd(AsmParser &parser, int64_t &min,
                                     int64_t &max, unsigned &flags) {
  return failure(parser.parseComma() || parser.parseInteger(min) ||
                 parser.parseColon() || parser.parseInteger(max) ||
                 parser.parseComma() || parser.parseInteger(flags) ||
                 parser.parseGreater());
}

Type UniformQuantizedV1Type::parse(AsmParser &parser) {
  Type storage, expressed;
  double scale;
  int64_t zeroPoint, min, max;
  unsigned flags;
  if (parseQuantizedFront(parser, storage, expressed) ||
      parser.parseFloat(scale) || parser.parseColon() ||
      parser.parseInteger(zeroPoint) ||
      parseQuantizedEnd(parser, min, max, flags))
    return {};
  return get(parser.getContext(), flags, storage, expressed, APFloat(scale),
             zeroPoint, min, max);
}

void UniformQuantizedV1Type::print(AsmPrinter &printer) const {
  printer << "<" << getStorageType() << ":" << getExpressedType() << ", "
          << getScale() << ":" << getZeroPoint() << ", " << getStorageTypeMin()
          << ":" << getStorageTypeMax() << ", " << getFlags() << ">";
}

Type UniformQuantizedPerAxisV1Type::parse(AsmParser &parser) {
  Type storage, expressed;
  SmallVector<APFloat> scales;
  SmallVector<int64_t> zeroPoints;
  int64_t axis, min, max;
  unsigned flags;
  auto parseScale = [&]() -> ParseResult {
    double scale;
    if (parser.parseFloat(scale))
      return failure();
    scales.emplace_back(scale);
    return success();
  };
  auto parseZeroPoint = [&]() {
    return parser.parseInteger(zeroPoints.emplace_back());
  };
  if (parseQuantizedFront(parser, storage, expressed) ||
      parser.parseInteger(axis) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseScale) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseZeroPoint) ||
      parseQuantizedEnd(parser, min, max, flags))
    return {};
  return get(parser.getContext(), flags, storage, expressed, axis, scales,
             zeroPoints, min, max);
}

void UniformQuantizedPerAxisV1Type::print(AsmPrinter &printer) const {
  printer << "<" << getStorageType() << ":" << getExpressedType() << ", "
          << getQuantizedDimension() << ", [";
  llvm::interleaveComma(getScales(), printer,
                        [&](const APFloat &scale) { printer << scale; });
  printer << "], [" << getZeroPoints() << "], " << getStorageTypeMin() << ":"
          << getStorageTypeMax() << ", " << getFlags() << ">";
}
