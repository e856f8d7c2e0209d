//===- Foreign.cpp - Dialects that programs mention -----------------------===//
//
// Opaque attributes and types, unknown ops, and the custom form of sdy.mesh.
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
  return std::nullopt;
}

llvm::unique_function<void(Operation *, OpAsmPrinter &)>
SDYDialect::getOperationPrinter(Operation *op) const {
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
