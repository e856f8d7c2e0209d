//===- SDYOps.cpp - Shardy's dialect: ops ---------------------------------===//
//
// Text forms and checks. Whether a sharding fits its tensor is not checked: on
// one device it means nothing.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/SDY/IR/SDYOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace xla::sdy;

#include "xla/Dialect/SDY/IR/SDYDialect.cpp.inc"

void SDYDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/SDY/IR/SDYOps.cpp.inc"
      >();
  addSDYAttributes();
  addBytecodeInterface();
}

MeshAttr xla::sdy::findMesh(Operation *op, Attribute meshOrRef) {
  if (auto mesh = dyn_cast<MeshAttr>(meshOrRef))
    return mesh;
  auto name = dyn_cast<FlatSymbolRefAttr>(meshOrRef);
  if (!name)
    return {};
  auto mesh = SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, name.getAttr());
  return mesh ? mesh.getMesh() : MeshAttr();
}

/// Attributes within ops come without the dialect's prefix and keyword.
template <typename AttrT>
static ParseResult parseUnprefixed(OpAsmParser &parser, AttrT &attribute) {
  attribute = dyn_cast_or_null<AttrT>(AttrT::parse(parser, Type()));
  return success(static_cast<bool>(attribute));
}

template <typename AttrT>
static void printUnprefixed(OpAsmPrinter &printer, Operation *,
                            AttrT attribute) {
  attribute.print(printer);
}

/// A list has no angle brackets there.
static void printUnprefixed(OpAsmPrinter &printer, Operation *,
                            TensorShardingPerValueAttr attribute) {
  printer << "[";
  llvm::interleaveComma(
      attribute.getShardings(), printer,
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

/// `(%x: type, ...) { ... }`.
static ParseResult parseBlockAndArguments(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments,
                                          OpAsmParser::Delimiter::Paren,
                                          /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

static void printBlockAndArguments(OpAsmPrinter &printer, Operation *,
                                   Region &body) {
  printer << " (";
  llvm::interleaveComma(
      body.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

LogicalResult ManualComputationOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getTensors().size() ||
      getInShardings().getShardings().size() != getTensors().size())
    return emitOpError("expects an argument and a sharding for each of its ")
           << getTensors().size() << " operands";
  if (block.getTerminator()->getNumOperands() != getNumResults() ||
      getOutShardings().getShardings().size() != getNumResults())
    return emitOpError("expects a returned value and a sharding for each of "
                       "its ")
           << getNumResults() << " results";
  return success();
}

#define GET_OP_CLASSES
#include "xla/Dialect/SDY/IR/SDYOps.cpp.inc"
