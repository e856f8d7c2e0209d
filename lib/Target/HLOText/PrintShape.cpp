//===- PrintShape.cpp - Shapes as HLO text --------------------------------===//
//
// Layouts in XLA's order: tiles, padding, types, element bits, memory space,
// splits.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::raw_ostream;

static void printTiles(const proto::LayoutProto &layout, raw_ostream &os) {
  if (layout.tiles().empty())
    return;
  os << 'T';
  for (const proto::TileProto &tile : layout.tiles()) {
    os << '(';
    llvm::interleave(
        tile.dimensions(), os,
        [&](int64_t size) {
          if (size == INT64_MIN)
            os << '*';
          else
            os << size;
        },
        ",");
    os << ')';
  }
}

static void printDetails(const proto::LayoutProto &layout, raw_ostream &os) {
  auto printNumber = [&](llvm::StringRef letter, int64_t value,
                         int64_t standard = 0) {
    if (value != standard && value != 0)
      os << letter << '(' << value << ')';
  };
  auto printType = [&](char letter, proto::PrimitiveType type) {
    if (type != proto::PRIMITIVE_TYPE_INVALID)
      os << letter << '(' << getElementType(type).name << ')';
  };
  printTiles(layout, os);
  printNumber("L", layout.tail_padding_alignment_in_elements(), 1);
  printType('#', layout.index_primitive_type());
  printType('*', layout.pointer_primitive_type());
  printNumber("E", layout.element_size_in_bits());
  printNumber("S", layout.memory_space());
  if (!layout.split_configs().empty())
    os << "SC";
  for (const proto::SplitConfigProto &split : layout.split_configs()) {
    os << '(' << split.dimension() << ':';
    llvm::interleave(split.split_indices(), os, ",");
    os << ')';
  }
  if (layout.has_physical_shape()) {
    os << "P(";
    printShape(layout.physical_shape(), /*withLayout=*/true, os);
    os << ')';
  }
  printNumber("M", layout.dynamic_shape_metadata_prefix_bytes());
}

static void printLayout(const proto::LayoutProto &layout, raw_ostream &os) {
  std::string details;
  llvm::raw_string_ostream stream(details);
  printDetails(layout, stream);
  if (layout.minor_to_major().empty() && details.empty())
    return;
  os << '{';
  llvm::interleave(layout.minor_to_major(), os, ",");
  if (!details.empty())
    os << ':' << details;
  os << '}';
}

void xla::hlotext::printShape(const proto::ShapeProto &shape, bool withLayout,
                              raw_ostream &os, bool indexComments) {
  if (isTuple(shape)) {
    os << '(';
    for (int i = 0; i < shape.tuple_shapes_size(); ++i) {
      if (i != 0)
        os << ", ";
      if (indexComments && i != 0 && i % 5 == 0)
        os << "/*index=" << i << "*/";
      printShape(shape.tuple_shapes(i), withLayout, os, indexComments);
    }
    os << ')';
    return;
  }
  if (shape.element_type() == proto::BUFFER) {
    os << "b(";
    if (shape.tuple_shapes_size() == 1)
      printShape(shape.tuple_shapes(0), withLayout, os, indexComments);
    os << ')';
    return;
  }
  os << getElementType(shape.element_type()).name << '[';
  for (int i = 0; i < shape.dimensions_size(); ++i) {
    if (i != 0)
      os << ',';
    if (isDynamic(shape, i))
      os << (shape.dimensions(i) < 0 ? "?" : "<=");
    if (shape.dimensions(i) >= 0)
      os << shape.dimensions(i);
  }
  os << ']';
  if (withLayout && shape.has_layout())
    printLayout(shape.layout(), os);
}
