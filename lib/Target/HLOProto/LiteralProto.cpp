//===- LiteralProto.cpp - Values in XLA's messages ------------------------===//
//
// Fields of numbers are copied as they lie in memory; fields of bytes hold
// little-endian elements. Those below a byte have one each, with zeros above;
// files that pack them, low end first, as a `Literal` has them, read too.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOProto/LiteralProto.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/Twine.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using xla::ElementKind;
using xla::Literal;
using xla::proto::LiteralProto;
using xla::proto::PrimitiveType;
using xla::proto::ShapeProto;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static constexpr std::pair<PrimitiveType, ElementKind> kinds[] = {
    {xla::proto::PRED, ElementKind::Pred},
    {xla::proto::S2, ElementKind::S2},
    {xla::proto::S4, ElementKind::S4},
    {xla::proto::S8, ElementKind::S8},
    {xla::proto::S16, ElementKind::S16},
    {xla::proto::S32, ElementKind::S32},
    {xla::proto::S64, ElementKind::S64},
    {xla::proto::U2, ElementKind::U2},
    {xla::proto::U4, ElementKind::U4},
    {xla::proto::U8, ElementKind::U8},
    {xla::proto::U16, ElementKind::U16},
    {xla::proto::U32, ElementKind::U32},
    {xla::proto::U64, ElementKind::U64},
    {xla::proto::F4E2M1FN, ElementKind::F4E2M1FN},
    {xla::proto::F6E2M3FN, ElementKind::F6E2M3FN},
    {xla::proto::F6E3M2FN, ElementKind::F6E3M2FN},
    {xla::proto::F8E3M4, ElementKind::F8E3M4},
    {xla::proto::F8E4M3, ElementKind::F8E4M3},
    {xla::proto::F8E4M3FN, ElementKind::F8E4M3FN},
    {xla::proto::F8E4M3FNUZ, ElementKind::F8E4M3FNUZ},
    {xla::proto::F8E4M3B11FNUZ, ElementKind::F8E4M3B11FNUZ},
    {xla::proto::F8E5M2, ElementKind::F8E5M2},
    {xla::proto::F8E5M2FNUZ, ElementKind::F8E5M2FNUZ},
    {xla::proto::F8E8M0FNU, ElementKind::F8E8M0FNU},
    {xla::proto::BF16, ElementKind::BF16},
    {xla::proto::F16, ElementKind::F16},
    {xla::proto::F32, ElementKind::F32},
    {xla::proto::F64, ElementKind::F64},
    {xla::proto::C64, ElementKind::C64},
    {xla::proto::C128, ElementKind::C128},
};

static std::optional<ElementKind> findKind(PrimitiveType type) {
  for (auto [primitive, kind] : kinds)
    if (primitive == type)
      return kind;
  return std::nullopt;
}

PrimitiveType xla::getPrimitiveType(ElementKind kind) {
  for (auto [primitive, known] : kinds)
    if (known == kind)
      return primitive;
  llvm_unreachable("unknown kind of elements");
}

Type xla::getElementType(PrimitiveType type, MLIRContext *context) {
  std::optional<ElementKind> kind = findKind(type);
  if (!kind)
    return {};
  if (*kind == ElementKind::Pred)
    return IntegerType::get(context, 1);
  if (isSignedInteger(*kind))
    return IntegerType::get(context, getBitWidth(*kind));
  if (isUnsignedInteger(*kind))
    return IntegerType::get(context, getBitWidth(*kind), IntegerType::Unsigned);
  if (isComplex(*kind))
    return ComplexType::get(*kind == ElementKind::C64
                                ? Type(Float32Type::get(context))
                                : Type(Float64Type::get(context)));
  switch (*kind) {
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case ElementKind::F6E2M3FN:
    return Float6E2M3FNType::get(context);
  case ElementKind::F6E3M2FN:
    return Float6E3M2FNType::get(context);
  case ElementKind::F8E3M4:
    return Float8E3M4Type::get(context);
  case ElementKind::F8E4M3:
    return Float8E4M3Type::get(context);
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementKind::F8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementKind::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementKind::BF16:
    return BFloat16Type::get(context);
  case ElementKind::F16:
    return Float16Type::get(context);
  case ElementKind::F32:
    return Float32Type::get(context);
  default:
    return Float64Type::get(context);
  }
}

/// The name of a type, also of one that this schema does not know.
static std::string getName(PrimitiveType type) {
  const std::string &name = xla::proto::PrimitiveType_Name(type);
  return name.empty() ? std::to_string(type) : StringRef(name).lower();
}

llvm::Expected<RankedTensorType> xla::getTensorType(const ShapeProto &shape,
                                                    MLIRContext *context) {
  Type element = getElementType(shape.element_type(), context);
  if (!element)
    return llvm::createStringError("expected an array, but got type " +
                                   getName(shape.element_type()));
  for (int64_t extent : shape.dimensions())
    if (extent < 0)
      return llvm::createStringError("expected sizes of 0 or more, but got " +
                                     Twine(extent));
  if (llvm::is_contained(shape.is_dynamic_dimension(), true))
    return llvm::createStringError("expected a value with static sizes, but "
                                   "got one with dynamic ones");
  SmallVector<int64_t> extents(shape.dimensions().begin(),
                               shape.dimensions().end());
  auto type = RankedTensorType::get(extents, element);
  if (!getTensorByteSize(type))
    return llvm::createStringError("expected fewer bytes than an address space "
                                   "has, but got a value of type " +
                                   formatShapedType(type));
  return type;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static StringRef view(const google::protobuf::RepeatedField<T> &field) {
  return StringRef(reinterpret_cast<const char *>(field.data()),
                   sizeof(T) * field.size());
}

/// The bytes of the field that holds elements of `kind`.
static StringRef getElements(const LiteralProto &literal, ElementKind kind) {
  switch (kind) {
  case ElementKind::Pred:
    return view(literal.preds());
  case ElementKind::S2:
    return literal.s2s();
  case ElementKind::S4:
    return literal.s4s();
  case ElementKind::S8:
    return literal.s8s();
  case ElementKind::S16:
    return literal.s16s();
  case ElementKind::S32:
    return view(literal.s32s());
  case ElementKind::S64:
    return view(literal.s64s());
  case ElementKind::U2:
    return literal.u2s();
  case ElementKind::U4:
    return literal.u4s();
  case ElementKind::U8:
    return literal.u8s();
  case ElementKind::U16:
    return literal.u16s();
  case ElementKind::U32:
    return view(literal.u32s());
  case ElementKind::U64:
    return view(literal.u64s());
  case ElementKind::F4E2M1FN:
    return literal.f4e2m1fns();
  case ElementKind::F6E2M3FN:
    return literal.f6e2m3fns();
  case ElementKind::F6E3M2FN:
    return literal.f6e3m2fns();
  case ElementKind::F8E3M4:
    return literal.f8e3m4s();
  case ElementKind::F8E4M3:
    return literal.f8e4m3s();
  case ElementKind::F8E4M3FN:
    return literal.f8e4m3fns();
  case ElementKind::F8E4M3FNUZ:
    return literal.f8e4m3fnuzs();
  case ElementKind::F8E4M3B11FNUZ:
    return literal.f8e4m3b11fnuzs();
  case ElementKind::F8E5M2:
    return literal.f8e5m2s();
  case ElementKind::F8E5M2FNUZ:
    return literal.f8e5m2fnuzs();
  case ElementKind::F8E8M0FNU:
    return literal.f8e8m0fnus();
  case ElementKind::BF16:
    return literal.bf16s();
  case ElementKind::F16:
    return literal.f16s();
  case ElementKind::F32:
    return view(literal.f32s());
  case ElementKind::F64:
    return view(literal.f64s());
  case ElementKind::C64:
    return view(literal.c64s());
  case ElementKind::C128:
    return view(literal.c128s());
  }
  llvm_unreachable("unknown kind of elements");
}

template <typename T>
static void assign(google::protobuf::RepeatedField<T> &field, StringRef bytes) {
  field.Resize(static_cast<int>(bytes.size() / sizeof(T)), T());
  std::memcpy(field.mutable_data(), bytes.data(), bytes.size());
}

/// The inverse of `getElements`.
static void setElements(LiteralProto &literal, ElementKind kind,
                        StringRef bytes) {
  switch (kind) {
  case ElementKind::Pred:
    return assign(*literal.mutable_preds(), bytes);
  case ElementKind::S32:
    return assign(*literal.mutable_s32s(), bytes);
  case ElementKind::S64:
    return assign(*literal.mutable_s64s(), bytes);
  case ElementKind::U32:
    return assign(*literal.mutable_u32s(), bytes);
  case ElementKind::U64:
    return assign(*literal.mutable_u64s(), bytes);
  case ElementKind::F32:
    return assign(*literal.mutable_f32s(), bytes);
  case ElementKind::F64:
    return assign(*literal.mutable_f64s(), bytes);
  case ElementKind::C64:
    return assign(*literal.mutable_c64s(), bytes);
  case ElementKind::C128:
    return assign(*literal.mutable_c128s(), bytes);
  default:
    break;
  }
  // The others are fields of bytes, named by their type: s4s, f8e5m2s.
  const std::string &type =
      xla::proto::PrimitiveType_Name(xla::getPrimitiveType(kind));
  const google::protobuf::FieldDescriptor *field =
      LiteralProto::descriptor()->FindFieldByName(StringRef(type).lower() +
                                                  "s");
  literal.GetReflection()->SetString(&literal, field, bytes.str());
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The dimensions of `shape` from the one that varies fastest; row-major where
/// nothing is said.
static llvm::Expected<SmallVector<int64_t>>
getMinorToMajor(const ShapeProto &shape) {
  int64_t rank = shape.dimensions_size();
  SmallVector<int64_t> order(shape.layout().minor_to_major().begin(),
                             shape.layout().minor_to_major().end());
  if (order.empty())
    for (int64_t dim = rank; dim-- != 0;)
      order.push_back(dim);
  SmallVector<bool> seen(rank, false);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= rank || seen[dim])
      return llvm::createStringError(
          "expected a layout that lists each of " + Twine(rank) +
          " dimensions once, but got " + Twine(dim) + " in it");
    seen[dim] = true;
  }
  if (static_cast<int64_t>(order.size()) != rank)
    return llvm::createStringError("expected a layout of " + Twine(rank) +
                                   " dimensions, but got " +
                                   Twine(order.size()));
  return order;
}

static bool isRowMajor(ArrayRef<int64_t> minorToMajor) {
  for (auto [index, dim] : llvm::enumerate(minorToMajor))
    if (dim != static_cast<int64_t>(minorToMajor.size() - 1 - index))
      return false;
  return true;
}

/// Copies unpacked elements of `size` bytes, which lie as `minorToMajor` says,
/// to row-major order.
static void copyToRowMajor(const char *from, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> minorToMajor, size_t size,
                           char *to) {
  SmallVector<int64_t> strides(shape.size()), index(shape.size(), 0);
  int64_t stride = 1;
  for (int64_t dim : minorToMajor) {
    strides[dim] = stride;
    stride *= shape[dim];
  }
  int64_t offset = 0;
  for (int64_t count = stride; count != 0; --count, to += size) {
    std::memcpy(to, from + offset * size, size);
    for (size_t dim = shape.size(); dim-- != 0;) {
      offset += strides[dim];
      if (++index[dim] != shape[dim])
        break;
      offset -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

/// One array.
static llvm::Expected<Literal> readArray(const LiteralProto &literal,
                                         MLIRContext *context) {
  auto type = xla::getTensorType(literal.shape(), context);
  if (!type)
    return type.takeError();
  auto order = getMinorToMajor(literal.shape());
  if (!order)
    return order.takeError();
  ElementKind kind = *findKind(literal.shape().element_type());
  StringRef elements = getElements(literal, kind);
  int64_t count = type->getNumElements(), size = xla::getUnpackedBytes(kind);
  int64_t bytes = count * size, present = elements.size();
  bool isPacked = xla::isPacked(kind) && present != bytes &&
                  present == xla::getPackedSize(kind, count);
  if (!isPacked && present != bytes)
    return llvm::createStringError(
        "expected " + Twine(bytes) + " bytes of elements for a value of type " +
        xla::formatShapedType(*type) + ", but got " + Twine(present));
  auto value = Literal::create(*type);
  if (!value)
    return value.takeError();
  if (bytes == 0)
    return value;
  std::vector<char> unpacked, ordered;
  if (isPacked) {
    unpacked.resize(count);
    xla::unpackElements(kind, elements.data(), count, unpacked.data());
    elements = StringRef(unpacked.data(), count);
  }
  if (!isRowMajor(*order)) {
    ordered.resize(bytes);
    copyToRowMajor(elements.data(), type->getShape(), *order, size,
                   ordered.data());
    elements = StringRef(ordered.data(), bytes);
  }
  if (xla::isPacked(kind))
    xla::packElements(kind, elements.data(), count, value->getBytes());
  else
    std::memcpy(value->getBytes(), elements.data(), bytes);
  return value;
}

llvm::Error xla::readLiteral(const LiteralProto &literal, MLIRContext *context,
                             SmallVectorImpl<Literal> &values) {
  switch (literal.shape().element_type()) {
  case proto::TUPLE:
    if (literal.tuple_literals_size() != literal.shape().tuple_shapes_size())
      return llvm::createStringError(
          "expected " + Twine(literal.shape().tuple_shapes_size()) +
          " values of a tuple, but got " +
          Twine(literal.tuple_literals_size()));
    // As deep as the message, which its reader bounds.
    for (const LiteralProto &part : literal.tuple_literals())
      if (llvm::Error error = readLiteral(part, context, values))
        return error;
    return llvm::Error::success();
  case proto::TOKEN:
    return llvm::Error::success();
  default: {
    auto value = readArray(literal, context);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
    return llvm::Error::success();
  }
  }
}

llvm::Error xla::writeLiteral(const Literal &value, LiteralProto &proto) {
  std::optional<ElementKind> kind = getElementKind(value.getElementType());
  if (!kind)
    return llvm::createStringError(
        "expected a type that HLO has, but got a value of type " +
        formatShapedType(value.getType()));
  int64_t count = value.getNumElements();
  if (value.getByteSize() > INT_MAX || (isPacked(*kind) && count > INT_MAX))
    return llvm::createStringError(
        "expected a value of less than 2 GiB, which is all that a proto can "
        "hold, but got one of type " +
        formatShapedType(value.getType()));
  proto.Clear();
  ShapeProto &shape = *proto.mutable_shape();
  shape.set_element_type(getPrimitiveType(*kind));
  shape.mutable_layout();
  for (int64_t extent : value.getShape()) {
    shape.add_dimensions(extent);
    shape.add_is_dynamic_dimension(false);
  }
  for (int64_t dim = value.getRank(); dim-- != 0;)
    shape.mutable_layout()->add_minor_to_major(dim);
  if (!isPacked(*kind)) {
    setElements(proto, *kind, StringRef(value.getBytes(), value.getByteSize()));
    return llvm::Error::success();
  }
  std::string unpacked(count, '\0');
  unpackElements(*kind, value.getBytes(), count, unpacked.data());
  for (char &element : unpacked)
    element &= (1 << getBitWidth(*kind)) - 1;
  setElements(proto, *kind, unpacked);
  return llvm::Error::success();
}
