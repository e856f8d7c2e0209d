//===- ScanOp.cpp - Assembly and checks of chlo.scan ----------------------===//
//
// `chlo.scan(%in) inits(%init) dimension = 0 attributes {...} {...} : type`.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/TypeUtilities.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla::chlo;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  IntegerAttr dimension;
  Builder &builder = parser.getBuilder();
  SMLoc location = parser.getCurrentLocation();
  FunctionType type;
  Region *body = result.addRegion();
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseAttribute(dimension, builder.getIntegerType(64),
                            getDimensionAttrName(result.name).getValue(),
                            result.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body) || parser.parseColonType(type))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> operands(inputs);
  llvm::append_range(operands, inits);
  if (parser.resolveOperands(operands, type.getInputs(), location,
                             result.operands))
    return failure();
  if (type.getNumResults() < inits.size())
    return parser.emitError(location, "expected a result for each of the ")
           << inits.size() << " carried values, but got "
           << type.getNumResults() << " results";
  result.addTypes(type.getResults());
  int32_t numCarries = inits.size();
  int32_t numOutputs = type.getNumResults() - inits.size();
  auto &properties = result.getOrAddProperties<Properties>();
  llvm::copy(ArrayRef<int32_t>{int32_t(inputs.size()), numCarries},
             properties.operandSegmentSizes.begin());
  llvm::copy(ArrayRef<int32_t>{numOutputs, numCarries},
             properties.resultSegmentSizes.begin());
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits(" << getInits()
          << ") dimension=" << getDimension();
  SmallVector<StringRef> elided = {getDimensionAttrName(),
                                   getOperandSegmentSizeAttr(),
                                   getResultSegmentSizeAttr()};
  if (!getIsReverse())
    elided.push_back(getIsReverseAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// `type` without the scanned dimension.
static RankedTensorType dropDimension(RankedTensorType type, int64_t dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  return RankedTensorType::get(shape, type.getElementType());
}

LogicalResult ScanOp::verifyRegions() {
  int64_t dim = getDimension();
  int64_t scanned = getScanDimSize().value_or(ShapedType::kDynamic);
  SmallVector<Type> arguments, returned;
  for (auto [index, operand] : llvm::enumerate(getInputs())) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (dim >= type.getRank())
      return emitOpError("scan dimension of operand ")
             << index << " is out of bounds, expects less than "
             << type.getRank() << ", but got " << dim;
    int64_t size = type.getDimSize(dim);
    if (failed(verifyCompatibleShape(ArrayRef(size), ArrayRef(scanned))))
      return emitOpError("invalid scan dimension size of operand ")
             << index << ", expects " << scanned << ", but got " << size;
    if (ShapedType::isDynamic(scanned))
      scanned = size;
    arguments.push_back(dropDimension(type, dim));
  }
  llvm::append_range(arguments, getInits().getTypes());

  TypeRange actual = getBody().getArgumentTypes();
  if (actual.size() != arguments.size())
    return emitOpError("expects ")
           << arguments.size() << " arguments in the body, but got "
           << actual.size();
  for (auto [index, expected, argument] : llvm::enumerate(arguments, actual))
    if (!hlo::isCompatibleType(expected, argument))
      return emitOpError("operand and body argument ")
             << index << " are incompatible, expects " << expected
             << ", but got " << argument;

  for (auto [index, output] : llvm::enumerate(getOutputs())) {
    auto type = cast<RankedTensorType>(output.getType());
    if (dim >= type.getRank() ||
        failed(verifyCompatibleShape(ArrayRef(type.getDimSize(dim)),
                                     ArrayRef(scanned))))
      return emitOpError("invalid scan dimension size of output ")
             << index << ", expects " << scanned << " at " << dim
             << ", but got " << type;
    returned.push_back(dropDimension(type, dim));
  }
  llvm::append_range(returned, getCarries().getTypes());
  for (auto [init, carry] : llvm::zip(getInits(), getCarries()))
    if (!hlo::isCompatibleType(init.getType(), carry.getType()))
      return emitOpError("expects carried values to keep their type ")
             << init.getType() << ", but got " << carry.getType();
  return hlo::verifyRegionTypes(*this, getBody(), "the body", arguments,
                                returned);
}
