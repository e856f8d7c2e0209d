//===- OpText.cpp - Texts in pictures of instructions ---------------------===//
//
// Texts may be of any length and hold any bytes; what is shown is neither.
//
//===----------------------------------------------------------------------===//

#include "OpText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace xla;
using proto::HloInstructionProto;

std::string xla::getShownText(StringRef text, size_t limit) {
  std::string shown;
  if (text.size() <= limit)
    shown = text.str();
  else
    shown = (text.take_front(limit) + "... (" + Twine(text.size()) + " bytes)")
                .str();
  return json::isUTF8(shown) ? shown : json::fixUTF8(shown);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Nothing for a layout that could not be another one.
static void printLayout(const proto::LayoutProto &layout, raw_ostream &os) {
  std::string details;
  raw_string_ostream detailsOS(details);
  for (const proto::TileProto &tile : layout.tiles()) {
    detailsOS << (&tile == &layout.tiles(0) ? "T(" : "(");
    interleave(
        tile.dimensions(), detailsOS,
        [&](int64_t size) {
          size == INT64_MIN ? detailsOS << '*' : detailsOS << size;
        },
        ",");
    detailsOS << ')';
  }
  if (layout.element_size_in_bits())
    detailsOS << "E(" << layout.element_size_in_bits() << ')';
  if (layout.memory_space())
    detailsOS << "S(" << layout.memory_space() << ')';
  if (layout.minor_to_major_size() < 2 && details.empty())
    return;
  os << '{';
  interleave(layout.minor_to_major(), os, ",");
  os << (details.empty() ? "" : ":") << details << '}';
}

/// Tuples in tuples are printed to a depth that fits a label.
static void printShape(const proto::ShapeProto &shape, bool withLayout,
                       unsigned depth, raw_ostream &os) {
  if (shape.element_type() == proto::TUPLE) {
    if (depth > 8) {
      os << "(...)";
      return;
    }
    os << '(';
    interleave(
        shape.tuple_shapes(), os,
        [&](const proto::ShapeProto &part) {
          printShape(part, withLayout, depth + 1, os);
        },
        ", ");
    os << ')';
    return;
  }
  if (shape.element_type() == proto::OPAQUE_TYPE)
    os << "opaque";
  else if (proto::PrimitiveType_IsValid(shape.element_type()))
    os << StringRef(proto::PrimitiveType_Name(shape.element_type())).lower();
  else
    os << "type" << static_cast<int>(shape.element_type());
  os << '[';
  for (int i = 0; i < shape.dimensions_size(); ++i) {
    bool isDynamic =
        i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
    os << (i ? "," : "");
    if (isDynamic && shape.dimensions(i) < 0)
      os << '?';
    else
      os << (isDynamic ? "<=" : "") << shape.dimensions(i);
  }
  os << ']';
  if (withLayout)
    printLayout(shape.layout(), os);
}

std::string xla::getShapeText(const proto::ShapeProto &shape, bool withLayout) {
  std::string text;
  raw_string_ostream os(text);
  printShape(shape, withLayout, 0, os);
  return text;
}

uint64_t xla::countElements(const proto::ShapeProto &shape) {
  uint64_t count = 0;
  SmallVector<const proto::ShapeProto *> work{&shape};
  while (!work.empty()) {
    const proto::ShapeProto *next = work.pop_back_val();
    for (const proto::ShapeProto &part : next->tuple_shapes())
      work.push_back(&part);
    if (next->element_type() == proto::TUPLE)
      continue;
    uint64_t elements = 1;
    for (int64_t size : next->dimensions())
      elements = SaturatingMultiply<uint64_t>(elements, size < 0 ? 1 : size);
    count = SaturatingAdd(count, elements);
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Opcodes and places in the user's program
//===----------------------------------------------------------------------===//

std::string xla::getOpcodeText(const HloInstructionProto &op) {
  constexpr size_t limit = 64;
  if (op.opcode() == "fusion" && !op.fusion_kind().empty())
    return getShownText("fusion:" + op.fusion_kind(), limit);
  if (op.opcode() == "custom-call")
    return getShownText("custom-call:" + op.custom_call_target(), limit);
  return getShownText(op.opcode(), limit);
}

std::string xla::getFrameText(const proto::StackFrameProto &frame,
                              const proto::StackFrameIndexProto &frames) {
  // Tables count from one.
  auto at = [](const auto &table, int64_t id) {
    return id >= 1 && id <= table.size() ? &table[id - 1] : nullptr;
  };
  const auto *place = at(frames.file_locations(), frame.file_location_id());
  if (!place)
    return {};
  const auto *file = at(frames.file_names(), place->file_name_id());
  const auto *function = at(frames.function_names(), place->function_name_id());
  std::string text = (file ? *file : "?") + ":" + std::to_string(place->line());
  return function ? text + " (" + *function + ")" : text;
}

std::string xla::getSourceText(const proto::OpMetadata &metadata,
                               const proto::StackFrameIndexProto &frames) {
  if (!metadata.source_file().empty())
    return metadata.source_file() + ":" +
           std::to_string(metadata.source_line());
  int64_t id = metadata.stack_frame_id();
  if (id < 1 || id > frames.stack_frames_size())
    return {};
  return getFrameText(frames.stack_frames(id - 1), frames);
}
