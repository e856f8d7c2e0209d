//===- HLOConvDimensionNumbers.cpp - Dimensions of convolutions -----------===//
//
// Reads and prints `#hlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>` and the
// raw form, which can hold dimension numbers that are no permutation.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"

using namespace mlir;
using namespace xla::hlo;

namespace {
/// The dimensions of one tensor: two named ones, then the spatial ones.
struct TensorDimensions {
  int64_t first = 0;
  int64_t second = 0;
  SmallVector<int64_t> spatial;
};
} // namespace

/// Reads one bracketed list, in which `names` are the two letters.
static ParseResult parseDimensions(AsmParser &parser, StringRef names,
                                   TensorDimensions &dims) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> spatial; // tensor dimension by spatial number, or -1
  int64_t first = -1, second = -1, position = 0;
  auto parseOne = [&]() -> ParseResult {
    SMLoc entryLoc = parser.getCurrentLocation();
    int64_t dim = position++;
    int64_t number;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      if (number < 0 || number >= 1024)
        return parser.emitError(entryLoc, "expected a spatial dimension, but "
                                          "got ")
               << number;
      if (static_cast<size_t>(number) >= spatial.size())
        spatial.resize(number + 1, -1);
      if (spatial[number] >= 0)
        return parser.emitError(entryLoc, "expected each spatial dimension "
                                          "once, but got ")
               << number << " again";
      spatial[number] = dim;
      return success();
    }
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    int64_t *slot = keyword == names.take_front(1)  ? &first
                    : keyword == names.drop_front() ? &second
                                                    : nullptr;
    if (!slot)
      return parser.emitError(entryLoc, "expected ")
             << names.take_front(1) << ", " << names.drop_front()
             << " or a spatial dimension, but got " << keyword;
    if (*slot >= 0)
      return parser.emitError(entryLoc, "expected ")
             << keyword << " once, but got it again";
    *slot = dim;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  if (first < 0 || second < 0 || llvm::is_contained(spatial, -1))
    return parser.emitError(loc, "expected ")
           << names.take_front(1) << ", " << names.drop_front()
           << " and every spatial dimension in the list";
  dims = {first, second, spatial};
  return success();
}

/// Reads the fields of the raw form up to its end, which stays unread.
static ParseResult parseRaw(AsmParser &parser, TensorDimensions &input,
                            TensorDimensions &kernel,
                            TensorDimensions &output) {
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    int64_t *number =
        llvm::StringSwitch<int64_t *>(name)
            .Case("input_batch_dimension", &input.first)
            .Case("input_feature_dimension", &input.second)
            .Case("kernel_input_feature_dimension", &kernel.first)
            .Case("kernel_output_feature_dimension", &kernel.second)
            .Case("output_batch_dimension", &output.first)
            .Case("output_feature_dimension", &output.second)
            .Default(nullptr);
    if (number)
      return parser.parseInteger(*number);
    auto *list = llvm::StringSwitch<SmallVector<int64_t> *>(name)
                     .Case("input_spatial_dimensions", &input.spatial)
                     .Case("kernel_spatial_dimensions", &kernel.spatial)
                     .Case("output_spatial_dimensions", &output.spatial)
                     .Default(nullptr);
    if (!list)
      return parser.emitError(loc, "unknown field ") << name;
    list->clear();
    return parseIntList(parser, *list);
  };
  return parser.parseCommaSeparatedList(parseField);
}

ParseResult
xla::hlo::parseConvDimensionNumbers(AsmParser &parser,
                                    ConvDimensionNumbersAttr &attr) {
  TensorDimensions input, kernel, output;
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    if (parseRaw(parser, input, kernel, output))
      return failure();
  } else {
    if (parseDimensions(parser, "bf", input) || parser.parseKeyword("x") ||
        parseDimensions(parser, "io", kernel) || parser.parseArrow() ||
        parseDimensions(parser, "bf", output))
      return failure();
  }
  attr = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial,
      kernel.first, kernel.second, kernel.spatial, output.first, output.second,
      output.spatial);
  return success();
}

/// The entries of the short form in order of position, or none if the numbers
/// are no permutation: -1 and -2 stand for the first and second letter.
static std::optional<SmallVector<int64_t>>
getPositions(int64_t first, int64_t second, ArrayRef<int64_t> spatial) {
  constexpr int64_t unset = -3;
  SmallVector<int64_t> positions(spatial.size() + 2, unset);
  auto set = [&](int64_t dim, int64_t value) {
    if (dim < 0 || dim >= static_cast<int64_t>(positions.size()) ||
        positions[dim] != unset)
      return false;
    positions[dim] = value;
    return true;
  };
  bool valid = set(first, -1) && set(second, -2);
  for (auto [number, dim] : llvm::enumerate(spatial))
    valid = valid && set(dim, number);
  if (!valid)
    return std::nullopt;
  return positions;
}

static void printPositions(AsmPrinter &printer, ArrayRef<int64_t> positions,
                           StringRef names) {
  printer << '[';
  llvm::interleaveComma(positions, printer, [&](int64_t entry) {
    if (entry < 0)
      printer << names[-entry - 1];
    else
      printer << entry;
  });
  printer << ']';
}

void xla::hlo::printConvDimensionNumbers(AsmPrinter &printer,
                                         ConvDimensionNumbersAttr attr) {
  auto input = getPositions(attr.getInputBatchDimension(),
                            attr.getInputFeatureDimension(),
                            attr.getInputSpatialDimensions());
  auto kernel = getPositions(attr.getKernelInputFeatureDimension(),
                             attr.getKernelOutputFeatureDimension(),
                             attr.getKernelSpatialDimensions());
  auto output = getPositions(attr.getOutputBatchDimension(),
                             attr.getOutputFeatureDimension(),
                             attr.getOutputSpatialDimensions());
  if (input && kernel && output) {
    printPositions(printer, *input, "bf");
    printer << 'x';
    printPositions(printer, *kernel, "io");
    printer << "->";
    printPositions(printer, *output, "bf");
    return;
  }
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    printer << ", " << name << " = ";
    printIntList(printer, values);
  };
  printer << "raw input_batch_dimension = " << attr.getInputBatchDimension()
          << ", input_feature_dimension = " << attr.getInputFeatureDimension();
  list("input_spatial_dimensions", attr.getInputSpatialDimensions());
  printer << ", kernel_input_feature_dimension = "
          << attr.getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = "
          << attr.getKernelOutputFeatureDimension();
  list("kernel_spatial_dimensions", attr.getKernelSpatialDimensions());
  printer << ", output_batch_dimension = " << attr.getOutputBatchDimension()
          << ", output_feature_dimension = "
          << attr.getOutputFeatureDimension();
  list("output_spatial_dimensions", attr.getOutputSpatialDimensions());
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr attr;
  if (parser.parseLess() || parseConvDimensionNumbers(parser, attr) ||
      parser.parseGreater())
    return {};
  return attr;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDimensionNumbers(printer, *this);
  printer << '>';
}
