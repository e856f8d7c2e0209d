//===- PrintLiteral.cpp - Literals as HLO text ----------------------------===//
//
// Elements are printed in logical order, whatever the layout. A literal with
// fewer elements than its shape says, which only a malformed file has, prints
// as elided.
//
//===----------------------------------------------------------------------===//

#include "LiteralData.h"
#include "Printer.h"

#include <cstring>

using namespace xla;
using namespace xla::hlotext;
using llvm::raw_ostream;

namespace {
class LiteralPrinter {
public:
  LiteralPrinter(const proto::ShapeProto &shape, ElementBytes elements,
                 raw_ostream &os)
      : shape(shape), type(getElementType(shape.element_type())),
        elements(elements), places(shape), os(os) {}

  void print(int dimension) {
    int rank = shape.dimensions_size();
    if (dimension == rank)
      return printElement();
    bool isLast = dimension + 1 == rank;
    int64_t size = shape.dimensions(dimension);
    bool isEmpty = size == 0 || (isLast && rank > 1 && size == 0);
    os << (rank == 1 || isEmpty ? "{" : "{ ");
    for (int64_t i = 0; i < size; ++i) {
      os << (i == 0 ? "" : ", ");
      if (rank > 3 && dimension < rank - 2)
        os << "/*i" << dimension << '=' << i << "*/ ";
      print(dimension + 1);
    }
    os << (rank == 1 || isEmpty ? "}" : " }");
  }

private:
  void printElement() {
    const char *element = elements.data + places.next() * elements.size;
    uint64_t bits = 0;
    std::memcpy(&bits, element, std::min(elements.size, 8u));
    switch (type.typeClass) {
    case TypeClass::Predicate:
      if (shape.dimensions().empty())
        os << (bits ? "true" : "false");
      else
        os << (bits ? '1' : '0');
      return;
    case TypeClass::Signed:
      os << (int64_t(bits << (64 - type.bits)) >> (64 - type.bits));
      return;
    case TypeClass::Unsigned:
      os << (type.bits == 64 ? bits : bits & ((uint64_t(1) << type.bits) - 1));
      return;
    case TypeClass::Float:
      return printFloat(type.bits < 8 ? bits & ((1u << type.bits) - 1) : bits,
                        type, os);
    case TypeClass::Complex: {
      bool isSingle = type.bits == 64;
      const ElementType &part =
          getElementType(isSingle ? proto::F32 : proto::F64);
      uint64_t imaginary = bits >> 32;
      if (!isSingle)
        std::memcpy(&imaginary, element + 8, 8);
      os << '(';
      printFloat(isSingle ? uint32_t(bits) : bits, part, os);
      os << ", ";
      printFloat(imaginary, part, os);
      os << ')';
      return;
    }
    case TypeClass::Other:
      return;
    }
  }

  const proto::ShapeProto &shape;
  const ElementType &type;
  ElementBytes elements;
  LogicalOrder places;
  raw_ostream &os;
};
} // namespace

/// True if the layout names each dimension once.
static bool hasOrder(const proto::ShapeProto &shape) {
  llvm::SmallVector<bool> seen(shape.dimensions_size(), false);
  for (int64_t dimension : shape.layout().minor_to_major()) {
    if (dimension < 0 || dimension >= shape.dimensions_size() ||
        seen[dimension])
      return false;
    seen[dimension] = true;
  }
  return shape.layout().minor_to_major_size() == shape.dimensions_size();
}

void xla::hlotext::printLiteral(const proto::LiteralProto &literal,
                                int64_t maxElements, raw_ostream &os) {
  const proto::ShapeProto &shape = literal.shape();
  if (isTuple(shape) && maxElements == INT64_MAX && !literal.is_elided()) {
    os << "( ";
    llvm::interleave(
        literal.tuple_literals(), os,
        [&](const proto::LiteralProto &element) {
          printLiteral(element, maxElements, os);
        },
        ", ");
    os << " )";
    return;
  }
  // Elements are read through a pointer that the message gives out for writing;
  // a copy of the dimensions and the layout is all that may have to change.
  proto::ShapeProto ordered = shape;
  if (isArray(shape) && !hasOrder(shape))
    setRowMajor(ordered);
  std::optional<int64_t> count = countElements(shape);
  ElementBytes elements =
      getElementBytes(const_cast<proto::LiteralProto &>(literal));
  constexpr int maxRank = 200;
  if (!isArray(shape) || literal.is_elided() || !count ||
      *count > maxElements || size_t(*count) != elements.count() ||
      shape.dimensions_size() > maxRank ||
      // Braces of an array without elements cost memory, too.
      (*count == 0 && !llvm::all_of(shape.dimensions(), [](int64_t size) {
        return size <= 1024;
      }))) {
    os << (count == 0 ? "{}" : "{...}");
    return;
  }
  LiteralPrinter(ordered, elements, os).print(0);
}
