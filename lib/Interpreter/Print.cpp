//===- Print.cpp - Values as StableHLO's interpreter prints them ----------===//
//
// Test programs compare this text. Floats have six digits after the point, and
// more only where that is not the value.
//
//===----------------------------------------------------------------------===//

#include "xla/Interpreter/Interpreter.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace xla;

/// Prints `value`, of type `type`, in as many digits as it takes to read it.
static void printFloat(raw_ostream &os, double value, Type type) {
  if (!std::isfinite(value)) {
    os << (std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    return;
  }
  Literal read(RankedTensorType::get({}, type));
  char text[40];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, value);
    read.setDouble(0, std::strtod(text, nullptr));
    if (read.getDouble(0) == value)
      break;
  }
  os << text;
}

static void printElement(raw_ostream &os, const Literal &literal,
                         int64_t index) {
  ElementStorage storage = literal.getStorage();
  if (storage.kind != ElementStorage::Kind::Float)
    return literal.printElement(os, index);
  if (!storage.isComplex)
    return printFloat(os, literal.getDouble(index), literal.getElementType());
  std::complex<double> value = literal.getComplex(index);
  Type part = cast<ComplexType>(literal.getElementType()).getElementType();
  os << '[';
  printFloat(os, value.real(), part);
  os << ", ";
  printFloat(os, value.imag(), part);
  os << ']';
}

/// Prints dimensions from `dim` on of what starts at element `offset`: the
/// innermost on one line, those around it indented.
static void printNested(raw_ostream &os, const Literal &literal, int64_t dim,
                        int64_t offset) {
  ArrayRef<int64_t> shape = literal.getShape();
  if (dim == literal.getRank())
    return printElement(os, literal, offset);
  int64_t step = 1;
  for (int64_t size : shape.drop_front(dim + 1))
    step *= size;
  bool isInnermost = dim + 1 == literal.getRank() || shape[dim] == 0;
  os.indent(2 * (dim + 1)) << '[' << (isInnermost ? "" : "\n");
  for (int64_t i = 0; i < shape[dim]; ++i) {
    os << (i == 0 ? "" : isInnermost ? ", " : ",\n");
    printNested(os, literal, dim + 1, offset + i * step);
  }
  if (!isInnermost)
    os << '\n', os.indent(2 * (dim + 1));
  os << ']';
}

void xla::interpreter::printInStableHLOForm(raw_ostream &os,
                                            const Literal &literal) {
  os << literal.getType() << " {";
  if (literal.getRank() != 0)
    os << '\n';
  printNested(os, literal, 0, 0);
  if (literal.getRank() != 0)
    os << '\n';
  os << '}';
}
