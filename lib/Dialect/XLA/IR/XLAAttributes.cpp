//===- XLAAttributes.cpp - Forms and checks of xla attributes -------------===//
//
// The schedule prints only what is decided, so its form is written by hand.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;

#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/XLA/IR/XLAAttributes.cpp.inc"

void XLADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/XLA/IR/XLAAttributes.cpp.inc"
      >();
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  StringRef className;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword(&className))
    return {};
  std::optional<KernelClass> kernelClass = symbolizeKernelClass(className);
  if (!kernelClass) {
    parser.emitError(loc) << "expected the name of a kernel class, but got '"
                          << className << "'";
    return {};
  }
  SmallVector<int64_t> tileSizes;
  int64_t vectorWidth = 0, unroll = 0, parallelGrain = 0;
  DictionaryAttr extra;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return {};
    auto parseTileSize = [&] {
      return parser.parseInteger(tileSizes.emplace_back());
    };
    ParseResult parsed = success();
    if (key == "tile_sizes")
      parsed = parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                              parseTileSize);
    else if (key == "vector_width")
      parsed = parser.parseInteger(vectorWidth);
    else if (key == "unroll")
      parsed = parser.parseInteger(unroll);
    else if (key == "parallel_grain")
      parsed = parser.parseInteger(parallelGrain);
    else if (key == "extra")
      parsed = parser.parseAttribute(extra);
    else
      parsed = parser.emitError(loc)
               << "expected tile_sizes, vector_width, unroll, parallel_grain "
                  "or extra, but got '"
               << key << "'";
    if (failed(parsed))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ScheduleAttr>(loc, parser.getContext(), *kernelClass,
                                         tileSizes, vectorWidth, unroll,
                                         parallelGrain, extra);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyKernelClass(getKernelClass());
  if (!getTileSizes().empty()) {
    printer << ", tile_sizes = [";
    llvm::interleaveComma(getTileSizes(), printer);
    printer << ']';
  }
  if (getVectorWidth())
    printer << ", vector_width = " << getVectorWidth();
  if (getUnroll())
    printer << ", unroll = " << getUnroll();
  if (getParallelGrain())
    printer << ", parallel_grain = " << getParallelGrain();
  if (getExtra())
    printer << ", extra = " << getExtra();
  printer << '>';
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   KernelClass, ArrayRef<int64_t> tileSizes,
                                   int64_t vectorWidth, int64_t unroll,
                                   int64_t parallelGrain, DictionaryAttr) {
  for (int64_t size : tileSizes)
    if (size < 0)
      return emitError() << "expects tile sizes that are not negative, but got "
                         << size;
  auto expectNotNegative = [&](StringRef name, int64_t value) -> LogicalResult {
    if (value >= 0)
      return success();
    return emitError() << "expects " << name
                       << " that is not negative, but got " << value;
  };
  return success(succeeded(expectNotNegative("vector_width", vectorWidth)) &&
                 succeeded(expectNotNegative("unroll", unroll)) &&
                 succeeded(expectNotNegative("parallel_grain", parallelGrain)));
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef triple, StringRef, StringRef,
                                 int64_t vectorBits) {
  if (triple.empty())
    return emitError() << "expects a target triple, but got an empty string";
  if (vectorBits < 64 || !llvm::isPowerOf2_64(vectorBits))
    return emitError() << "expects vectorBits to be a power of two of at least "
                          "64, but got "
                       << vectorBits;
  return success();
}
