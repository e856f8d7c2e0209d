//===- ImportLiterals.cpp - Constants -------------------------------------===//
//
// Literals hold elements in the order of their layout, one field per element
// type; those of less than a byte have one or are packed, low bits first.
// Attributes are row-major with a byte for the small ones.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/KnownCalls.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::LiteralProto;
using proto::ShapeProto;

/// Bytes of a field, and how many bits of them an element takes.
struct Field {
  StringRef bytes;
  unsigned bits;
};

template <typename T>
static Field getField(const google::protobuf::RepeatedField<T> &field,
                      unsigned numParts = 1) {
  return {StringRef(reinterpret_cast<const char *>(field.data()),
                    field.size() * sizeof(T)),
          static_cast<unsigned>(8 * sizeof(T) * numParts)};
}

static Field findNarrowField(const LiteralProto &literal,
                             proto::PrimitiveType type) {
  switch (type) {
  case proto::S2:
    return {literal.s2s(), 2};
  case proto::U2:
    return {literal.u2s(), 2};
  case proto::S4:
    return {literal.s4s(), 4};
  case proto::U4:
    return {literal.u4s(), 4};
  case proto::F4E2M1FN:
    return {literal.f4e2m1fns(), 4};
  case proto::F6E2M3FN:
    return {literal.f6e2m3fns(), 6};
  case proto::F6E3M2FN:
    return {literal.f6e3m2fns(), 6};
  case proto::S8:
    return {literal.s8s(), 8};
  case proto::U8:
    return {literal.u8s(), 8};
  case proto::F8E5M2:
    return {literal.f8e5m2s(), 8};
  case proto::F8E4M3:
    return {literal.f8e4m3s(), 8};
  case proto::F8E4M3FN:
    return {literal.f8e4m3fns(), 8};
  case proto::F8E4M3B11FNUZ:
    return {literal.f8e4m3b11fnuzs(), 8};
  case proto::F8E5M2FNUZ:
    return {literal.f8e5m2fnuzs(), 8};
  case proto::F8E4M3FNUZ:
    return {literal.f8e4m3fnuzs(), 8};
  case proto::F8E3M4:
    return {literal.f8e3m4s(), 8};
  case proto::F8E8M0FNU:
    return {literal.f8e8m0fnus(), 8};
  default:
    return {StringRef(), 0};
  }
}

static Field findField(const LiteralProto &literal, proto::PrimitiveType type) {
  switch (type) {
  case proto::PRED:
    return getField(literal.preds());
  case proto::S16:
    return {literal.s16s(), 16};
  case proto::U16:
    return {literal.u16s(), 16};
  case proto::F16:
    return {literal.f16s(), 16};
  case proto::BF16:
    return {literal.bf16s(), 16};
  case proto::S32:
    return getField(literal.s32s());
  case proto::U32:
    return getField(literal.u32s());
  case proto::F32:
    return getField(literal.f32s());
  case proto::S64:
    return getField(literal.s64s());
  case proto::U64:
    return getField(literal.u64s());
  case proto::F64:
    return getField(literal.f64s());
  case proto::C64:
    return getField(literal.c64s(), /*numParts=*/2);
  case proto::C128:
    return getField(literal.c128s(), /*numParts=*/2);
  default:
    return findNarrowField(literal, type);
  }
}

/// `count` elements of `bits` bits, each in a byte of its own with zeros above.
static std::vector<char> unpack(Field field, int64_t count, unsigned bits) {
  std::vector<char> bytes(count);
  unsigned perByte = 8 / field.bits, mask = (1u << bits) - 1;
  for (int64_t index = 0; index < count; ++index) {
    unsigned packed = static_cast<unsigned char>(field.bytes[index / perByte]);
    bytes[index] = packed >> (index % perByte * field.bits) & mask;
  }
  return bytes;
}

/// Elements of `size` bytes that lie in the order of `shape`'s layout, made
/// row-major.
static std::vector<char> makeRowMajor(StringRef bytes, const ShapeProto &shape,
                                      size_t size) {
  SmallVector<int64_t> order = getMajorToMinor(shape);
  int64_t rank = order.size();
  SmallVector<int64_t> strides(rank), position(rank, 0);
  int64_t stride = size;
  for (int64_t dim : llvm::reverse(order)) {
    strides[dim] = stride;
    stride *= shape.dimensions(dim);
  }
  std::vector<char> result(bytes.size());
  int64_t source = 0;
  for (size_t target = 0; target < result.size(); target += size) {
    std::memcpy(&result[target], bytes.data() + source, size);
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      source += strides[dim];
      if (++position[dim] < shape.dimensions(dim))
        break;
      source -= strides[dim] * shape.dimensions(dim);
      position[dim] = 0;
    }
  }
  return result;
}

static DenseElementsAttr getAttribute(RankedTensorType type, StringRef bytes,
                                      size_t size) {
  bool isSplat =
      !bytes.empty() && bytes.drop_front(size) == bytes.drop_back(size);
  if (isSplat)
    bytes = bytes.take_front(size);
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, ArrayRef<bool>(reinterpret_cast<const bool *>(bytes.data()),
                             bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef<char>(bytes.data(), bytes.size()));
}

static LogicalResult checkLiteralShape(Instruction &inst,
                                       const LiteralProto &literal,
                                       const ShapeProto &shape) {
  auto error = [&] { return inst.emitError(); };
  if (!literal.has_shape())
    return success();
  if (failed(checkShape(literal.shape(), error)))
    return failure();
  if (toString(literal.shape()) == toString(shape))
    return success();
  return inst.emitError() << "expects a literal of " << toString(shape)
                          << ", but got one of " << toString(literal.shape());
}

/// The elements of an array that is all there.
static FailureOr<DenseElementsAttr> getElements(Instruction &inst,
                                                const LiteralProto &literal,
                                                const ShapeProto &shape,
                                                RankedTensorType type) {
  if (!type.hasStaticShape())
    return inst.emitError()
           << "expects literals of static shapes, but got " << toString(shape);
  // Sizes were checked with the shape.
  int64_t count = *countElements(type.getShape());
  Field field = findField(literal, shape.element_type());
  // Most writers give small elements a byte each, others pack what fills one.
  bool isPacked = field.bits < 8 && 8 % field.bits == 0 &&
                  field.bytes.size() != static_cast<uint64_t>(count);
  if (field.bits < 8 && !isPacked)
    field.bits = 8;
  uint64_t present = field.bytes.size() * uint64_t(8) / field.bits;
  uint64_t wanted = isPacked ? llvm::alignTo(count, 8 / field.bits)
                             : static_cast<uint64_t>(count);
  if (present != wanted || field.bytes.size() * uint64_t(8) % field.bits != 0)
    return inst.emitError()
           << "expects a literal of " << count << " elements for "
           << toString(shape) << ", but got " << present;
  std::vector<char> unpacked;
  if (unsigned bits = findField(literal, shape.element_type()).bits; bits < 8) {
    unpacked = unpack(field, count, bits);
    field = {StringRef(unpacked.data(), unpacked.size()), 8};
  }
  const ShapeProto &layout = literal.has_shape() ? literal.shape() : shape;
  if (isRowMajor(layout))
    return getAttribute(type, field.bytes, field.bits / 8);
  std::vector<char> ordered = makeRowMajor(field.bytes, layout, field.bits / 8);
  return getAttribute(type, StringRef(ordered.data(), ordered.size()),
                      field.bits / 8);
}

/// A constant whose elements the text left out.
static Value createElided(Instruction &inst, RankedTensorType type) {
  Ignored &ignored = inst.importer.ignored;
  if (ignored.elidedConstants++ == 0)
    ignored.firstElided = inst.loc;
  if (inst.importer.options.zeroElidedConstants)
    return createFiller(inst, type);
  auto call = inst.create<CustomCallOp>(
      TypeRange(type), ValueRange(),
      inst.builder.getStringAttr(kElidedConstant), BoolAttr(),
      inst.builder.getStringAttr(inst.proto.name()), CustomCallApiVersionAttr(),
      ArrayAttr(), ArrayAttr(), ArrayAttr(), ArrayAttr(), ArrayAttr());
  return call->getResult(0);
}

FailureOr<DenseElementsAttr>
importer::getArrayLiteral(Instruction &inst, const LiteralProto &literal) {
  const ShapeProto &shape = literal.shape();
  if (failed(checkShape(shape, [&] { return inst.emitError(); })))
    return failure();
  auto type = dyn_cast_if_present<RankedTensorType>(
      getLeafType(inst.getContext(), shape));
  if (!type || isTuple(shape) || literal.is_elided())
    return inst.emitError()
           << "'" << inst.getOpcode()
           << "' expects an array as its literal, but got "
           << (literal.is_elided() ? "{...}" : toString(shape));
  return getElements(inst, literal, shape, type);
}

static LogicalResult addConstants(Instruction &inst,
                                  const LiteralProto &literal,
                                  const ShapeProto &shape) {
  if (failed(checkLiteralShape(inst, literal, shape)))
    return failure();
  if (isTuple(shape) && !literal.is_elided()) {
    if (literal.tuple_literals_size() != shape.tuple_shapes_size())
      return inst.emitError()
             << "expects a literal of " << shape.tuple_shapes_size()
             << " elements for " << toString(shape) << ", but got "
             << literal.tuple_literals_size();
    for (auto [part, partShape] :
         llvm::zip_equal(literal.tuple_literals(), shape.tuple_shapes()))
      if (failed(addConstants(inst, part, partShape)))
        return failure();
    return success();
  }
  SmallVector<Type> types;
  appendTypes(inst.getContext(), shape, types);
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      inst.results.push_back(createFiller(inst, type));
      continue;
    }
    if (literal.is_elided() && tensor.hasStaticShape()) {
      inst.results.push_back(createElided(inst, tensor));
      continue;
    }
    FailureOr<DenseElementsAttr> value =
        getElements(inst, literal, shape, tensor);
    if (failed(value))
      return failure();
    inst.results.push_back(inst.create<ConstantOp>(*value));
  }
  return success();
}

LogicalResult importer::importConstant(Instruction &inst) {
  if (!inst.proto.has_literal())
    return inst.emitError() << "'constant' expects a literal";
  return addConstants(inst, inst.proto.literal(), inst.proto.shape());
}
