//===- SDYAttributes.cpp - Shardy's dialect: attributes -------------------===//
//
// The text that Shardy prints: `<@mesh, [{"x", ?}p1, {}], replicated={"y"}>`.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/SDY/IR/SDYOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::sdy;

#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/SDY/IR/SDYAttributes.cpp.inc"

void SDYDialect::addSDYAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/SDY/IR/SDYAttributes.cpp.inc"
      >();
}

Attribute SDYDialect::parseAttribute(DialectAsmParser &parser,
                                     Type type) const {
  StringRef keyword;
  Attribute attribute;
  MLIRContext *context = parser.getContext();
  if (generatedAttributeParser(parser, &keyword, type, attribute).has_value())
    return attribute;
  return OpaqueAttr::get(StringAttr::get(context, getNamespace()),
                         parser.getFullSymbolSpec(), NoneType::get(context));
}

void SDYDialect::printAttribute(Attribute attribute,
                                DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

std::optional<int64_t> MeshAttr::getNumDevices() const {
  int64_t count = 1;
  for (MeshAxisAttr axis : getAxes())
    if (axis.getSize() < 1 || llvm::MulOverflow(count, axis.getSize(), count))
      return std::nullopt;
  return count;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// A list whose elements are attributes that parse themselves.
template <typename AttrT>
static ParseResult parseList(AsmParser &parser, AsmParser::Delimiter delimiter,
                             SmallVectorImpl<AttrT> &elements) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    auto element = dyn_cast_or_null<AttrT>(AttrT::parse(parser, Type()));
    if (!element)
      return failure();
    elements.push_back(element);
    return success();
  });
}

template <typename AttrT>
static void printList(AsmPrinter &printer, ArrayRef<AttrT> elements) {
  llvm::interleaveComma(elements, printer,
                        [&](AttrT element) { element.print(printer); });
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

/// `"x"=2`.
Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return {};
  return get(parser.getContext(), name, size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  printer << "=" << getSize();
}

/// `<["x"=2, "y"=4], device_ids=[1, 0]>`.
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  if (parser.parseLess() ||
      parseList(parser, AsmParser::Delimiter::Square, axes))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
         return parser.parseInteger(ids.emplace_back());
       })))
    return {};
  return parser.parseGreater() ? Attribute()
                               : get(parser.getContext(), axes, ids);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getAxes());
  printer << "]";
  if (!getDeviceIds().empty())
    printer << ", device_ids=[" << getDeviceIds() << "]";
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// `(2)4`.
Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  int64_t preSize, size;
  if (parser.parseLParen() || parser.parseInteger(preSize) ||
      parser.parseRParen() || parser.parseInteger(size))
    return {};
  return get(parser.getContext(), preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "(" << getPreSize() << ")" << getSize();
}

/// `"x"`, `"x":(2)4`.
Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SubAxisInfoAttr part;
  if (parser.parseString(&name))
    return {};
  if (succeeded(parser.parseOptionalColon()) &&
      !(part = dyn_cast_or_null<SubAxisInfoAttr>(
            SubAxisInfoAttr::parse(parser, Type()))))
    return {};
  return get(parser.getContext(), name, part);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  if (!getSubAxisInfo())
    return;
  printer << ":";
  getSubAxisInfo().print(printer);
}

/// `{"x", "y", ?}p1`.
Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  auto parseEntry = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      isClosed = false;
      return success();
    }
    auto axis =
        dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, Type()));
    if (!axis)
      return failure();
    axes.push_back(axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return {};
  std::optional<uint64_t> priority;
  SMLoc place = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    uint64_t number;
    if (!word.consume_front("p") || word.getAsInteger(10, number)) {
      parser.emitError(place, "expected a priority such as p1");
      return {};
    }
    priority = number;
  }
  return get(parser.getContext(), axes, isClosed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printList(printer, getAxes());
  if (!getIsClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << *getPriority();
}

/// `@mesh` or `mesh<...>`.
static Attribute parseMeshOrRef(AsmParser &parser) {
  if (succeeded(parser.parseOptionalKeyword("mesh")))
    return MeshAttr::parse(parser, Type());
  StringAttr name;
  if (parser.parseSymbolName(name))
    return {};
  return FlatSymbolRefAttr::get(name);
}

/// `<@mesh, [dimensions], replicated={axes}, unreduced={axes}>`.
Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  if (parser.parseLess())
    return {};
  Attribute mesh = parseMeshOrRef(parser);
  if (!mesh || parser.parseComma() ||
      parseList(parser, AsmParser::Delimiter::Square, dims))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    bool isReplicated = succeeded(parser.parseOptionalKeyword("replicated"));
    if ((!isReplicated && parser.parseKeyword("unreduced")) ||
        parser.parseEqual() ||
        parseList(parser, AsmParser::Delimiter::Braces,
                  isReplicated ? replicated : unreduced))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), mesh, dims, replicated, unreduced);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  printList(printer, getDimShardings());
  printer << "]";
  auto printAxes = [&](StringRef name, ArrayRef<AxisRefAttr> axes) {
    if (axes.empty())
      return;
    printer << ", " << name << "={";
    printList(printer, axes);
    printer << "}";
  };
  printAxes("replicated", getReplicatedAxes());
  printAxes("unreduced", getUnreducedAxes());
  printer << ">";
}

/// `[<@mesh, [{}]>, ...]`, in angle brackets where it stands alone.
Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  bool isAlone = succeeded(parser.parseOptionalLess());
  if (parseList(parser, AsmParser::Delimiter::Square, shardings) ||
      (isAlone && parser.parseGreater()))
    return {};
  return get(parser.getContext(), shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getShardings());
  printer << "]>";
}

/// `{"x", "y"}`.
Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        std::string name;
        ParseResult result = parser.parseString(&name);
        axes.push_back(StringAttr::get(parser.getContext(), name));
        return result;
      }))
    return {};
  return get(parser.getContext(), axes);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getValue(), printer,
                        [&](StringAttr axis) { printer << axis; });
  printer << "}";
}
