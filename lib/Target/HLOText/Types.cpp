//===- Types.cpp - Element types and shapes of HLO text -------------------===//
//
// Shapes of protos may be malformed in any way; nothing here relies on fields
// that belong together having one length.
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::StringRef;

static constexpr ElementType elementTypes[] = {
    {"invalid", proto::PRIMITIVE_TYPE_INVALID, TypeClass::Other, 0},
    {"pred", proto::PRED, TypeClass::Predicate, 1},
    {"s1", proto::S1, TypeClass::Signed, 1},
    {"s2", proto::S2, TypeClass::Signed, 2},
    {"s4", proto::S4, TypeClass::Signed, 4},
    {"s8", proto::S8, TypeClass::Signed, 8},
    {"s16", proto::S16, TypeClass::Signed, 16},
    {"s32", proto::S32, TypeClass::Signed, 32},
    {"s64", proto::S64, TypeClass::Signed, 64},
    {"u1", proto::U1, TypeClass::Unsigned, 1},
    {"u2", proto::U2, TypeClass::Unsigned, 2},
    {"u4", proto::U4, TypeClass::Unsigned, 4},
    {"u8", proto::U8, TypeClass::Unsigned, 8},
    {"u16", proto::U16, TypeClass::Unsigned, 16},
    {"u32", proto::U32, TypeClass::Unsigned, 32},
    {"u64", proto::U64, TypeClass::Unsigned, 64},
    {"f16", proto::F16, TypeClass::Float, 16},
    {"bf16", proto::BF16, TypeClass::Float, 16},
    {"f32", proto::F32, TypeClass::Float, 32},
    {"f64", proto::F64, TypeClass::Float, 64},
    {"f8e5m2", proto::F8E5M2, TypeClass::Float, 8},
    {"f8e4m3", proto::F8E4M3, TypeClass::Float, 8},
    {"f8e4m3fn", proto::F8E4M3FN, TypeClass::Float, 8},
    {"f8e4m3b11fnuz", proto::F8E4M3B11FNUZ, TypeClass::Float, 8},
    {"f8e3m4", proto::F8E3M4, TypeClass::Float, 8},
    {"f8e5m2fnuz", proto::F8E5M2FNUZ, TypeClass::Float, 8},
    {"f8e4m3fnuz", proto::F8E4M3FNUZ, TypeClass::Float, 8},
    {"f4e2m1fn", proto::F4E2M1FN, TypeClass::Float, 4},
    {"f6e2m3fn", proto::F6E2M3FN, TypeClass::Float, 6},
    {"f6e3m2fn", proto::F6E3M2FN, TypeClass::Float, 6},
    {"f8e8m0fnu", proto::F8E8M0FNU, TypeClass::Float, 8},
    {"c64", proto::C64, TypeClass::Complex, 64},
    {"c128", proto::C128, TypeClass::Complex, 128},
    {"token", proto::TOKEN, TypeClass::Other, 0},
    {"opaque", proto::OPAQUE_TYPE, TypeClass::Other, 0},
};

const ElementType *xla::hlotext::findElementType(StringRef name) {
  static const llvm::StringMap<const ElementType *> byName = [] {
    llvm::StringMap<const ElementType *> map;
    for (const ElementType &type : llvm::drop_begin(elementTypes))
      map[type.name] = &type;
    return map;
  }();
  return byName.lookup(name);
}

const ElementType &xla::hlotext::getElementType(proto::PrimitiveType type) {
  for (const ElementType &candidate : elementTypes)
    if (candidate.type == type)
      return candidate;
  return elementTypes[0];
}

bool xla::hlotext::isArray(const proto::ShapeProto &shape) {
  return getElementType(shape.element_type()).bits != 0;
}

std::optional<int64_t>
xla::hlotext::countElements(const proto::ShapeProto &shape) {
  constexpr int64_t limit = int64_t(1) << 62;
  // A zero makes the product 0 however large the others are.
  if (llvm::any_of(shape.dimensions(), [](int64_t size) { return size < 0; }))
    return std::nullopt;
  if (llvm::is_contained(shape.dimensions(), 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape.dimensions()) {
    if (size > limit / count)
      return std::nullopt;
    count *= size;
  }
  return count;
}

size_t xla::hlotext::countLeaves(const proto::ShapeProto &shape) {
  if (!isTuple(shape))
    return 1;
  size_t count = 0;
  for (const proto::ShapeProto &element : shape.tuple_shapes())
    count += countLeaves(element);
  return count;
}

size_t xla::hlotext::countNodes(const proto::ShapeProto &shape) {
  size_t count = 1;
  for (const proto::ShapeProto &element : shape.tuple_shapes())
    count += countNodes(element);
  return count;
}

void xla::hlotext::setRowMajor(proto::ShapeProto &shape) {
  auto *order = shape.mutable_layout()->mutable_minor_to_major();
  order->Clear();
  for (int64_t i = shape.dimensions_size() - 1; i >= 0; --i)
    order->Add(i);
}

proto::ShapeProto xla::hlotext::makeArray(proto::PrimitiveType type,
                                          llvm::ArrayRef<int64_t> dimensions) {
  proto::ShapeProto shape;
  shape.set_element_type(type);
  for (int64_t size : dimensions) {
    shape.add_dimensions(size);
    shape.add_is_dynamic_dimension(false);
  }
  setRowMajor(shape);
  return shape;
}

bool xla::hlotext::areCompatible(const proto::ShapeProto &a,
                                 const proto::ShapeProto &b) {
  auto isDynamic = [](const proto::ShapeProto &shape, int i) {
    return i < shape.is_dynamic_dimension_size() &&
           shape.is_dynamic_dimension(i);
  };
  if (a.element_type() != b.element_type() ||
      a.dimensions_size() != b.dimensions_size() ||
      a.tuple_shapes_size() != b.tuple_shapes_size())
    return false;
  for (int i = 0; i < a.dimensions_size(); ++i)
    if (a.dimensions(i) != b.dimensions(i) ||
        isDynamic(a, i) != isDynamic(b, i))
      return false;
  for (int i = 0; i < a.tuple_shapes_size(); ++i)
    if (!areCompatible(a.tuple_shapes(i), b.tuple_shapes(i)))
      return false;
  return true;
}

std::string xla::hlotext::describeShape(const proto::ShapeProto &shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printShape(shape, /*withLayout=*/false, os);
  constexpr size_t maxLength = 200;
  if (text.size() > maxLength)
    text = text.substr(0, maxLength) + "...";
  return text;
}
