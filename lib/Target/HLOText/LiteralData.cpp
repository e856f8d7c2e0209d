//===- LiteralData.cpp - Elements of proto::LiteralProto ------------------===//
//
// The fields of bytes hold little-endian numbers; so does this machine.
//
//===----------------------------------------------------------------------===//

#include "LiteralData.h"

#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace xla;
using namespace xla::hlotext;

/// The field of bytes for `type`; null where it has numbers of its own.
static std::string *getByteField(proto::LiteralProto &literal,
                                 proto::PrimitiveType type) {
  switch (type) {
  case proto::S1:
    return literal.mutable_s1s();
  case proto::S2:
    return literal.mutable_s2s();
  case proto::S4:
    return literal.mutable_s4s();
  case proto::S8:
    return literal.mutable_s8s();
  case proto::S16:
    return literal.mutable_s16s();
  case proto::U1:
    return literal.mutable_u1s();
  case proto::U2:
    return literal.mutable_u2s();
  case proto::U4:
    return literal.mutable_u4s();
  case proto::U8:
    return literal.mutable_u8s();
  case proto::U16:
    return literal.mutable_u16s();
  case proto::F16:
    return literal.mutable_f16s();
  case proto::BF16:
    return literal.mutable_bf16s();
  case proto::F8E5M2:
    return literal.mutable_f8e5m2s();
  case proto::F8E4M3:
    return literal.mutable_f8e4m3s();
  case proto::F8E4M3FN:
    return literal.mutable_f8e4m3fns();
  case proto::F8E4M3B11FNUZ:
    return literal.mutable_f8e4m3b11fnuzs();
  case proto::F8E3M4:
    return literal.mutable_f8e3m4s();
  case proto::F8E5M2FNUZ:
    return literal.mutable_f8e5m2fnuzs();
  case proto::F8E4M3FNUZ:
    return literal.mutable_f8e4m3fnuzs();
  case proto::F4E2M1FN:
    return literal.mutable_f4e2m1fns();
  case proto::F6E2M3FN:
    return literal.mutable_f6e2m3fns();
  case proto::F6E3M2FN:
    return literal.mutable_f6e3m2fns();
  case proto::F8E8M0FNU:
    return literal.mutable_f8e8m0fnus();
  default:
    return nullptr;
  }
}

static void appendBytes(proto::LiteralProto &literal, const ElementType &type,
                        uint64_t bits) {
  std::string &field = *getByteField(literal, type.type);
  if (type.bits < 8)
    bits &= (1u << type.bits) - 1;
  field += char(bits);
  if (type.bits == 16)
    field += char(bits >> 8);
}

void xla::hlotext::appendInteger(proto::LiteralProto &literal,
                                 const ElementType &type, int64_t value) {
  switch (type.type) {
  case proto::S32:
    return literal.add_s32s(int32_t(value));
  case proto::S64:
    return literal.add_s64s(value);
  case proto::U32:
    return literal.add_u32s(uint32_t(value));
  case proto::U64:
    return literal.add_u64s(uint64_t(value));
  default:
    return appendBytes(literal, type, uint64_t(value));
  }
}

void xla::hlotext::appendFloat(proto::LiteralProto &literal,
                               const ElementType &type,
                               const FloatText &number) {
  uint64_t bits = toBits(number, type);
  proto::PrimitiveType whole = literal.shape().element_type();
  bool isComplex = whole == proto::C64 || whole == proto::C128;
  if (type.type == proto::F32) {
    float value;
    uint32_t word = uint32_t(bits);
    std::memcpy(&value, &word, sizeof(value));
    (isComplex ? literal.mutable_c64s() : literal.mutable_f32s())->Add(value);
  } else if (type.type == proto::F64) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    (isComplex ? literal.mutable_c128s() : literal.mutable_f64s())->Add(value);
  } else {
    appendBytes(literal, type, bits);
  }
}

void xla::hlotext::clearElements(proto::LiteralProto &literal) {
  proto::ShapeProto shape = literal.shape();
  bool isElided = literal.is_elided();
  literal.Clear();
  *literal.mutable_shape() = std::move(shape);
  literal.set_is_elided(isElided);
}

ElementBytes xla::hlotext::getElementBytes(proto::LiteralProto &literal) {
  auto ofField = [](auto *field, unsigned perElement) {
    unsigned size = sizeof(*field->data()) * perElement;
    return ElementBytes{reinterpret_cast<char *>(field->mutable_data()),
                        field->size() * sizeof(*field->data()), size};
  };
  proto::PrimitiveType type = literal.shape().element_type();
  switch (type) {
  case proto::PRED:
    return ofField(literal.mutable_preds(), 1);
  case proto::S32:
    return ofField(literal.mutable_s32s(), 1);
  case proto::S64:
    return ofField(literal.mutable_s64s(), 1);
  case proto::U32:
    return ofField(literal.mutable_u32s(), 1);
  case proto::U64:
    return ofField(literal.mutable_u64s(), 1);
  case proto::F32:
    return ofField(literal.mutable_f32s(), 1);
  case proto::F64:
    return ofField(literal.mutable_f64s(), 1);
  case proto::C64:
    return ofField(literal.mutable_c64s(), 2);
  case proto::C128:
    return ofField(literal.mutable_c128s(), 2);
  default:
    break;
  }
  std::string *field = getByteField(literal, type);
  if (!field)
    return {};
  return {field->data(), field->size(),
          getElementType(type).bits == 16 ? 2u : 1u};
}

void xla::hlotext::repeatElement(proto::LiteralProto &literal, int64_t count) {
  auto repeat = [&](auto *field, int perElement) {
    field->Reserve(int(count * perElement));
    for (int64_t i = perElement; i < count * perElement; ++i)
      field->Add(field->Get(int(i % perElement)));
    if (count == 0)
      field->Clear();
  };
  proto::PrimitiveType type = literal.shape().element_type();
  if (std::string *field = getByteField(literal, type)) {
    std::string element = *field;
    field->clear();
    for (int64_t i = 0; i < count; ++i)
      *field += element;
    return;
  }
  switch (type) {
  case proto::PRED:
    return repeat(literal.mutable_preds(), 1);
  case proto::S32:
    return repeat(literal.mutable_s32s(), 1);
  case proto::S64:
    return repeat(literal.mutable_s64s(), 1);
  case proto::U32:
    return repeat(literal.mutable_u32s(), 1);
  case proto::U64:
    return repeat(literal.mutable_u64s(), 1);
  case proto::F32:
    return repeat(literal.mutable_f32s(), 1);
  case proto::F64:
    return repeat(literal.mutable_f64s(), 1);
  case proto::C64:
    return repeat(literal.mutable_c64s(), 2);
  case proto::C128:
    return repeat(literal.mutable_c128s(), 2);
  default:
    return;
  }
}

LogicalOrder::LogicalOrder(const proto::ShapeProto &shape)
    : sizes(shape.dimensions().begin(), shape.dimensions().end()),
      strides(sizes.size(), 0), index(sizes.size(), 0) {
  int64_t stride = 1;
  for (int64_t dimension : shape.layout().minor_to_major()) {
    strides[dimension] = stride;
    stride *= sizes[dimension];
  }
}

size_t LogicalOrder::next() {
  size_t current = place;
  for (size_t i = sizes.size(); i-- != 0;) {
    place += strides[i];
    if (++index[i] < sizes[i])
      break;
    place -= strides[i] * sizes[i];
    index[i] = 0;
  }
  return current;
}

void xla::hlotext::orderByLayout(proto::LiteralProto &literal) {
  const proto::ShapeProto &shape = literal.shape();
  const auto &order = shape.layout().minor_to_major();
  bool isRowMajor = true;
  for (int i = 0; i < order.size(); ++i)
    isRowMajor &= order[i] == order.size() - 1 - i;
  ElementBytes elements = getElementBytes(literal);
  if (isRowMajor || elements.count() < 2)
    return;
  std::string logical(elements.data, elements.numBytes);
  LogicalOrder places(shape);
  for (size_t from = 0; from < logical.size(); from += elements.size)
    std::memcpy(elements.data + places.next() * elements.size,
                logical.data() + from, elements.size);
}
