//===- ElementwiseKernel.cpp - Loops over elements of one op --------------===//
//
// Chooses the loop for an op and puts the conversions of narrow types around
// it: floats below 32 bits are computed in float and rounded once per op, 2-
// and 4-bit integers in bytes and wrapped.
//
//===----------------------------------------------------------------------===//

#include "xla/Interpreter/ElementwiseKernel.h"
#include "KernelTemplates.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

static bool isNarrowFloat(ElementKind kind) {
  return isFloat(kind) && kind < ElementKind::F32;
}

ElementKind xla::interpreter::getComputeKind(ElementKind kind) {
  switch (kind) {
  case ElementKind::S2:
  case ElementKind::S4:
    return ElementKind::S8;
  case ElementKind::U2:
  case ElementKind::U4:
    return ElementKind::U8;
  default:
    return isNarrowFloat(kind) ? ElementKind::F32 : kind;
  }
}

template <typename Wide>
static void decode(ElementKind kind, const char *in, char *out, int64_t n) {
  Wide *wide = reinterpret_cast<Wide *>(out);
  const uint16_t *halves = reinterpret_cast<const uint16_t *>(in);
  if (kind == ElementKind::BF16) {
    for (int64_t i = 0; i < n; ++i)
      wide[i] = bfloat16ToFloat(halves[i]);
  } else if (kind == ElementKind::F16) {
    for (int64_t i = 0; i < n; ++i)
      wide[i] = halfToFloat(halves[i]);
  } else {
    const SmallFloatFormat &format = getSmallFloatFormat(kind);
    for (int64_t i = 0; i < n; ++i)
      wide[i] = format.values[uint8_t(in[i])];
  }
}

template <typename Wide>
static void encode(ElementKind kind, const char *in, char *out, int64_t n) {
  const Wide *wide = reinterpret_cast<const Wide *>(in);
  uint16_t *halves = reinterpret_cast<uint16_t *>(out);
  if (kind == ElementKind::BF16) {
    for (int64_t i = 0; i < n; ++i)
      halves[i] = std::is_same_v<Wide, float> ? floatToBFloat16(wide[i])
                                              : doubleToBFloat16(wide[i]);
  } else if (kind == ElementKind::F16) {
    for (int64_t i = 0; i < n; ++i)
      halves[i] = doubleToHalf(wide[i]);
  } else {
    const SmallFloatFormat &format = getSmallFloatFormat(kind);
    for (int64_t i = 0; i < n; ++i)
      out[i] = char(format.encode(wide[i]));
  }
}

void xla::interpreter::decodeFloats(ElementKind kind, const char *in, char *out,
                                    ElementKind wideKind, int64_t n) {
  if (wideKind == ElementKind::F64)
    decode<double>(kind, in, out, n);
  else
    decode<float>(kind, in, out, n);
}

void xla::interpreter::encodeFloats(ElementKind kind, const char *in, char *out,
                                    ElementKind wideKind, int64_t n) {
  if (wideKind == ElementKind::F64)
    encode<double>(kind, in, out, n);
  else
    encode<float>(kind, in, out, n);
}

/// Brings bytes that hold 2- or 4-bit integers back into range.
static void wrapIntegers(ElementKind kind, char *data, int64_t n) {
  unsigned unused = 8 - getBitWidth(kind);
  if (isSignedInteger(kind))
    for (int64_t i = 0; i < n; ++i)
      data[i] = char(int8_t(uint8_t(data[i]) << unused) >> unused);
  else
    for (int64_t i = 0; i < n; ++i)
      data[i] = char(uint8_t(uint8_t(data[i]) << unused) >> unused);
}

static bool isNarrowInteger(ElementKind kind) {
  return isInteger(kind) && getBitWidth(kind) < 8;
}

void ElementwiseKernel::setNarrow() {
  hasNarrow = isNarrowFloat(resultKind) || isNarrowInteger(resultKind);
  for (ElementKind kind : operandKinds)
    hasNarrow |= isNarrowFloat(kind);
}

void ElementwiseKernel::runNarrow(ArrayRef<const char *> ins, char *out,
                                  int64_t n) const {
  constexpr int64_t chunkSize = 256;
  alignas(16) char wideIns[3][chunkSize * sizeof(double)];
  alignas(16) char wideOut[chunkSize * sizeof(double)];
  unsigned resultBytes = getUnpackedBytes(resultKind);
  bool encodes = isNarrowFloat(resultKind);
  for (int64_t start = 0; start < n; start += chunkSize) {
    KernelArgs args = {
        {}, out + start * resultBytes, std::min(chunkSize, n - start)};
    for (unsigned i = 0; i < ins.size(); ++i) {
      ElementKind kind = operandKinds[i];
      args.in[i] = ins[i] + start * getUnpackedBytes(kind);
      if (!isNarrowFloat(kind))
        continue;
      decodeFloats(kind, static_cast<const char *>(args.in[i]), wideIns[i],
                   narrowAs, args.n);
      args.in[i] = wideIns[i];
    }
    char *result = static_cast<char *>(args.out);
    if (encodes)
      args.out = wideOut;
    fn(args, params);
    if (encodes)
      encodeFloats(resultKind, wideOut, result, narrowAs, args.n);
    else if (isNarrowInteger(resultKind))
      wrapIntegers(resultKind, result, args.n);
  }
}

ElementwiseKernel ElementwiseKernel::getConvert(ElementKind from,
                                                ElementKind to) {
  ElementwiseKernel kernel;
  kernel.operandKinds = {from};
  kernel.resultKind = to;
  kernel.narrowAs = ElementKind::F64;
  kernel.params.operandBits = getBitWidth(from);
  kernel.params.resultBits = getBitWidth(to);
  auto getKind = [](ElementKind kind) {
    return isNarrowFloat(kind) ? ElementKind::F64 : getComputeKind(kind);
  };
  kernel.fn = getConvertKernel(getKind(from), getKind(to), isNarrowFloat(to));
  kernel.setNarrow();
  return kernel;
}

/// The order that a compare without explicit total order uses follows the
/// element type alone.
static KernelFn getCompare(hlo::CompareOp op, ElementKind kind) {
  std::optional<hlo::ComparisonType> type = op.getCompareType();
  bool totalOrder = type && *type == hlo::ComparisonType::TOTALORDER;
  return getCompareKernel(
      hlo::stringifyComparisonDirection(op.getComparisonDirection()), kind,
      totalOrder && isFloat(kind));
}

std::optional<ElementwiseKernel> ElementwiseKernel::get(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() < 1 ||
      op->getNumOperands() > 3 || op->getNumRegions() != 0 ||
      !isa_and_present<hlo::HLODialect, chlo::CHLODialect>(op->getDialect()))
    return std::nullopt;
  ElementwiseKernel kernel;
  auto getKind = [](Value value) -> std::optional<ElementKind> {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? getElementKind(type.getElementType()) : std::nullopt;
  };
  for (Value operand : op->getOperands()) {
    std::optional<ElementKind> kind = getKind(operand);
    if (!kind)
      return std::nullopt;
    kernel.operandKinds.push_back(*kind);
  }
  std::optional<ElementKind> resultKind = getKind(op->getResult(0));
  if (!resultKind)
    return std::nullopt;
  ElementKind first = kernel.operandKinds[0];
  ElementKind compute = getComputeKind(first);
  if (isa<hlo::ConvertOp>(op))
    return getConvert(first, *resultKind);
  kernel.resultKind = *resultKind;
  kernel.params.operandBits = getBitWidth(first);
  kernel.params.resultBits = getBitWidth(*resultKind);
  if (auto compare = dyn_cast<hlo::CompareOp>(op)) {
    kernel.fn = getCompare(compare, compute);
  } else if (auto reduce = dyn_cast<hlo::ReducePrecisionOp>(op)) {
    kernel.params.exponentBits = reduce.getExponentBits();
    kernel.params.mantissaBits = reduce.getMantissaBits();
    kernel.fn = getReducePrecisionKernel(first);
    if (first == ElementKind::F16 || first == ElementKind::BF16 ||
        first == ElementKind::F8E5M2)
      return kernel; // Works on the bits as they are.
  } else if (isa<hlo::SelectOp>(op)) {
    // Only moves data: nothing to decode.
    kernel.fn = getSelectKernel(getUnpackedBytes(*resultKind));
    return kernel;
  } else if (isa<hlo::ClampOp>(op)) {
    kernel.fn = getClampKernel(compute);
  } else if (isa<chlo::CHLODialect>(op->getDialect())) {
    if (isa<chlo::NextAfterOp>(op))
      kernel.fn = getNarrowNextAfterKernel(first);
    if (kernel.fn)
      return kernel;
    kernel.fn = isa<chlo::MulhiOp>(op) && isNarrowInteger(first)
                    ? getSubByteMulhiKernel(first)
                    : getSpecialKernel(op->getName().stripDialect(), compute);
  } else {
    StringRef mnemonic = op->getName().stripDialect();
    kernel.fn = getArithmeticKernel(mnemonic, compute);
    if (!kernel.fn)
      kernel.fn = getMathKernel(mnemonic, compute);
  }
  if (!kernel.fn)
    return std::nullopt;
  kernel.setNarrow();
  return kernel;
}
