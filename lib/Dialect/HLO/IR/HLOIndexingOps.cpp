//===- HLOIndexingOps.cpp - Ops that read or write by index ---------------===//
//
// The generated code of the family and its assembly forms.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Assembly forms
//===----------------------------------------------------------------------===//

/// `[start:limit, start:limit:stride]`, the stride 1 unless given.
static ParseResult parseSliceRanges(OpAsmParser &parser,
                                    DenseI64ArrayAttr &starts,
                                    DenseI64ArrayAttr &limits,
                                    DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> startValues, limitValues, strideValues;
  auto parseRange = [&]() -> ParseResult {
    int64_t stride = 1;
    if (parser.parseInteger(startValues.emplace_back()) ||
        parser.parseColon() ||
        parser.parseInteger(limitValues.emplace_back()) ||
        (succeeded(parser.parseOptionalColon()) && parser.parseInteger(stride)))
      return failure();
    strideValues.push_back(stride);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(startValues);
  limits = builder.getDenseI64ArrayAttr(limitValues);
  strides = builder.getDenseI64ArrayAttr(strideValues);
  return success();
}

static void printSliceRanges(OpAsmPrinter &printer, Operation *,
                             DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                             DenseI64ArrayAttr strides) {
  printer << "[";
  llvm::interleaveComma(
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ":" << limit;
        if (stride != 1)
          printer << ":" << stride;
      });
  printer << "]";
}

/// `%operand, %index, %index,`: every operand is followed by a comma, because
/// an attribute comes next.
static ParseResult parseOperandsWithTrailingComma(
    OpAsmParser &parser, OpAsmParser::UnresolvedOperand &operand,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &others) {
  if (parser.parseOperand(operand) || parser.parseComma())
    return failure();
  while (true) {
    OpAsmParser::UnresolvedOperand other;
    OptionalParseResult result = parser.parseOptionalOperand(other);
    if (!result.has_value())
      return success();
    if (failed(*result) || parser.parseComma())
      return failure();
    others.push_back(other);
  }
}

static void printOperandsWithTrailingComma(OpAsmPrinter &printer, Operation *,
                                           Value operand, ValueRange others) {
  printer << operand << ",";
  for (Value other : others)
    printer << " " << other << ",";
}

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOIndexingOps.cpp.inc"

void HLODialect::addIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOIndexingOps.cpp.inc"
      >();
}
