//===- HLOReduceAssembly.cpp - Assembly of hlo.reduce ---------------------===//
//
// Reads and prints both forms of reduce. The short form, `applies hlo.add`,
// stands for a region that holds one op on the accumulator and the element; its
// types and locations follow from those of the reduce.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The op the short form names, or null if the region needs to be printed.
static Operation *getShortFormOp(ReduceOp op) {
  Block &body = op.getBody().front();
  if (op.getInputs().size() != 1 || body.getNumArguments() != 2 ||
      !llvm::hasNItems(body.without_terminator(), 1))
    return nullptr;
  Operation &combiner = body.front();
  auto terminator = dyn_cast<ReturnOp>(body.getTerminator());
  if (!terminator || !terminator->getDiscardableAttrDictionary().empty() ||
      combiner.getDialect() != op->getDialect() ||
      !combiner.hasTrait<OpTrait::IsCommutative>() ||
      combiner.getNumOperands() != 2 || combiner.getNumResults() != 1 ||
      combiner.getNumRegions() != 0 || !combiner.getAttrs().empty() ||
      combiner.getOperands() != body.getArguments() ||
      terminator.getResults() != combiner.getResults())
    return nullptr;
  auto input = cast<RankedTensorType>(op.getInputs().front().getType());
  auto scalar = RankedTensorType::get({}, input.getElementType());
  auto isScalar = [&](Type type) { return type == scalar; };
  if (!llvm::all_of(combiner.getOperandTypes(), isScalar) ||
      !llvm::all_of(combiner.getResultTypes(), isScalar))
    return nullptr;
  return &combiner;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleave(
      llvm::zip_equal(getInputs(), getInitValues()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " init: " << std::get<1>(pair);
      },
      "), (");
  printer << ')';
  Operation *combiner = getShortFormOp(*this);
  if (combiner)
    printer << " applies " << combiner->getName();
  printer << " across dimensions = ";
  printIntList(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (combiner)
    return;
  printer.printNewline();
  printer << " reducer";
  size_t count = getInputs().size();
  Block &body = getBody().front();
  for (size_t i : llvm::seq(count)) {
    printer << '(';
    printer.printRegionArgument(body.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(body.getArgument(count + i));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Builds the region the short form stands for.
static ParseResult buildShortForm(OpAsmParser &parser, OperationState &result,
                                  OperationName combiner, SMLoc combinerLoc,
                                  FunctionType type) {
  if (type.getNumInputs() == 0 || !isa<RankedTensorType>(type.getInput(0)))
    return parser.emitError(combinerLoc, "expected a ranked tensor to reduce");
  // The location is that of the reduce, given behind it or not.
  std::optional<Location> loc;
  if (parser.parseOptionalLocationSpecifier(loc))
    return failure();
  if (loc)
    result.location = *loc;
  auto scalar = RankedTensorType::get(
      {}, cast<RankedTensorType>(type.getInput(0)).getElementType());
  Block &block = result.addRegion()->emplaceBlock();
  block.addArgument(scalar, result.location);
  block.addArgument(scalar, result.location);
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState state(result.location, combiner);
  state.addOperands(block.getArguments());
  state.addTypes(scalar);
  Operation *op = builder.create(state);
  ReturnOp::create(builder, result.location, op->getResults());
  return success();
}

/// Reads `(%a: T, %x: T) ... { ... }`.
static ParseResult parseReducer(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> accumulators, elements;
  auto parseArgument = [&](SmallVectorImpl<OpAsmParser::Argument> &list) {
    return parser.parseArgument(list.emplace_back(), /*allowType=*/true,
                                /*allowAttrs=*/false);
  };
  if (parser.parseKeyword("reducer"))
    return failure();
  while (succeeded(parser.parseOptionalLParen()))
    if (parseArgument(accumulators) || parser.parseComma() ||
        parseArgument(elements) || parser.parseRParen())
      return failure();
  llvm::append_range(accumulators, elements);
  return parser.parseRegion(*result.addRegion(), accumulators);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  llvm::append_range(operands, inits);

  std::optional<OperationName> combiner;
  SMLoc combinerLoc;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    combinerLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    if (!name->isRegistered() || !name->hasTrait<OpTrait::IsCommutative>())
      return parser.emitError(combinerLoc,
                              "expected a commutative op of two operands, but "
                              "got ")
             << *name;
    combiner = *name;
  }

  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() || parseIntList(parser, dimensions) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(dimensions);
  result.addTypes(type.getResults());
  if (combiner)
    return buildShortForm(parser, result, *combiner, combinerLoc, type);
  return parseReducer(parser, result);
}
