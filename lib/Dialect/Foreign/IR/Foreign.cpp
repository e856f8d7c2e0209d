//===- Foreign.cpp - Dialects that programs mention -----------------------===//
//
// Opaque attributes and types, unknown ops, and the custom forms of a few.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/Foreign/IR/Foreign.h"
#include "xla/Dialect/HLO/IR/FunctionNames.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace xla;

MLIR_DEFINE_EXPLICIT_TYPE_ID(xla::MHLODialect)

ForeignDialect::ForeignDialect(StringRef name, MLIRContext *context, TypeID id)
    : Dialect(name, context, id) {
  allowUnknownOperations();
}

Attribute ForeignDialect::parseAttribute(DialectAsmParser &parser,
                                         Type type) const {
  MLIRContext *context = parser.getContext();
  return OpaqueAttr::get(StringAttr::get(context, getNamespace()),
                         parser.getFullSymbolSpec(),
                         type ? type : NoneType::get(context));
}

Type ForeignDialect::parseType(DialectAsmParser &parser) const {
  return OpaqueType::get(StringAttr::get(parser.getContext(), getNamespace()),
                         parser.getFullSymbolSpec());
}

MHLODialect::MHLODialect(MLIRContext *context)
    : ForeignDialect(getDialectNamespace(), context,
                     TypeID::get<MHLODialect>()) {}

bool xla::isForeignIdentity(Operation *op) {
  return op->getName().getStringRef() == "mhlo.copy" &&
         op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         op->getOperand(0).getType() == op->getResult(0).getType();
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

/// `%x : T`, or `%x : (T) -> U` where the two differ.
static ParseResult parseUnary(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  if (parser.parseOperand(operand) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  Type from = type, to = type;
  if (auto function = dyn_cast<FunctionType>(type)) {
    if (function.getNumInputs() != 1 || function.getNumResults() != 1)
      return parser.emitError(parser.getNameLoc(),
                              "expected one operand and one result");
    from = function.getInput(0);
    to = function.getResult(0);
  }
  result.addTypes(to);
  return parser.resolveOperand(operand, from, result.operands);
}

static void printUnary(Operation *op, OpAsmPrinter &printer) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  printer << " " << op->getOperand(0);
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : ";
  if (from == to)
    printer << to;
  else
    printer.printFunctionalType(op);
}

/// Ops of mhlo that have no twin in StableHLO, and that converters leave.
static bool isUnaryMHLO(StringRef name) {
  return name.consume_front("mhlo.") &&
         (name == "copy" || hlo::isUnaryFunction(name));
}

std::optional<Dialect::ParseOpHook>
MHLODialect::getParseOperationHook(StringRef opName) const {
  if (isUnaryMHLO(opName))
    return ParseOpHook(parseUnary);
  return std::nullopt;
}

llvm::unique_function<void(Operation *, OpAsmPrinter &)>
MHLODialect::getOperationPrinter(Operation *op) const {
  if (!isUnaryMHLO(op->getName().getStringRef()) || op->getNumOperands() != 1 ||
      op->getNumResults() != 1 || op->getNumRegions() != 0)
    return nullptr; // the generic form
  return printUnary;
}
