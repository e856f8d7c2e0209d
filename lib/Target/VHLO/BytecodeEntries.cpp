//===- BytecodeEntries.cpp - MLIR's own attributes in bytecode ------------===//
//
// MLIR makes its attributes and types of what it reads without a look at it.
// Before it does, the numbers they consist of are read here: lists must be as
// long as they say, types ones that exist. Kinds that no program needs are
// refused. Types and attributes of vhlo are checked where they become hlo,
// those of other dialects of ours are text.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/VHLO/BytecodeChecks.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"
#include <memory>

using namespace mlir;

// The numbers of MLIR's own attributes and types, which never change.
namespace {
namespace attribute_code {
enum : uint64_t {
  Array = 0,
  Dictionary = 1,
  SymbolRef = 5,
  Integer = 8,
  Float = 9,
  FusedLoc = 12,
  FusedLocWithMetadata = 13,
  DenseResource = 16,
  DenseArray = 17,
  DenseElements = 18,
  DenseString = 19,
  Sparse = 20,
  Distinct = 21,
  FileLineColRange = 22,
};
} // namespace attribute_code

namespace type_code {
enum : uint64_t {
  Integer = 0,
  Function = 2,
  Complex = 9,
  MemRef = 10,
  MemRefWithMemSpace = 11,
  RankedTensor = 13,
  RankedTensorWithEncoding = 14,
  Tuple = 15,
  UnrankedMemRef = 16,
  UnrankedMemRefWithMemSpace = 17,
  Vector = 19,
};
} // namespace type_code

namespace quantized_code {
enum : uint64_t { Uniform = 4, PerAxis = 5, SubChannel = 6 };
} // namespace quantized_code

/// How many entries may still be read.
class Budget {
public:
  explicit Budget(size_t byteCount)
      : left(std::make_shared<uint64_t>(64 * uint64_t(byteCount) + 10000)) {}

  LogicalResult spend(DialectBytecodeReader &reader) const {
    if (*left == 0)
      return reader.emitError(
          "expected attributes and types that do not contain themselves");
    --*left;
    return success();
  }

private:
  /// Shared by the copies that callbacks make.
  std::shared_ptr<uint64_t> left;
};
} // namespace

static LogicalResult skipNumbers(DialectBytecodeReader &reader,
                                 unsigned count) {
  for (uint64_t number; count != 0; --count)
    if (failed(reader.readVarInt(number)))
      return failure();
  return success();
}

/// Reads over a list of numbers; `perElement` of them are one element.
static LogicalResult skipList(DialectBytecodeReader &reader,
                              unsigned perElement = 1) {
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return failure();
  for (; count != 0; --count)
    if (failed(skipNumbers(reader, perElement)))
      return failure();
  return success();
}

static LogicalResult refuse(DialectBytecodeReader &reader, StringRef what,
                            uint64_t code) {
  return reader.emitError("expected a program without ")
         << what << " of kind " << code << " of the builtin dialect";
}

/// As many bytes as elements of the type take.
static LogicalResult checkDenseArray(DialectBytecodeReader &reader) {
  Type type;
  uint64_t count;
  ArrayRef<char> bytes;
  if (failed(reader.readType(type)) || failed(reader.readVarInt(count)) ||
      failed(reader.readBlob(bytes)))
    return failure();
  if (!type || !type.isIntOrFloat())
    return reader.emitError("expected an array of numbers");
  uint64_t width = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  if (count > bytes.size() || count * width != bytes.size())
    return reader.emitError("expected ")
           << count << " elements of " << type << ", but got " << bytes.size()
           << " bytes";
  return success();
}

static LogicalResult checkDenseElements(DialectBytecodeReader &reader) {
  Type type;
  ArrayRef<char> bytes;
  if (failed(reader.readType(type)) || failed(reader.readBlob(bytes)))
    return failure();
  auto shaped = dyn_cast_or_null<ShapedType>(type);
  if (isa_and_nonnull<RankedTensorType, VectorType>(type) &&
      shaped.hasStaticShape()) {
    Type element = shaped.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    bool isSplat;
    // Booleans may share bytes in a file.
    size_t packed = llvm::divideCeil(shaped.getNumElements(), 8);
    if (element.isIntOrIndexOrFloat() &&
        (DenseElementsAttr::isValidRawBuffer(shaped, bytes, isSplat) ||
         (shaped.getElementType().isInteger(1) && bytes.size() == packed)))
      return success();
  }
  return reader.emitError("expected elements of a tensor");
}

/// A number of a type that has numbers, and is there.
static LogicalResult checkNumber(DialectBytecodeReader &reader) {
  Type type;
  if (failed(reader.readType(type)))
    return failure();
  if (auto real = dyn_cast_or_null<FloatType>(type))
    return reader.readAPFloatWithKnownSemantics(real.getFloatSemantics());
  if (!type || !type.isIntOrIndex())
    return reader.emitError("expected a number of a type that has numbers");
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  return reader.readAPIntWithKnownWidth(width);
}

static LogicalResult checkAttribute(DialectBytecodeReader &reader,
                                    xla::BytecodeKind kind) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return failure();
  switch (code) {
  case attribute_code::Array:
  case attribute_code::FusedLoc:
  case attribute_code::FusedLocWithMetadata:
    return skipList(reader);
  case attribute_code::Dictionary:
    return skipList(reader, 2);
  case attribute_code::SymbolRef:
  case attribute_code::FileLineColRange:
    return failure(failed(skipNumbers(reader, 1)) || failed(skipList(reader)));
  case attribute_code::Integer:
  case attribute_code::Float:
    return checkNumber(reader);
  case attribute_code::DenseArray:
    return checkDenseArray(reader);
  case attribute_code::DenseElements:
    return checkDenseElements(reader);
  case attribute_code::DenseResource:
  case attribute_code::Distinct:
    return kind == xla::BytecodeKind::Module
               ? success()
               : refuse(reader, "attributes", code);
  case attribute_code::DenseString:
  case attribute_code::Sparse:
    return refuse(reader, "attributes", code);
  default:
    return success();
  }
}

/// Sizes that exist, `least` or more, and no more elements than can be counted.
static LogicalResult checkShape(DialectBytecodeReader &reader,
                                int64_t least = 0) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max() / 1024;
  uint64_t rank;
  if (failed(reader.readVarInt(rank)))
    return failure();
  for (int64_t total = 1; rank != 0; --rank) {
    int64_t size;
    if (failed(reader.readSignedVarInt(size)))
      return failure();
    if (ShapedType::isDynamic(size) && least == 0)
      continue;
    if (size < least || (size > 0 && total > max / size))
      return reader.emitError("expected a size of a dimension, but got ")
             << size;
    total *= std::max<int64_t>(size, 1);
  }
  return success();
}

static LogicalResult checkElement(DialectBytecodeReader &reader) {
  Type element;
  if (failed(reader.readType(element)))
    return failure();
  if (element && TensorType::isValidElementType(element))
    return success();
  return reader.emitError("expected a type that tensors can have as elements");
}

/// Types that artifacts do not have.
static LogicalResult checkModuleType(DialectBytecodeReader &reader,
                                     uint64_t code) {
  switch (code) {
  case type_code::MemRefWithMemSpace:
    return failure(failed(skipNumbers(reader, 1)) ||
                   failed(checkShape(reader)));
  case type_code::MemRef:
    return checkShape(reader);
  case type_code::Vector:
    return checkShape(reader, /*least=*/1);
  case type_code::UnrankedMemRef:
  case type_code::UnrankedMemRefWithMemSpace:
    return success();
  default:
    return refuse(reader, "types", code);
  }
}

static LogicalResult checkType(DialectBytecodeReader &reader,
                               xla::BytecodeKind kind) {
  bool isModule = kind == xla::BytecodeKind::Module;
  uint64_t code, number;
  if (failed(reader.readVarInt(code)))
    return failure();
  switch (code) {
  case type_code::Integer: {
    // The low bits say whether it has a sign.
    if (failed(reader.readVarInt(number)))
      return failure();
    uint64_t width = number >> 2, most = isModule ? IntegerType::kMaxWidth : 64;
    if (width == 0 || width > most)
      return reader.emitError("expected an integer of 1 to ")
             << most << " bits, but got " << width;
    return success();
  }
  case type_code::Function:
    return failure(failed(skipList(reader)) || failed(skipList(reader)));
  case type_code::Complex: {
    Type element;
    if (failed(reader.readType(element)))
      return failure();
    if (element && element.isIntOrFloat())
      return success();
    return reader.emitError("expected complex numbers of numbers");
  }
  case type_code::RankedTensor:
    return failure(failed(checkShape(reader)) || failed(checkElement(reader)));
  case type_code::RankedTensorWithEncoding:
    return failure(failed(skipNumbers(reader, 1)) ||
                   failed(checkShape(reader)) || failed(checkElement(reader)));
  case type_code::Tuple:
    return skipList(reader);
  case type_code::MemRef:
  case type_code::MemRefWithMemSpace:
  case type_code::UnrankedMemRef:
  case type_code::UnrankedMemRefWithMemSpace:
    return isModule ? checkModuleType(reader, code)
                    : refuse(reader, "types", code);
  default:
    if (code < type_code::Vector)
      return success();
    return isModule ? checkModuleType(reader, code)
                    : refuse(reader, "types", code);
  }
}

static LogicalResult readScale(DialectBytecodeReader &reader, double &scale) {
  FailureOr<APFloat> value =
      reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  if (failed(value))
    return failure();
  scale = value->convertToDouble();
  return success();
}

namespace {
/// What all quantized types have.
struct QuantizedHead {
  uint64_t flags;
  Type storage, expressed;

  LogicalResult read(DialectBytecodeReader &reader) {
    if (failed(reader.readVarInt(flags)) || failed(reader.readType(storage)) ||
        failed(reader.readType(expressed)))
      return failure();
    if (storage && isa_and_nonnull<FloatType>(expressed))
      return success();
    return reader.emitError("expected a quantized type that stands for floats");
  }
};
} // namespace

static LogicalResult checkUniformType(DialectBytecodeReader &reader) {
  QuantizedHead head;
  double scale;
  int64_t zero, least, most;
  if (failed(head.read(reader)) || failed(readScale(reader, scale)) ||
      failed(reader.readSignedVarInt(zero)) ||
      failed(reader.readSignedVarInt(least)) ||
      failed(reader.readSignedVarInt(most)))
    return failure();
  return quant::UniformQuantizedType::verifyInvariants(
      [&] { return reader.emitError(); }, head.flags, head.storage,
      head.expressed, scale, zero, least, most);
}

static LogicalResult checkPerAxisType(DialectBytecodeReader &reader) {
  QuantizedHead head;
  uint64_t dimension;
  int64_t least, most;
  SmallVector<double> scales;
  SmallVector<int64_t> zeros;
  if (failed(head.read(reader)) || failed(reader.readVarInt(dimension)) ||
      failed(reader.readSignedVarInt(least)) ||
      failed(reader.readSignedVarInt(most)))
    return failure();
  // Lists are read one by one: there may be fewer bytes than they say.
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return failure();
  for (; count != 0; --count)
    if (failed(readScale(reader, scales.emplace_back())))
      return failure();
  if (failed(reader.readVarInt(count)))
    return failure();
  for (; count != 0; --count)
    if (failed(reader.readSignedVarInt(zeros.emplace_back())))
      return failure();
  return quant::UniformQuantizedPerAxisType::verifyInvariants(
      [&] { return reader.emitError(); }, head.flags, head.storage,
      head.expressed, scales, zeros, static_cast<int32_t>(dimension), least,
      most);
}

/// Types of the quant dialect, which MLIR makes without a look at what they
/// store and stand for.
static LogicalResult checkQuantizedType(DialectBytecodeReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return failure();
  switch (code) {
  case quantized_code::Uniform:
    return checkUniformType(reader);
  case quantized_code::PerAxis:
    return checkPerAxisType(reader);
  case quantized_code::SubChannel:
    return reader.emitError("expected a program without types quantized by "
                            "blocks");
  default:
    return reader.emitError("expected a program without types of kind ")
           << code << " of the quant dialect";
  }
}

void xla::attachEntryChecks(ParserConfig &config, size_t byteCount,
                            BytecodeKind kind) {
  Budget budget(byteCount);
  BytecodeReaderConfig &readers = config.getBytecodeReaderConfig();
  readers.attachAttributeCallback([budget, kind](DialectBytecodeReader &reader,
                                                 StringRef dialect,
                                                 Attribute &) -> LogicalResult {
    if (failed(budget.spend(reader)))
      return failure();
    return dialect == "builtin" ? checkAttribute(reader, kind) : success();
  });
  readers.attachTypeCallback([budget, kind](DialectBytecodeReader &reader,
                                            StringRef dialect,
                                            Type &) -> LogicalResult {
    if (failed(budget.spend(reader)))
      return failure();
    if (dialect == "quant")
      return checkQuantizedType(reader);
    return dialect == "builtin" ? checkType(reader, kind) : success();
  });
}
