//===- LiteralPrinter.cpp - Text of dense data ----------------------------===//
//
// Prints literals for people: nested brackets, shortest exact numbers, the
// middle of long dimensions left out.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/ElementKind.h"
#include "xla/Support/Literal.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace xla;

/// Prints `value` in the fewest significant digits for which `readsBack` holds.
static void printShortest(raw_ostream &os, double value,
                          llvm::function_ref<bool(double)> readsBack) {
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  if (std::isinf(value)) {
    os << (value < 0 ? "-inf" : "inf");
    return;
  }
  // People read 20.0 more easily than 2e+01, and 65504.0 than 6.55e+04.
  if (value == std::trunc(value) && std::fabs(value) < 1e7) {
    os << llvm::format("%.1f", value);
    return;
  }
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    if (readsBack(std::strtod(text, nullptr)))
      break;
  }
  os << text;
  // A float always shows that it is one.
  if (!StringRef(text).contains_insensitive('.') &&
      !StringRef(text).contains('e'))
    os << ".0";
}

static void printReal(raw_ostream &os, double value, Type type) {
  printShortest(os, value, [&](double read) {
    if (type.isF64())
      return read == value;
    // What rounds to a value of 8 bits may look far from it: 8 for 7.5.
    if (type.isF32() || type.getIntOrFloatBitWidth() <= 8)
      return static_cast<float>(read) == static_cast<float>(value);
    ElementKind kind = *getElementKind(type);
    char element[8] = {};
    writeDouble(kind, element, read);
    return readAsDouble(kind, element) == value;
  });
}

void Literal::printElement(raw_ostream &os, int64_t index) const {
  switch (storage.kind) {
  case ElementStorage::Kind::Bool:
    os << (getBits(index) ? "true" : "false");
    return;
  case ElementStorage::Kind::SignedInt:
    os << getInt(index);
    return;
  case ElementStorage::Kind::UnsignedInt:
    os << getBits(index);
    return;
  case ElementStorage::Kind::Float:
    break;
  }
  if (!storage.isComplex)
    return printReal(os, getDouble(index), getElementType());
  std::complex<double> value = getComplex(index);
  Type part = cast<ComplexType>(getElementType()).getElementType();
  os << '(';
  printReal(os, value.real(), part);
  os << ", ";
  printReal(os, value.imag(), part);
  os << ')';
}

/// Prints dimensions `dim` and after of the part that starts at element
/// `offset` and has `size` elements. `edge` < 0 prints everything.
static void printDimension(raw_ostream &os, const Literal &literal, int64_t dim,
                           int64_t offset, int64_t size, int64_t edge) {
  if (dim == literal.getRank())
    return literal.printElement(os, offset);
  int64_t extent = literal.getShape()[dim];
  int64_t step = extent ? size / extent : 0;
  os << '[';
  for (int64_t i = 0; i < extent; ++i) {
    if (i)
      os << ", ";
    if (edge >= 0 && i == edge && extent > 2 * edge) {
      os << "...";
      i = extent - edge - 1;
      continue;
    }
    printDimension(os, literal, dim + 1, offset + i * step, step, edge);
  }
  os << ']';
}

void Literal::print(raw_ostream &os, int64_t threshold, int64_t edge) const {
  printDimension(os, *this, 0, 0, numElements,
                 // Without elements there may still be any number of rows.
                 numElements > threshold || numElements == 0 ? edge : -1);
}

std::string xla::formatShapedType(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    if (ShapedType::isDynamic(extent))
      os << "?x";
    else
      os << extent << 'x';
  os << type.getElementType();
  return text;
}
