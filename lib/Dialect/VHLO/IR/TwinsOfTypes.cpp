//===- TwinsOfTypes.cpp - What types of vhlo stand for --------------------===//
//
// One table of the types without parameters serves both ways; the others are
// taken apart. Types are made by `getChecked`: bytes may say anything.
//
//===----------------------------------------------------------------------===//

#include "TwinLimits.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::vhlo;

//===----------------------------------------------------------------------===//
// Types without parameters
//===----------------------------------------------------------------------===//

template <unsigned width, IntegerType::SignednessSemantics signedness>
static Type makeInteger(MLIRContext *context) {
  return IntegerType::get(context, width, signedness);
}
template <unsigned width>
static constexpr auto makeSignless = makeInteger<width, IntegerType::Signless>;
template <unsigned width>
static constexpr auto makeUnsigned = makeInteger<width, IntegerType::Unsigned>;

template <typename TypeT> static Type make(MLIRContext *context) {
  return TypeT::get(context);
}

namespace {
/// A type of vhlo without parameters and its twin.
struct PlainType {
  Type (*makeVHLO)(MLIRContext *);
  Type (*makeTwin)(MLIRContext *);
};
} // namespace

static constexpr PlainType plainTypes[] = {
    {make<BooleanV1Type>, makeSignless<1>},
    {make<IndexV1Type>, make<IndexType>},
    {make<NoneV1Type>, make<NoneType>},
    {make<TokenV1Type>, make<hlo::TokenType>},
    {make<IntegerSI2V1Type>, makeSignless<2>},
    {make<IntegerSI4V1Type>, makeSignless<4>},
    {make<IntegerSI8V1Type>, makeSignless<8>},
    {make<IntegerSI16V1Type>, makeSignless<16>},
    {make<IntegerSI32V1Type>, makeSignless<32>},
    {make<IntegerSI64V1Type>, makeSignless<64>},
    {make<IntegerUI2V1Type>, makeUnsigned<2>},
    {make<IntegerUI4V1Type>, makeUnsigned<4>},
    {make<IntegerUI8V1Type>, makeUnsigned<8>},
    {make<IntegerUI16V1Type>, makeUnsigned<16>},
    {make<IntegerUI32V1Type>, makeUnsigned<32>},
    {make<IntegerUI64V1Type>, makeUnsigned<64>},
    {make<FloatBF16V1Type>, make<BFloat16Type>},
    {make<FloatF16V1Type>, make<Float16Type>},
    {make<FloatF32V1Type>, make<Float32Type>},
    {make<FloatF64V1Type>, make<Float64Type>},
    {make<FloatTF32V1Type>, make<FloatTF32Type>},
    {make<FloatF4E2M1FNV1Type>, make<Float4E2M1FNType>},
    {make<FloatF6E2M3FNV1Type>, make<Float6E2M3FNType>},
    {make<FloatF6E3M2FNV1Type>, make<Float6E3M2FNType>},
    {make<FloatF8E3M4V1Type>, make<Float8E3M4Type>},
    {make<FloatF8E4M3V1Type>, make<Float8E4M3Type>},
    {make<FloatF8E4M3FNV1Type>, make<Float8E4M3FNType>},
    {make<FloatF8E5M2V1Type>, make<Float8E5M2Type>},
    {make<FloatF8E4M3FNUZV1Type>, make<Float8E4M3FNUZType>},
    {make<FloatF8E5M2FNUZV1Type>, make<Float8E5M2FNUZType>},
    {make<FloatF8E4M3B11FNUZV1Type>, make<Float8E4M3B11FNUZType>},
    {make<FloatF8E8M0FNUV1Type>, make<Float8E8M0FNUType>},
};

//===----------------------------------------------------------------------===//
// From vhlo
//===----------------------------------------------------------------------===//

/// Errors of `getChecked` go nowhere: who asks for a twin says where it failed.
static InFlightDiagnostic dropError() { return {}; }
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

namespace {
/// The twins of types of vhlo, null for what stands for nothing.
class FromVHLO {
public:
  explicit FromVHLO(unsigned depth) : depth(depth) {}

  Type convert(Type type) const {
    if (depth == kMaxTwinDepth || !isa<VHLODialect>(type.getDialect()))
      return depth == kMaxTwinDepth ? Type() : type;
    for (const PlainType &plain : plainTypes)
      if (plain.makeVHLO(type.getContext()) == type)
        return plain.makeTwin(type.getContext());
    return TypeSwitch<Type, Type>(type)
        .Case<ComplexV1Type, FunctionV1Type, FutureV1Type, RankedBufferV1Type,
              RankedTensorV1Type, TupleV1Type, UniformQuantizedPerAxisV1Type,
              UniformQuantizedV1Type, UnrankedTensorV1Type>(
            [&](auto concrete) { return convertParts(concrete); })
        .Default(Type());
  }

private:
  Type convertPart(Type type) const {
    return FromVHLO(depth + 1).convert(type);
  }

  bool convertAll(ArrayRef<Type> types, SmallVectorImpl<Type> &twins) const {
    for (Type type : types)
      twins.push_back(convertPart(type));
    return !llvm::is_contained(twins, Type());
  }

  Type convertParts(ComplexV1Type type) const {
    Type element = convertPart(type.getElementType());
    return element ? ComplexType::getChecked(EmitError(dropError), element)
                   : nullptr;
  }

  Type convertParts(FunctionV1Type type) const {
    SmallVector<Type> inputs, outputs;
    if (!convertAll(type.getInputs(), inputs) ||
        !convertAll(type.getOutputs(), outputs))
      return {};
    return FunctionType::get(type.getContext(), inputs, outputs);
  }

  Type convertParts(FutureV1Type type) const {
    SmallVector<Type> types;
    return convertAll(type.getTypes(), types)
               ? hlo::FutureType::getChecked(EmitError(dropError),
                                             type.getContext(),
                                             ArrayRef<Type>(types))
               : nullptr;
  }

  Type convertParts(TupleV1Type type) const {
    SmallVector<Type> types;
    return convertAll(type.getTypes(), types)
               ? TupleType::get(type.getContext(), types)
               : nullptr;
  }

  Type convertParts(RankedBufferV1Type type) const {
    Type element = convertPart(type.getElementType());
    if (!element || !countElements(type.getShape()))
      return {};
    return MemRefType::getChecked(EmitError(dropError), type.getShape(),
                                  element, MemRefLayoutAttrInterface(),
                                  Attribute());
  }

  Type convertParts(RankedTensorV1Type type) const {
    Type element = convertPart(type.getElementType());
    Attribute encoding = type.getEncoding();
    if (encoding && !(encoding = getTwinAtDepth(encoding, depth + 1)))
      return {};
    if (!element || !countElements(type.getShape()))
      return {};
    return RankedTensorType::getChecked(EmitError(dropError), type.getShape(),
                                        element, encoding);
  }

  Type convertParts(UnrankedTensorV1Type type) const {
    Type element = convertPart(type.getElementType());
    return element
               ? UnrankedTensorType::getChecked(EmitError(dropError), element)
               : nullptr;
  }

  Type convertParts(UniformQuantizedV1Type type) const {
    Type storage = convertPart(type.getStorageType());
    Type expressed = convertPart(type.getExpressedType());
    if (!storage || !expressed || !isStorage(storage))
      return {};
    return quant::UniformQuantizedType::getChecked(
        dropError, type.getFlags(), storage, expressed,
        type.getScale().convertToDouble(), type.getZeroPoint(),
        type.getStorageTypeMin(), type.getStorageTypeMax());
  }

  Type convertParts(UniformQuantizedPerAxisV1Type type) const {
    Type storage = convertPart(type.getStorageType());
    Type expressed = convertPart(type.getExpressedType());
    int64_t axis = type.getQuantizedDimension();
    if (!storage || !expressed || !isStorage(storage) || !llvm::isInt<32>(axis))
      return {};
    auto scales = llvm::map_to_vector(
        type.getScales(), [](const APFloat &s) { return s.convertToDouble(); });
    return quant::UniformQuantizedPerAxisType::getChecked(
        dropError, type.getFlags(), storage, expressed, scales,
        type.getZeroPoints(), axis, type.getStorageTypeMin(),
        type.getStorageTypeMax());
  }

  /// The verifier of quantized types takes shifts by the width for granted.
  static bool isStorage(Type type) {
    return type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 32;
  }

  unsigned depth;
};
} // namespace

Type vhlo::getTwinAtDepth(Type type, unsigned depth) {
  return FromVHLO(depth).convert(type);
}

Type vhlo::getTwinOf(Type type) { return getTwinAtDepth(type, 0); }

std::optional<int64_t> vhlo::countElements(ArrayRef<int64_t> shape) {
  // As many bits must be countable for the widest element, and then some.
  constexpr int64_t max = std::numeric_limits<int64_t>::max() / 1024;
  int64_t count = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0 || (size > 0 && count > max / size))
      return std::nullopt;
    // A zero must not hide the sizes after it.
    count *= std::max<int64_t>(size, 1);
  }
  return llvm::is_contained(shape, 0) ? 0 : count;
}

//===----------------------------------------------------------------------===//
// To vhlo
//===----------------------------------------------------------------------===//

static bool convertAll(TypeRange types, SmallVectorImpl<Type> &twins) {
  for (Type type : types)
    twins.push_back(getVHLOTwinOf(type));
  return !llvm::is_contained(twins, Type());
}

static Type getTwinOfQuantized(quant::UniformQuantizedType type) {
  Type storage = getVHLOTwinOf(type.getStorageType());
  Type expressed = getVHLOTwinOf(type.getExpressedType());
  if (!storage || !expressed)
    return {};
  return UniformQuantizedV1Type::get(
      type.getContext(), type.getFlags(), storage, expressed,
      APFloat(type.getScale()), type.getZeroPoint(), type.getStorageTypeMin(),
      type.getStorageTypeMax());
}

static Type getTwinOfQuantized(quant::UniformQuantizedPerAxisType type) {
  Type storage = getVHLOTwinOf(type.getStorageType());
  Type expressed = getVHLOTwinOf(type.getExpressedType());
  if (!storage || !expressed)
    return {};
  auto scales = llvm::map_to_vector(
      type.getScales(), [](double scale) { return APFloat(scale); });
  return UniformQuantizedPerAxisV1Type::get(
      type.getContext(), type.getFlags(), storage, expressed,
      type.getQuantizedDimension(), scales, type.getZeroPoints(),
      type.getStorageTypeMin(), type.getStorageTypeMax());
}

static Type getTwinOfShaped(RankedTensorType type) {
  Type element = getVHLOTwinOf(type.getElementType());
  Attribute encoding = type.getEncoding();
  if (!element || (encoding && !(encoding = getVHLOTwinOf(encoding))))
    return {};
  return RankedTensorV1Type::get(type.getContext(), type.getShape(), element,
                                 encoding);
}

static Type getTwinOfShaped(MemRefType type) {
  Type element = getVHLOTwinOf(type.getElementType());
  if (!element || !type.getLayout().isIdentity() || type.getMemorySpace())
    return {};
  return RankedBufferV1Type::get(type.getContext(), type.getShape(), element);
}

Type vhlo::getVHLOTwinOf(Type type) {
  MLIRContext *context = type.getContext();
  for (const PlainType &plain : plainTypes)
    if (plain.makeTwin(context) == type)
      return plain.makeVHLO(context);
  return TypeSwitch<Type, Type>(type)
      .Case([&](ComplexType complex) -> Type {
        Type element = getVHLOTwinOf(complex.getElementType());
        return element ? ComplexV1Type::get(context, element) : nullptr;
      })
      .Case([&](UnrankedTensorType tensor) -> Type {
        Type element = getVHLOTwinOf(tensor.getElementType());
        return element ? UnrankedTensorV1Type::get(context, element) : nullptr;
      })
      .Case<RankedTensorType, MemRefType>(
          [](auto shaped) { return getTwinOfShaped(shaped); })
      .Case<quant::UniformQuantizedType, quant::UniformQuantizedPerAxisType>(
          [](auto quantized) { return getTwinOfQuantized(quantized); })
      .Case([&](TupleType tuple) -> Type {
        SmallVector<Type> types;
        return convertAll(tuple.getTypes(), types)
                   ? TupleV1Type::get(context, types)
                   : nullptr;
      })
      .Case([&](hlo::FutureType future) -> Type {
        SmallVector<Type> types;
        return convertAll(future.getTypes(), types)
                   ? FutureV1Type::get(context, types)
                   : nullptr;
      })
      .Case([&](FunctionType function) -> Type {
        SmallVector<Type> inputs, outputs;
        if (!convertAll(function.getInputs(), inputs) ||
            !convertAll(function.getResults(), outputs))
          return {};
        return FunctionV1Type::get(context, inputs, outputs);
      })
      .Default(Type());
}
