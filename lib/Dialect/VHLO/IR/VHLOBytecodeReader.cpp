//===- VHLOBytecodeReader.cpp - Attributes and types from bytes -----------===//
//
// All lists are read element by element: a count that the bytes do not bear out
// costs no memory. What the parts mean is checked when they become hlo.
//
//===----------------------------------------------------------------------===//

#include "VHLOBytecode.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Support/BytecodeParts.h"

using namespace mlir;
using namespace xla::vhlo;

/// The value of an enumeration that has a number, if there is one. The first
/// argument only chooses the enumeration.
static std::optional<ComparisonDirectionV1> getEnumValue(ComparisonDirectionV1,
                                                         uint32_t number) {
  return symbolizeComparisonDirectionV1(number);
}
static std::optional<ComparisonTypeV1> getEnumValue(ComparisonTypeV1,
                                                    uint32_t number) {
  return symbolizeComparisonTypeV1(number);
}
static std::optional<CustomCallApiVersionV1>
getEnumValue(CustomCallApiVersionV1, uint32_t number) {
  return symbolizeCustomCallApiVersionV1(number);
}
static std::optional<FftTypeV1> getEnumValue(FftTypeV1, uint32_t number) {
  return symbolizeFftTypeV1(number);
}
static std::optional<PrecisionV1> getEnumValue(PrecisionV1, uint32_t number) {
  return symbolizePrecisionV1(number);
}
static std::optional<RngAlgorithmV1> getEnumValue(RngAlgorithmV1,
                                                  uint32_t number) {
  return symbolizeRngAlgorithmV1(number);
}
static std::optional<RngDistributionV1> getEnumValue(RngDistributionV1,
                                                     uint32_t number) {
  return symbolizeRngDistributionV1(number);
}
static std::optional<TransposeV1> getEnumValue(TransposeV1, uint32_t number) {
  return symbolizeTransposeV1(number);
}
static std::optional<ResultAccuracyModeV1> getEnumValue(ResultAccuracyModeV1,
                                                        uint32_t number) {
  return symbolizeResultAccuracyModeV1(number);
}

namespace {
/// Reads the parts of a kind.
class PartReader {
public:
  explicit PartReader(DialectBytecodeReader &reader)
      : reader(reader), context(reader.getContext()) {}

  template <typename KindT> KindT read() {
    if constexpr (IsEnum<KindT>::value) {
      using Enum = decltype(std::declval<KindT>().getValue());
      uint64_t number;
      if (failed(reader.readVarInt(number)))
        return {};
      std::optional<Enum> value;
      if (number <= std::numeric_limits<uint32_t>::max())
        value = getEnumValue(Enum(), uint32_t(number));
      if (value)
        return KindT::get(context, *value);
      reader.emitError("expected a value of an enumeration, but got ")
          << number;
      return {};
    } else {
      return readParts(static_cast<KindT *>(nullptr));
    }
  }

  template <typename KindT> KindT readType() {
    if constexpr (hasNoParts<KindT>)
      return KindT::get(context);
    else
      return readParts(static_cast<KindT *>(nullptr));
  }

  RankedTensorV1Type readTensorWithEncoding() {
    Attribute encoding;
    SmallVector<int64_t> shape;
    Type element;
    if (failed(reader.readAttribute(encoding)) || !readIntegers(shape) ||
        failed(reader.readType(element)))
      return {};
    return RankedTensorV1Type::get(context, shape, element, encoding);
  }

private:
  //===--- Pieces ---===//

  template <typename ElementT>
  bool readEach(SmallVectorImpl<ElementT> &elements,
                llvm::function_ref<LogicalResult(ElementT &)> readElement) {
    uint64_t count;
    if (failed(reader.readVarInt(count)))
      return false;
    while (count-- != 0) {
      ElementT element{};
      if (failed(readElement(element)))
        return false;
      elements.push_back(element);
    }
    return true;
  }

  bool readIntegers(SmallVectorImpl<int64_t> &values) {
    return readEach<int64_t>(
        values, [&](int64_t &value) { return reader.readSignedVarInt(value); });
  }

  bool readTypes(SmallVectorImpl<Type> &types) {
    return readEach<Type>(types,
                          [&](Type &type) { return reader.readType(type); });
  }

  std::optional<APFloat> readDouble() {
    FailureOr<APFloat> value =
        reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
    return succeeded(value) ? std::optional<APFloat>(*value) : std::nullopt;
  }

  bool readFlags(unsigned &flags) {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return false;
    flags = static_cast<unsigned>(number);
    return number == flags;
  }

  //===--- Attributes ---===//

  ArrayV1Attr readParts(ArrayV1Attr *) {
    SmallVector<Attribute> elements;
    if (!readEach<Attribute>(elements, [&](Attribute &element) {
          return reader.readAttribute(element);
        }))
      return {};
    return ArrayV1Attr::get(context, elements);
  }

  BooleanV1Attr readParts(BooleanV1Attr *) {
    uint64_t value;
    if (failed(reader.readVarInt(value)))
      return {};
    if (value <= 1)
      return BooleanV1Attr::get(context, value == 1);
    reader.emitError("expected a boolean, but got ") << value;
    return {};
  }

  DictionaryV1Attr readParts(DictionaryV1Attr *) {
    using Entry = std::pair<Attribute, Attribute>;
    SmallVector<Entry> entries;
    if (!readEach<Entry>(entries, [&](Entry &entry) {
          return success(succeeded(reader.readAttribute(entry.first)) &&
                         succeeded(reader.readAttribute(entry.second)));
        }))
      return {};
    return DictionaryV1Attr::get(context, entries);
  }

  FloatV1Attr readParts(FloatV1Attr *) {
    Type type;
    if (failed(reader.readType(type)))
      return {};
    auto floatType = dyn_cast_or_null<FloatType>(getTwinOf(type));
    if (!floatType) {
      reader.emitError("expected a type of floats, but got ") << type;
      return {};
    }
    FailureOr<APFloat> value =
        reader.readAPFloatWithKnownSemantics(floatType.getFloatSemantics());
    return succeeded(value) ? FloatV1Attr::get(context, type, *value)
                            : FloatV1Attr();
  }

  IntegerV1Attr readParts(IntegerV1Attr *) {
    Type type;
    if (failed(reader.readType(type)))
      return {};
    Type twin = getTwinOf(type);
    if (!twin || !twin.isIntOrIndex()) {
      reader.emitError("expected a type of integers, but got ") << type;
      return {};
    }
    unsigned width = twin.isIndex() ? IndexType::kInternalStorageBitWidth
                                    : twin.getIntOrFloatBitWidth();
    FailureOr<APInt> value = reader.readAPIntWithKnownWidth(width);
    return succeeded(value) ? IntegerV1Attr::get(context, type, *value)
                            : IntegerV1Attr();
  }

  StringV1Attr readParts(StringV1Attr *) {
    StringRef value;
    return succeeded(reader.readString(value))
               ? StringV1Attr::get(context, value)
               : StringV1Attr();
  }

  TensorV1Attr readParts(TensorV1Attr *) {
    Type type;
    ArrayRef<char> data;
    if (failed(reader.readType(type)) || failed(reader.readBlob(data)))
      return {};
    return TensorV1Attr::get(context, type, data);
  }

  TypeV1Attr readParts(TypeV1Attr *) {
    Type type;
    return succeeded(reader.readType(type)) ? TypeV1Attr::get(context, type)
                                            : TypeV1Attr();
  }

  TypeExtensionsV1Attr readParts(TypeExtensionsV1Attr *) {
    SmallVector<int64_t> bounds;
    return readIntegers(bounds) ? TypeExtensionsV1Attr::get(context, bounds)
                                : TypeExtensionsV1Attr();
  }

  OutputOperandAliasV1Attr readParts(OutputOperandAliasV1Attr *) {
    SmallVector<int64_t> outputIndices, operandIndices;
    int64_t operandIndex;
    if (!readIntegers(outputIndices) ||
        failed(reader.readSignedVarInt(operandIndex)) ||
        !readIntegers(operandIndices))
      return {};
    return OutputOperandAliasV1Attr::get(context, outputIndices, operandIndex,
                                         operandIndices);
  }

  ResultAccuracyV1Attr readParts(ResultAccuracyV1Attr *) {
    std::optional<APFloat> atol = readDouble();
    std::optional<APFloat> rtol = atol ? readDouble() : std::nullopt;
    int64_t ulps;
    Attribute mode;
    if (!rtol || failed(reader.readSignedVarInt(ulps)) ||
        failed(reader.readAttribute(mode)))
      return {};
    return ResultAccuracyV1Attr::get(context, *atol, *rtol, ulps, mode);
  }

  SubAxisInfoV1Attr readParts(SubAxisInfoV1Attr *) {
    int64_t preSize, size;
    if (failed(reader.readSignedVarInt(preSize)) ||
        failed(reader.readSignedVarInt(size)))
      return {};
    return SubAxisInfoV1Attr::get(context, preSize, size);
  }

  AxisRefV1Attr readParts(AxisRefV1Attr *) {
    Attribute name, part;
    uint64_t hasPart;
    if (failed(reader.readAttribute(name)) ||
        failed(reader.readVarInt(hasPart)) ||
        (hasPart && failed(reader.readAttribute(part))))
      return {};
    return AxisRefV1Attr::get(context, name, part);
  }

  ReplicaGroupMeshAxesV1Attr readParts(ReplicaGroupMeshAxesV1Attr *) {
    Attribute mesh, axes;
    if (failed(reader.readAttribute(mesh)) ||
        failed(reader.readAttribute(axes)))
      return {};
    return ReplicaGroupMeshAxesV1Attr::get(context, mesh, axes);
  }

  MeshAxisV1Attr readParts(MeshAxisV1Attr *) {
    Attribute name;
    int64_t size;
    if (failed(reader.readAttribute(name)) ||
        failed(reader.readSignedVarInt(size)))
      return {};
    return MeshAxisV1Attr::get(context, name, size);
  }

  MeshV1Attr readParts(MeshV1Attr *) {
    Attribute axes, ids;
    if (failed(reader.readAttribute(axes)) ||
        failed(xla::readOptionalPart(reader, ids)))
      return {};
    return MeshV1Attr::get(context, axes, ids);
  }

  //===--- Types ---===//

  ComplexV1Type readParts(ComplexV1Type *) {
    Type element;
    return succeeded(reader.readType(element))
               ? ComplexV1Type::get(context, element)
               : ComplexV1Type();
  }

  FunctionV1Type readParts(FunctionV1Type *) {
    SmallVector<Type> inputs, outputs;
    return readTypes(inputs) && readTypes(outputs)
               ? FunctionV1Type::get(context, inputs, outputs)
               : FunctionV1Type();
  }

  TupleV1Type readParts(TupleV1Type *) {
    SmallVector<Type> types;
    return readTypes(types) ? TupleV1Type::get(context, types) : TupleV1Type();
  }

  FutureV1Type readParts(FutureV1Type *) {
    SmallVector<Type> types;
    return readTypes(types) ? FutureV1Type::get(context, types)
                            : FutureV1Type();
  }

  RankedTensorV1Type readParts(RankedTensorV1Type *) {
    SmallVector<int64_t> shape;
    Type element;
    if (!readIntegers(shape) || failed(reader.readType(element)))
      return {};
    return RankedTensorV1Type::get(context, shape, element, Attribute());
  }

  RankedBufferV1Type readParts(RankedBufferV1Type *) {
    SmallVector<int64_t> shape;
    Type element;
    if (!readIntegers(shape) || failed(reader.readType(element)))
      return {};
    return RankedBufferV1Type::get(context, shape, element);
  }

  UnrankedTensorV1Type readParts(UnrankedTensorV1Type *) {
    Type element;
    return succeeded(reader.readType(element))
               ? UnrankedTensorV1Type::get(context, element)
               : UnrankedTensorV1Type();
  }

  UniformQuantizedV1Type readParts(UniformQuantizedV1Type *) {
    unsigned flags;
    Type storage, expressed;
    if (!readFlags(flags) || failed(reader.readType(storage)) ||
        failed(reader.readType(expressed)))
      return {};
    std::optional<APFloat> scale = readDouble();
    int64_t zeroPoint, min, max;
    if (!scale || failed(reader.readSignedVarInt(zeroPoint)) ||
        failed(reader.readSignedVarInt(min)) ||
        failed(reader.readSignedVarInt(max)))
      return {};
    return UniformQuantizedV1Type::get(context, flags, storage, expressed,
                                       *scale, zeroPoint, min, max);
  }

  UniformQuantizedPerAxisV1Type readParts(UniformQuantizedPerAxisV1Type *) {
    unsigned flags;
    Type storage, expressed;
    uint64_t axis, scaleCount;
    int64_t min, max;
    if (!readFlags(flags) || failed(reader.readType(storage)) ||
        failed(reader.readType(expressed)) || failed(reader.readVarInt(axis)) ||
        failed(reader.readSignedVarInt(min)) ||
        failed(reader.readSignedVarInt(max)) ||
        failed(reader.readVarInt(scaleCount)))
      return {};
    SmallVector<APFloat> scales;
    while (scaleCount-- != 0) {
      std::optional<APFloat> scale = readDouble();
      if (!scale)
        return {};
      scales.push_back(*scale);
    }
    SmallVector<int64_t> zeroPoints;
    if (!readIntegers(zeroPoints))
      return {};
    return UniformQuantizedPerAxisV1Type::get(
        context, flags, storage, expressed, axis, scales, zeroPoints, min, max);
  }

  DialectBytecodeReader &reader;
  MLIRContext *context;
};
} // namespace

template <typename... KindTs>
static Attribute readKind(DialectBytecodeReader &reader, uint64_t code,
                          KindList<KindTs...>) {
  Attribute result;
  bool isKnown = ((code == KindTs::kBytecodeCode &&
                   (result = PartReader(reader).read<KindTs>(), true)) ||
                  ...);
  if (!isKnown)
    reader.emitError("expected an attribute of the portable format, but got "
                     "number ")
        << code;
  return result;
}

Attribute xla::vhlo::readAttribute(DialectBytecodeReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  return readKind(reader, code, AttributeKinds());
}

template <typename... KindTs>
static Type readTypeKind(DialectBytecodeReader &reader, uint64_t code,
                         KindList<KindTs...>) {
  Type result;
  bool isKnown = ((code == KindTs::kBytecodeCode &&
                   (result = PartReader(reader).readType<KindTs>(), true)) ||
                  ...);
  if (!isKnown)
    reader.emitError("expected a type of the portable format, but got number ")
        << code;
  return result;
}

Type xla::vhlo::readType(DialectBytecodeReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  if (code == tensorWithEncodingCode)
    return PartReader(reader).readTensorWithEncoding();
  return readTypeKind(reader, code, TypeKinds());
}
