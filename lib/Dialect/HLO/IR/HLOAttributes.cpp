//===- HLOAttributes.cpp - Attributes of the hlo dialect ------------------===//
//
// Parsers, printers and verifiers of the attributes. The struct-like ones take
// their fields in any order and print only what is not empty or zero.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Lists and structures
//===----------------------------------------------------------------------===//

ParseResult xla::hlo::parseStructFields(AsmParser &parser,
                                        ArrayRef<StructField> fields) {
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  llvm::SmallBitVector seen(fields.size());
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const auto *field = llvm::find_if(
        fields, [&](const StructField &f) { return f.name == name; });
    if (field == fields.end()) {
      InFlightDiagnostic diag = parser.emitError(loc, "expected one of: ");
      llvm::interleaveComma(fields, diag,
                            [&](const StructField &f) { diag << f.name; });
      return diag << ", but got " << name;
    }
    size_t index = field - fields.begin();
    if (seen.test(index))
      return parser.emitError(loc, "expected each field once, but got ")
             << name << " again";
    seen.set(index);
    return failure(parser.parseEqual() || field->parse());
  };
  return failure(parser.parseCommaSeparatedList(parseField) ||
                 parser.parseGreater());
}

ParseResult xla::hlo::parseIntList(AsmParser &parser,
                                   SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parser.parseInteger(values.emplace_back());
  });
}

void xla::hlo::printIntList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[' << values << ']';
}

namespace {
/// Prints `<key = value, ...>`, leaving out what is empty or zero.
class StructPrinter {
public:
  explicit StructPrinter(AsmPrinter &printer) : printer(printer) {
    printer << '<';
  }
  ~StructPrinter() { printer << '>'; }

  AsmPrinter &key(StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
    return printer;
  }
  void dims(StringRef name, ArrayRef<int64_t> values) {
    if (!values.empty())
      printIntList(key(name), values);
  }
  void number(StringRef name, int64_t value) {
    if (value != 0)
      key(name) << value;
  }

private:
  AsmPrinter &printer;
  StringRef separator = "";
};
} // namespace

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  auto dims = [&](SmallVector<int64_t> &values) {
    return [&] { return parseIntList(parser, values); };
  };
  auto a = dims(lhsBatch), b = dims(rhsBatch), c = dims(lhsContract),
       d = dims(rhsContract);
  if (parseStructFields(parser, {{"lhs_batching_dimensions", a},
                                 {"rhs_batching_dimensions", b},
                                 {"lhs_contracting_dimensions", c},
                                 {"rhs_contracting_dimensions", d}}))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContract, rhsContract);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.dims("lhs_batching_dimensions", getLhsBatchingDimensions());
  fields.dims("rhs_batching_dimensions", getRhsBatchingDimensions());
  fields.dims("lhs_contracting_dimensions", getLhsContractingDimensions());
  fields.dims("rhs_contracting_dimensions", getRhsContractingDimensions());
}

/// Reads five lists of dimensions and one number, the form of gather's and
/// scatter's dimension numbers.
template <typename Attr>
static Attribute parseIndexingNumbers(AsmParser &parser,
                                      ArrayRef<StringRef> names) {
  SmallVector<int64_t> lists[5];
  int64_t indexVectorDim = 0;
  auto list = [&](int i) {
    return [&, i] { return parseIntList(parser, lists[i]); };
  };
  auto a = list(0), b = list(1), c = list(2), d = list(3), e = list(4);
  auto number = [&] { return parser.parseInteger(indexVectorDim); };
  if (parseStructFields(parser, {{names[0], a},
                                 {names[1], b},
                                 {names[2], c},
                                 {names[3], d},
                                 {names[4], e},
                                 {"index_vector_dim", number}}))
    return {};
  return Attr::get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
                   lists[4], indexVectorDim);
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  return parseIndexingNumbers<GatherDimensionNumbersAttr>(
      parser, {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
               "start_indices_batching_dims", "start_index_map"});
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.dims("offset_dims", getOffsetDims());
  fields.dims("collapsed_slice_dims", getCollapsedSliceDims());
  fields.dims("operand_batching_dims", getOperandBatchingDims());
  fields.dims("start_indices_batching_dims", getStartIndicesBatchingDims());
  fields.dims("start_index_map", getStartIndexMap());
  fields.number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  return parseIndexingNumbers<ScatterDimensionNumbersAttr>(
      parser,
      {"update_window_dims", "inserted_window_dims", "input_batching_dims",
       "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"});
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.dims("update_window_dims", getUpdateWindowDims());
  fields.dims("inserted_window_dims", getInsertedWindowDims());
  fields.dims("input_batching_dims", getInputBatchingDims());
  fields.dims("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  fields.dims("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  fields.number("index_vector_dim", getIndexVectorDim());
}

//===----------------------------------------------------------------------===//
// Dot algorithm, aliases, accuracy
//===----------------------------------------------------------------------===//

LogicalResult DotAlgorithmAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Type lhsPrecisionType,
    Type rhsPrecisionType, Type accumulationType, int64_t lhsComponentCount,
    int64_t rhsComponentCount, int64_t numPrimitiveOperations,
    bool allowImpreciseAccumulation) {
  for (Type type : {lhsPrecisionType, rhsPrecisionType, accumulationType})
    if (!isa<FloatType>(type))
      return emitError() << "expected float types in a dot algorithm, but got "
                         << type;
  // What some hardware can do; the numbers are (lhs components, rhs components,
  // primitive operations).
  auto is = [&](auto operand, auto accumulator, int64_t lhs, int64_t rhs,
                int64_t operations) {
    return operand(lhsPrecisionType) && operand(rhsPrecisionType) &&
           accumulator(accumulationType) && lhs == lhsComponentCount &&
           rhs == rhsComponentCount && operations == numPrimitiveOperations;
  };
  auto f8 = [](Type type) {
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
  };
  auto f16 = [](Type type) { return type.isF16(); };
  auto bf16 = [](Type type) { return type.isBF16(); };
  auto tf32 = [](Type type) { return type.isTF32(); };
  auto f32 = [](Type type) { return type.isF32(); };
  auto f64 = [](Type type) { return type.isF64(); };
  bool known = is(f8, f32, 1, 1, 1);
  if (!allowImpreciseAccumulation)
    known |= is(f16, f16, 1, 1, 1) || is(f16, f32, 1, 1, 1) ||
             is(bf16, bf16, 1, 1, 1) || is(bf16, f32, 1, 1, 1) ||
             is(bf16, f32, 1, 1, 3) || is(bf16, f32, 1, 1, 6) ||
             is(bf16, f32, 1, 1, 9) || is(tf32, f32, 1, 1, 1) ||
             is(tf32, f32, 1, 1, 3) || is(f32, f32, 1, 1, 1) ||
             is(f64, f64, 1, 1, 1);
  if (!known)
    return emitError()
           << "dot algorithm not known to be supported on any hardware: {lhs:"
           << lhsPrecisionType << ", rhs:" << rhsPrecisionType
           << ", accum:" << accumulationType
           << ", lhs_components:" << lhsComponentCount
           << ", rhs_components:" << rhsComponentCount
           << ", primitive_ops:" << numPrimitiveOperations
           << ", imprecise:" << allowImpreciseAccumulation << "}";
  return success();
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> outputIndices, operandIndices;
  int64_t operandIndex = 0;
  auto output = [&] { return parseIntList(parser, outputIndices); };
  auto index = [&] { return parser.parseInteger(operandIndex); };
  auto operand = [&] { return parseIntList(parser, operandIndices); };
  if (parseStructFields(parser, {{"output_tuple_indices", output},
                                 {"operand_index", index},
                                 {"operand_tuple_indices", operand}}))
    return {};
  return get(parser.getContext(), outputIndices, operandIndex, operandIndices);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  printIntList(fields.key("output_tuple_indices"), getOutputTupleIndices());
  fields.key("operand_index") << getOperandIndex();
  printIntList(fields.key("operand_tuple_indices"), getOperandTupleIndices());
}

ResultAccuracyAttr ResultAccuracyAttr::getDefault(MLIRContext *context) {
  return get(context, APFloat(0.0), APFloat(0.0), /*ulps=*/0,
             ResultAccuracyModeAttr::get(context, ResultAccuracyMode::DEFAULT));
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "expected tolerances that are not negative";
  bool zero = atol.isZero() && rtol.isZero() && ulps == 0;
  if (mode.getValue() != ResultAccuracyMode::TOLERANCE && !zero)
    return emitError() << "expected no tolerances with mode "
                       << stringifyResultAccuracyMode(mode.getValue());
  return success();
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0.0, rtol = 0.0;
  int64_t ulps = 0;
  auto mode = ResultAccuracyModeAttr::get(parser.getContext(),
                                          ResultAccuracyMode::DEFAULT);
  auto parseAtol = [&] { return parser.parseFloat(atol); };
  auto parseRtol = [&] { return parser.parseFloat(rtol); };
  auto parseUlps = [&] { return parser.parseInteger(ulps); };
  auto parseMode = [&] { return parser.parseAttribute(mode); };
  SMLoc loc = parser.getCurrentLocation();
  if (parseStructFields(parser, {{"atol", parseAtol},
                                 {"rtol", parseRtol},
                                 {"ulps", parseUlps},
                                 {"mode", parseMode}}))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  if (!getAtol().isZero())
    fields.key("atol").printFloat(getAtol());
  if (!getRtol().isZero())
    fields.key("rtol").printFloat(getRtol());
  fields.number("ulps", getUlps());
  fields.key("mode") << getMode();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Reads the bounds between `open` and `close`; `?` is no bound.
static ParseResult parseBounds(AsmParser &parser, AsmParser::Delimiter brackets,
                               SmallVectorImpl<int64_t> &bounds) {
  return parser.parseCommaSeparatedList(brackets, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(bounds.emplace_back());
  });
}

static void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  auto parse = [&] {
    return parseBounds(parser, AsmParser::Delimiter::Square, bounds);
  };
  if (parseStructFields(parser, {{"bounds", parse}}))
    return {};
  return get(parser.getContext(), bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << "<bounds = [";
  printBounds(printer, getBounds());
  printer << "]>";
}

LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "expected one bound per dimension of rank "
                       << shape.size() << ", but got " << getBounds().size();
  for (auto [dim, size, bound] : llvm::enumerate(shape, getBounds())) {
    if (ShapedType::isDynamic(bound))
      continue;
    if (!ShapedType::isDynamic(size))
      return emitError() << "expected no bound for static dimension " << dim
                         << ", but got " << bound;
    if (bound < 0)
      return emitError() << "expected a bound that is not negative, but got "
                         << bound;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  DenseIntElementsAttr deviceIds;
  auto parseAxes = [&] {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
      return parser.parseAttribute(axes.emplace_back());
    });
  };
  auto parseDevices = [&] { return parser.parseAttribute(deviceIds); };
  if (parseStructFields(parser,
                        {{"axes", parseAxes}, {"device_ids", parseDevices}}))
    return {};
  return get(parser.getContext(), axes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.key("axes") << '[' << getAxes() << ']';
  if (DenseIntElementsAttr deviceIds = getDeviceIds())
    fields.key("device_ids") << deviceIds;
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SubAxisInfoAttr subAxisInfo;
  auto parseName = [&] { return parser.parseString(&name); };
  auto parseInfo = [&]() -> ParseResult {
    Attribute attr = SubAxisInfoAttr::parse(parser, Type());
    subAxisInfo = dyn_cast_if_present<SubAxisInfoAttr>(attr);
    return success(attr != nullptr);
  };
  if (parseStructFields(parser,
                        {{"name", parseName}, {"sub_axis_info", parseInfo}}))
    return {};
  return get(parser.getContext(), name, subAxisInfo);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.key("name").printString(getName());
  if (SubAxisInfoAttr info = getSubAxisInfo())
    info.print(fields.key("sub_axis_info"));
}

LogicalResult
ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Attribute mesh, ArrayRef<AxisRefAttr> axes) {
  if (!isa_and_present<FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "expected a mesh or the symbol of one, but got "
                       << mesh;
  return success();
}

Attribute ReplicaGroupMeshAxesAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<AxisRefAttr> axes;
  auto parseMesh = [&] { return parser.parseAttribute(mesh); };
  auto parseAxes = [&] {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
      return parser.parseAttribute(axes.emplace_back());
    });
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parseStructFields(parser, {{"mesh", parseMesh}, {"axes", parseAxes}}))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    mesh, axes);
}

void ReplicaGroupMeshAxesAttr::print(AsmPrinter &printer) const {
  StructPrinter fields(printer);
  fields.key("mesh") << getMesh();
  fields.key("axes") << '[' << getAxes() << ']';
}

#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/HLO/IR/HLOAttributes.cpp.inc"

Attribute HLODialect::parseAttribute(DialectAsmParser &parser,
                                     Type type) const {
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult result =
      generatedAttributeParser(parser, &mnemonic, type, attr);
  if (result.has_value())
    return attr;
  // The short form of the encoding.
  SmallVector<int64_t> bounds;
  if (mnemonic == "bounds") {
    if (parseBounds(parser, AsmParser::Delimiter::LessGreater, bounds))
      return {};
    return TypeExtensionsAttr::get(getContext(), bounds);
  }
  parser.emitError(parser.getNameLoc(), "unknown attribute `")
      << mnemonic << "` in dialect `" << getNamespace() << "`";
  return {};
}

void HLODialect::printAttribute(Attribute attr,
                                DialectAsmPrinter &printer) const {
  if (auto extensions = dyn_cast<TypeExtensionsAttr>(attr)) {
    printer << "bounds<";
    printBounds(printer, extensions.getBounds());
    printer << '>';
    return;
  }
  (void)generatedAttributePrinter(attr, printer);
}

void HLODialect::addHLOAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/HLO/IR/HLOAttributes.cpp.inc"
      >();
}
