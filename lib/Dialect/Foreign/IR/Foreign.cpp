//===- Foreign.cpp - Dialects that programs mention -----------------------===//
//
// Opaque attributes and types, unknown ops, and the custom forms of a few.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/Foreign/IR/Foreign.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace xla;

MLIR_DEFINE_EXPLICIT_TYPE_ID(xla::MHLODialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(xla::SDYDialect)

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

SDYDialect::SDYDialect(MLIRContext *context)
    : ForeignDialect(getDialectNamespace(), context,
                     TypeID::get<SDYDialect>()) {}

bool xla::isForeignIdentity(Operation *op) {
  return llvm::is_contained({"mhlo.copy", "sdy.sharding_constraint"},
                            op->getName().getStringRef()) &&
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
  static constexpr StringLiteral names[] = {
      "mhlo.acos", "mhlo.acosh", "mhlo.asin", "mhlo.asinh", "mhlo.atanh",
      "mhlo.copy", "mhlo.cosh",  "mhlo.erf",  "mhlo.sinh"};
  return llvm::is_contained(names, name);
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

//===----------------------------------------------------------------------===//
// sdy.sharding_constraint
//===----------------------------------------------------------------------===//

static constexpr StringLiteral constraintOpName = "sdy.sharding_constraint";

/// `"axis"`, `"axis":(2)4` for a part of one.
static ParseResult parseAxis(OpAsmParser &parser) {
  std::string name;
  int64_t number;
  if (parser.parseString(&name))
    return failure();
  if (failed(parser.parseOptionalColon()))
    return success();
  return failure(parser.parseLParen() || parser.parseInteger(number) ||
                 parser.parseRParen() || parser.parseInteger(number));
}

/// `{"a", "b", ?}p1`: the axes of one dimension, open or not, and a priority.
static ParseResult parseDimensionSharding(OpAsmParser &parser) {
  auto parseEntry = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parseAxis(parser);
  };
  StringRef priority;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return failure();
  (void)parser.parseOptionalKeyword(&priority);
  return success();
}

/// `<@mesh, [dimensions], replicated={axes}, unreduced={axes}>`, as it was
/// written.
static FailureOr<std::string> parseSharding(OpAsmParser &parser) {
  SMLoc begin = parser.getCurrentLocation();
  StringAttr mesh;
  if (parser.parseLess() || parser.parseSymbolName(mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseDimensionSharding(parser);
      }))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    StringRef list;
    if (parser.parseKeyword(&list) || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                       [&] { return parseAxis(parser); }))
      return failure();
  }
  SMLoc end = parser.getCurrentLocation();
  if (parser.parseGreater())
    return failure();
  return std::string(begin.getPointer(), end.getPointer() + 1);
}

/// `%x <@mesh, [...]> : T`, kept as an operand and an opaque attribute.
static ParseResult parseConstraint(OpAsmParser &parser,
                                   OperationState &result) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  if (parser.parseOperand(operand))
    return failure();
  FailureOr<std::string> sharding = parseSharding(parser);
  if (failed(sharding) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(operand, type, result.operands))
    return failure();
  MLIRContext *context = parser.getContext();
  result.addTypes(type);
  result.addAttribute("sharding",
                      OpaqueAttr::get(StringAttr::get(context, "sdy"),
                                      "sharding" + *sharding,
                                      NoneType::get(context)));
  return success();
}

static void printConstraint(Operation *op, OpAsmPrinter &printer) {
  auto sharding = op->getAttrOfType<OpaqueAttr>("sharding");
  printer << " " << op->getOperand(0) << " "
          << sharding.getAttrData().drop_front(StringRef("sharding").size());
  printer.printOptionalAttrDict(op->getAttrs(), {"sharding"});
  printer << " : " << op->getResult(0).getType();
}

//===----------------------------------------------------------------------===//
// sdy.mesh
//===----------------------------------------------------------------------===//

static constexpr StringLiteral meshOpName = "sdy.mesh";

/// Takes `<...>` from the token stream and returns it as it was written.
static FailureOr<std::string> parseAngleBrackets(OpAsmParser &parser) {
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess())
    return failure();
  // Axes are `"name"=size`; device ids a list of integers.
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    int64_t size;
    return failure(parser.parseString(&name) || parser.parseEqual() ||
                   parser.parseInteger(size));
  };
  auto parseId = [&]() -> ParseResult {
    int64_t id;
    return parser.parseInteger(id);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return failure();
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseId)))
    return failure();
  SMLoc end = parser.getCurrentLocation();
  if (parser.parseGreater())
    return failure();
  return std::string(begin.getPointer(), end.getPointer() + 1);
}

/// `@name = <["x"=2, "y"=4]>`, kept as a symbol name and an opaque attribute.
static ParseResult parseMesh(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseEqual())
    return failure();
  FailureOr<std::string> mesh = parseAngleBrackets(parser);
  if (failed(mesh))
    return failure();
  MLIRContext *context = parser.getContext();
  result.addAttribute("mesh",
                      OpaqueAttr::get(StringAttr::get(context, "sdy"),
                                      "mesh" + *mesh, NoneType::get(context)));
  return success();
}

std::optional<Dialect::ParseOpHook>
SDYDialect::getParseOperationHook(StringRef opName) const {
  if (opName == meshOpName)
    return ParseOpHook(parseMesh);
  if (opName == constraintOpName)
    return ParseOpHook(parseConstraint);
  return std::nullopt;
}

llvm::unique_function<void(Operation *, OpAsmPrinter &)>
SDYDialect::getOperationPrinter(Operation *op) const {
  if (op->getName().getStringRef() == constraintOpName &&
      isForeignIdentity(op)) {
    auto sharding = op->getAttrOfType<OpaqueAttr>("sharding");
    if (sharding && sharding.getAttrData().starts_with("sharding<"))
      return printConstraint;
  }
  auto name = op->getAttrOfType<StringAttr>("sym_name");
  auto mesh = op->getAttrOfType<OpaqueAttr>("mesh");
  if (op->getName().getStringRef() != meshOpName || !name || !mesh ||
      op->getNumOperands() != 0 || op->getNumResults() != 0 ||
      !mesh.getAttrData().starts_with("mesh<"))
    return nullptr; // the generic form
  return [name, mesh](Operation *op, OpAsmPrinter &printer) {
    printer << " ";
    printer.printSymbolName(name.getValue());
    printer.printOptionalAttrDict(op->getAttrs(), {"sym_name", "mesh"});
    printer << " = " << mesh.getAttrData().drop_front(StringRef("mesh").size());
  };
}
