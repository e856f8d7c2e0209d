//===- HLOAssemblyFormat.cpp - Custom assembly directives -----------------===//
//
// The types, operands and attributes of the pretty forms. What is special to
// one op stands in the file of its family.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Spreads a functional type over an op's types.
static ParseResult assignFunctionType(OpAsmParser &parser, SMLoc loc,
                                      FunctionType type,
                                      ArrayRef<Type *> operands, Type &result) {
  if (type.getNumInputs() != operands.size())
    return parser.emitError(loc)
           << operands.size() << " operands present, but expected "
           << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(loc, "expected single output");
  for (auto [operand, input] : llvm::zip_equal(operands, type.getInputs()))
    *operand = input;
  result = type.getResult(0);
  return success();
}

static void printFunctionType(OpAsmPrinter &printer, ArrayRef<Type> operands,
                              Type result) {
  printer.printFunctionalType(TypeRange(operands), TypeRange(result));
}

ParseResult xla::hlo::parseSameOperandsAndResultTypes(OpAsmParser &parser,
                                                      ArrayRef<Type *> operands,
                                                      Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, loc, function, operands, result);
  for (Type *operand : operands)
    *operand = type;
  result = type;
  return success();
}

void xla::hlo::printSameOperandsAndResultTypes(OpAsmPrinter &printer,
                                               ArrayRef<Type> operands,
                                               Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printFunctionType(printer, operands, result);
}

/// The type of the parts of a tensor of complex numbers, or null.
static Type getPartType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult xla::hlo::parseComplexOpType(OpAsmParser &parser, Type &lhs,
                                         Type &rhs, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, loc, function, {&lhs, &rhs}, result);
  Type part = getPartType(type);
  if (!part)
    return parser.emitError(loc, "expected tensor with complex element type");
  lhs = rhs = part;
  result = type;
  return success();
}

void xla::hlo::printComplexOpType(OpAsmPrinter &printer, Operation *, Type lhs,
                                  Type rhs, Type result) {
  Type part = getPartType(result);
  if (lhs == part && rhs == part)
    printer << result;
  else
    printFunctionType(printer, {lhs, rhs}, result);
}

ParseResult xla::hlo::parseSelectOpType(OpAsmParser &parser, Type &pred,
                                        Type &onTrue, Type &onFalse,
                                        Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function =
      types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function)
    return parser.emitError(loc,
                            "expected functional type or list of two types");
  return assignFunctionType(parser, loc, function, {&pred, &onTrue, &onFalse},
                            result);
}

void xla::hlo::printSelectOpType(OpAsmPrinter &printer, Operation *, Type pred,
                                 Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printFunctionType(printer, {pred, onTrue, onFalse}, result);
}

//===----------------------------------------------------------------------===//
// Operands and small attributes
//===----------------------------------------------------------------------===//

ParseResult xla::hlo::parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void xla::hlo::printVariadicOperandWithAttribute(OpAsmPrinter &printer,
                                                 Operation *,
                                                 OperandRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

ParseResult xla::hlo::parseExponentMantissa(AsmParser &parser,
                                            IntegerAttr &exponent,
                                            IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  StringRef rest = keyword;
  bool valid = rest.consume_front("e");
  auto [exponentText, mantissaText] = rest.split('m');
  auto isNumber = [](StringRef text) {
    return !text.empty() && llvm::all_of(text, llvm::isDigit);
  };
  if (!valid || !isNumber(exponentText) || !isNumber(mantissaText))
    return parser.emitError(loc,
                            "expected exponent mantissa in format e#m#, saw ")
           << keyword;
  int32_t exponentBits, mantissaBits;
  if (exponentText.getAsInteger(10, exponentBits))
    return parser.emitError(loc, "unable to parse exponent '")
           << exponentText << "'";
  if (mantissaText.getAsInteger(10, mantissaBits))
    return parser.emitError(loc, "unable to parse mantissa '")
           << mantissaText << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void xla::hlo::printExponentMantissa(AsmPrinter &printer, Operation *,
                                     IntegerAttr exponent,
                                     IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Reads `= [HIGH, DEFAULT]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> values;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Precision> value = symbolizePrecision(keyword);
    if (!value)
      return parser.emitError(loc, "expected precision to be one of: DEFAULT, "
                                   "HIGH, HIGHEST, but got ")
             << keyword;
    values.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  precision = parser.getBuilder().getArrayAttr(values);
  return success();
}

ParseResult xla::hlo::parsePrecisionConfig(OpAsmParser &parser,
                                           ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") ||
                 parsePrecisions(parser, precision));
}

void xla::hlo::printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                                    ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr value) {
                          printer << stringifyPrecision(value.getValue());
                        });
  printer << ']';
}

ParseResult xla::hlo::parsePrecisionConfigAndAlgorithm(
    OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  auto parseAlgorithm = [&]() -> ParseResult {
    if (parser.parseEqual())
      return failure();
    algorithm = dyn_cast_if_present<DotAlgorithmAttr>(
        DotAlgorithmAttr::parse(parser, Type()));
    return success(algorithm != nullptr);
  };
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("algorithm")))
    return parseAlgorithm();
  if (parser.parseKeyword("precision") || parsePrecisions(parser, precision))
    return failure();
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("algorithm") || parseAlgorithm());
}

void xla::hlo::printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer,
                                                Operation *op,
                                                ArrayAttr precision,
                                                DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  algorithm.print(printer);
}

/// Reads `= [0] x [0]`.
static ParseResult parseListPair(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &lhs,
                                 SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseIntList(parser, lhs) ||
                 parser.parseKeyword("x") || parseIntList(parser, rhs));
}

ParseResult
xla::hlo::parseDotDimensionNumbers(AsmParser &parser,
                                   DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parseListPair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parseListPair(parser, lhsContract, rhsContract))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch,
                                         rhsBatch, lhsContract, rhsContract);
  return success();
}

void xla::hlo::printDotDimensionNumbers(AsmPrinter &printer, Operation *,
                                        DotDimensionNumbersAttr numbers) {
  auto printPair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printIntList(printer, lhs);
    printer << " x ";
    printIntList(printer, rhs);
  };
  if (!numbers.getLhsBatchingDimensions().empty() ||
      !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printPair(numbers.getLhsBatchingDimensions(),
              numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(numbers.getLhsContractingDimensions(),
            numbers.getRhsContractingDimensions());
}

ParseResult
xla::hlo::parseConvolutionDimensions(AsmParser &parser,
                                     ConvDimensionNumbersAttr &attr) {
  return parseConvDimensionNumbers(parser, attr);
}

void xla::hlo::printConvolutionDimensions(AsmPrinter &printer, Operation *,
                                          ConvDimensionNumbersAttr attr) {
  printConvDimensionNumbers(printer, attr);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static ParseResult parseDims(OpAsmParser &parser, DenseI64ArrayAttr &attr) {
  SmallVector<int64_t> values;
  if (parseIntList(parser, values))
    return failure();
  attr = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

/// Reads `[[0, 1], [2, 3]]`.
static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &attr) {
  SmallVector<int64_t> values;
  auto parsePair = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = values.size();
    if (parseIntList(parser, values))
      return failure();
    if (values.size() != before + 2)
      return parser.emitError(loc, "expected padding of two elements, but got ")
             << values.size() - before;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2},
                            parser.getBuilder().getI64Type());
  attr = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseFlags(OpAsmParser &parser, DenseBoolArrayAttr &attr) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    bool &value = values.emplace_back();
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      value = true;
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false")))
      return success();
    int64_t number;
    if (parser.parseInteger(number))
      return failure();
    value = number != 0;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  attr = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult xla::hlo::parseWindowAttributes(OpAsmParser &parser,
                                            DenseI64ArrayAttr &strides,
                                            DenseIntElementsAttr &padding,
                                            DenseI64ArrayAttr &lhsDilation,
                                            DenseI64ArrayAttr &rhsDilation,
                                            DenseBoolArrayAttr &reversal) {
  StringRef keys[] = {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"};
  llvm::SmallBitVector seen(std::size(keys));
  auto parseField = [&](StringRef keyword, SMLoc loc) -> ParseResult {
    size_t index = llvm::find(keys, keyword) - std::begin(keys);
    if (index == std::size(keys))
      return parser.emitError(loc, "expected one of: stride, pad, lhs_dilate, "
                                   "rhs_dilate, reverse, but got ")
             << keyword;
    if (seen.test(index))
      return parser.emitError(loc, "expected each window attribute once, but "
                                   "got ")
             << keyword << " again";
    seen.set(index);
    if (parser.parseEqual())
      return failure();
    if (keyword == "pad")
      return parsePadding(parser, padding);
    if (keyword == "reverse")
      return parseFlags(parser, reversal);
    return parseDims(parser, keyword == "stride"       ? strides
                             : keyword == "lhs_dilate" ? lhsDilation
                                                       : rhsDilation);
  };
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return success();
  if (parseField(keyword, loc))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword) || parseField(keyword, loc))
      return failure();
  }
  return success();
}

void xla::hlo::printWindowAttributes(OpAsmPrinter &printer, Operation *,
                                     DenseI64ArrayAttr strides,
                                     DenseIntElementsAttr padding,
                                     DenseI64ArrayAttr lhsDilation,
                                     DenseI64ArrayAttr rhsDilation,
                                     DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto key = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printDims = [&](StringRef name, DenseI64ArrayAttr attr) {
    if (!attr)
      return;
    key(name);
    printIntList(printer, attr);
  };
  printDims("stride", strides);
  if (padding) {
    key("pad");
    printer << '[';
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    llvm::interleaveComma(
        llvm::seq<size_t>(0, values.size() / 2), printer, [&](size_t i) {
          printIntList(printer, ArrayRef(values).slice(2 * i, 2));
        });
    printer << ']';
  }
  printDims("lhs_dilate", lhsDilation);
  printDims("rhs_dilate", rhsDilation);
  if (reversal) {
    key("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool flag) {
      printer << (flag ? "true" : "false");
    });
    printer << ']';
  }
}
