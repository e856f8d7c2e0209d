//===- BytecodeEntries.cpp - MLIR's own attributes in artifacts -----------===//
//
// MLIR makes its attributes and types of what it reads without a look at it.
// Before it does, the numbers they consist of are read here: lists must be as
// long as they say, types ones that exist. Kinds that no artifact needs are
// refused. Types and attributes of vhlo are checked where they become hlo.
//
//===----------------------------------------------------------------------===//

#include "BytecodeLimits.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
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
  FusedLoc = 12,
  FusedLocWithMetadata = 13,
  DenseResource = 16,
  DenseArray = 17,
  DenseElements = 18,
  DenseString = 19,
  Sparse = 20,
  Distinct = 21,
};
} // namespace attribute_code

namespace type_code {
enum : uint64_t {
  Integer = 0,
  Function = 2,
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

/// Reads over a list of numbers; `perElement` of them are one element.
static LogicalResult skipList(DialectBytecodeReader &reader,
                              unsigned perElement = 1) {
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return failure();
  for (; count != 0; --count)
    for (unsigned i = 0; i != perElement; ++i) {
      uint64_t number;
      if (failed(reader.readVarInt(number)))
        return failure();
    }
  return success();
}

static LogicalResult refuse(DialectBytecodeReader &reader, StringRef what,
                            uint64_t code) {
  return reader.emitError("expected a portable artifact without ")
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
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  bool isSplat;
  if (tensor && tensor.hasStaticShape() &&
      tensor.getElementType().isIntOrIndexOrFloat() &&
      DenseElementsAttr::isValidRawBuffer(tensor, bytes, isSplat))
    return success();
  return reader.emitError("expected elements of a tensor");
}

static LogicalResult checkAttribute(DialectBytecodeReader &reader) {
  uint64_t code, number;
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
    return failure(failed(reader.readVarInt(number)) ||
                   failed(skipList(reader)));
  case attribute_code::DenseArray:
    return checkDenseArray(reader);
  case attribute_code::DenseElements:
    return checkDenseElements(reader);
  case attribute_code::DenseResource:
  case attribute_code::DenseString:
  case attribute_code::Sparse:
  case attribute_code::Distinct:
    return refuse(reader, "attributes", code);
  default:
    return success();
  }
}

/// Sizes that exist, and no more elements than can be counted.
static LogicalResult checkShape(DialectBytecodeReader &reader) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max() / 1024;
  uint64_t rank;
  if (failed(reader.readVarInt(rank)))
    return failure();
  for (int64_t total = 1; rank != 0; --rank) {
    int64_t size;
    if (failed(reader.readSignedVarInt(size)))
      return failure();
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0 || (size > 0 && total > max / size))
      return reader.emitError("expected a size of a dimension, but got ")
             << size;
    total *= std::max<int64_t>(size, 1);
  }
  return success();
}

static LogicalResult checkType(DialectBytecodeReader &reader) {
  uint64_t code, number;
  if (failed(reader.readVarInt(code)))
    return failure();
  switch (code) {
  case type_code::Integer:
    // The low bits say whether it has a sign.
    if (failed(reader.readVarInt(number)))
      return failure();
    if (uint64_t width = number >> 2; width == 0 || width > 64)
      return reader.emitError("expected an integer of 1 to 64 bits, but got ")
             << width;
    return success();
  case type_code::Function:
    return failure(failed(skipList(reader)) || failed(skipList(reader)));
  case type_code::RankedTensor:
    return checkShape(reader);
  case type_code::RankedTensorWithEncoding:
    return failure(failed(reader.readVarInt(number)) ||
                   failed(checkShape(reader)));
  case type_code::Tuple:
    return skipList(reader);
  case type_code::MemRef:
  case type_code::MemRefWithMemSpace:
  case type_code::UnrankedMemRef:
  case type_code::UnrankedMemRefWithMemSpace:
    return refuse(reader, "types", code);
  default:
    return code < type_code::Vector ? success() : refuse(reader, "types", code);
  }
}

void xla::vhlo::attachEntryChecks(ParserConfig &config, size_t byteCount) {
  Budget budget(byteCount);
  BytecodeReaderConfig &readers = config.getBytecodeReaderConfig();
  readers.attachAttributeCallback([budget](DialectBytecodeReader &reader,
                                           StringRef dialect,
                                           Attribute &) -> LogicalResult {
    if (failed(budget.spend(reader)))
      return failure();
    return dialect == "builtin" ? checkAttribute(reader) : success();
  });
  readers.attachTypeCallback([budget](DialectBytecodeReader &reader,
                                      StringRef dialect,
                                      Type &) -> LogicalResult {
    if (failed(budget.spend(reader)))
      return failure();
    return dialect == "builtin" ? checkType(reader) : success();
  });
}
