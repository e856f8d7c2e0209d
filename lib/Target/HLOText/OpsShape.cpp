//===- OpsShape.cpp - Ops of HLO text that move data ----------------------===//
//
// A broadcast without a shape is refused: XLA's reader takes `dimensions` for
// sizes there, which nobody means.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::ArrayRef;
using llvm::Twine;

/// Data stay where they are, so that the layout is permuted too.
static bool inferTranspose(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::ShapeProto &operand = inference.operand(0);
  ArrayRef<int64_t> order = asArray(inference.instruction.dimensions());
  if (!inference.needDimensions(order, operand, "dimensions"))
    return false;
  if (order.size() != size_t(operand.dimensions_size()))
    return inference.fail("expected " + Twine(operand.dimensions_size()) +
                          " dimensions, the rank of the operand, got " +
                          Twine(order.size()));
  inference.result.set_element_type(operand.element_type());
  llvm::SmallVector<int64_t> inverse(order.size());
  for (auto [i, from] : llvm::enumerate(order)) {
    inference.copyDimension(operand, from);
    inverse[from] = i;
  }
  proto::LayoutProto &layout = *inference.result.mutable_layout();
  layout = operand.layout();
  layout.clear_minor_to_major();
  for (int64_t dimension : operand.layout().minor_to_major())
    layout.add_minor_to_major(inverse[dimension]);
  return true;
}

static bool inferReverse(Inference &inference) {
  return inference.needArray(0) &&
         inference.needDimensions(asArray(inference.instruction.dimensions()),
                                  inference.operand(0), "dimensions") &&
         inferFirstOperand(inference);
}

static bool inferConcatenate(Inference &inference) {
  ArrayRef<int64_t> dimensions = asArray(inference.instruction.dimensions());
  const proto::ShapeProto &first = inference.operand(0);
  if (!inference.needArray(0) ||
      !inference.needDimensions(dimensions, first, "dimensions"))
    return false;
  if (dimensions.size() != 1)
    return inference.fail("expected one dimension, got " +
                          Twine(dimensions.size()));
  int64_t joined = dimensions.front();
  inference.result = first;
  setRowMajor(inference.result);
  for (unsigned k = 1; k < inference.operands.size(); ++k) {
    const proto::ShapeProto &other = inference.operand(k);
    bool agrees = other.element_type() == first.element_type() &&
                  other.dimensions_size() == first.dimensions_size();
    for (int i = 0; agrees && i < first.dimensions_size(); ++i)
      agrees = i == joined || other.dimensions(i) == first.dimensions(i);
    int64_t sum;
    if (!agrees || llvm::AddOverflow(inference.result.dimensions(joined),
                                     other.dimensions(joined), sum))
      return inference.fail("expected operands that differ in dimension " +
                            Twine(joined) + " only, got " +
                            describeShape(first) + " and " +
                            describeShape(other));
    inference.result.set_dimensions(joined, sum);
    for (int i = 0; i < first.dimensions_size(); ++i)
      if (isDynamic(other, i))
        inference.result.set_is_dynamic_dimension(i, true);
  }
  return true;
}

static bool inferSlice(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::ShapeProto &operand = inference.operand(0);
  const auto &slices = inference.instruction.slice_dimensions();
  if (slices.size() != operand.dimensions_size())
    return inference.fail("expected a slice of " +
                          Twine(operand.dimensions_size()) +
                          " dimensions, got " + Twine(slices.size()));
  inference.result.set_element_type(operand.element_type());
  for (int i = 0; i < slices.size(); ++i) {
    const proto::SliceDimensions &slice = slices[i];
    if (slice.start() < 0 || slice.limit() < slice.start() ||
        slice.limit() > operand.dimensions(i) || slice.stride() < 1)
      return inference.fail("expected a slice within dimension " + Twine(i) +
                            " of " + describeShape(operand) + ", got " +
                            Twine(slice.start()) + ":" + Twine(slice.limit()) +
                            ":" + Twine(slice.stride()));
    int64_t size = slice.limit() - slice.start();
    inference.addDimension(size == 0 ? 0 : (size - 1) / slice.stride() + 1,
                           isDynamic(operand, i));
  }
  setRowMajor(inference.result);
  return true;
}

static bool inferPad(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::ShapeProto &operand = inference.operand(0);
  const auto &padding = inference.instruction.padding_config().dimensions();
  if (padding.size() != operand.dimensions_size())
    return inference.fail("expected padding of " +
                          Twine(operand.dimensions_size()) +
                          " dimensions, got " + Twine(padding.size()));
  inference.result.set_element_type(operand.element_type());
  for (int i = 0; i < padding.size(); ++i) {
    int64_t size = operand.dimensions(i);
    const proto::PaddingConfigDimension &dimension = padding[i];
    int64_t inner = 0;
    if (llvm::MulOverflow(std::max<int64_t>(size - 1, 0),
                          dimension.interior_padding(), inner) ||
        llvm::AddOverflow(size, inner, size) ||
        llvm::AddOverflow(size, dimension.edge_padding_low(), size) ||
        llvm::AddOverflow(size, dimension.edge_padding_high(), size) ||
        size < 0 || dimension.interior_padding() < 0)
      return inference.fail(
          "expected padding that leaves a size in dimension " + Twine(i) +
          " of " + describeShape(operand));
    inference.addDimension(size, isDynamic(operand, i));
  }
  setRowMajor(inference.result);
  return true;
}

static bool inferSize(Inference &inference) {
  inference.result = makeArray(proto::S32, {});
  return true;
}

static bool inferSetSize(Inference &inference) {
  if (!inferReverse(inference))
    return false;
  for (int64_t dimension : inference.instruction.dimensions())
    inference.result.set_is_dynamic_dimension(dimension, true);
  return true;
}

/// Source and destination behind the one copied, and a context.
static bool inferCopyDone(Inference &inference) {
  const proto::ShapeProto &operand = inference.operand(0);
  if (!isTuple(operand) || operand.tuple_shapes_size() == 0)
    return inference.fail("expected the tuple of a copy-start, got " +
                          describeShape(operand));
  inference.result = operand.tuple_shapes(0);
  return true;
}

static constexpr Opcode opcodes[] = {
    {"bitcast", 1, "", nullptr},
    {"broadcast", 1, "dimensions", nullptr},
    {"concatenate", -2, "!dimensions", inferConcatenate},
    {"copy", 1, "cross_program_prefetch_index", inferFirstOperand},
    {"copy-done", 1, "", inferCopyDone},
    {"copy-start", 1, "cross_program_prefetch_index", nullptr},
    {"dynamic-reshape", -2, "", nullptr},
    {"get-dimension-size", 1, "!dimensions", inferSize},
    {"iota", 0, "!iota_dimension", nullptr},
    {"pad", 2, "!padding", inferPad},
    {"reshape", 1, "inferred_dimension", nullptr},
    {"reverse", 1, "!dimensions", inferReverse},
    {"set-dimension-size", 2, "!dimensions", inferSetSize},
    {"slice", 1, "!slice", inferSlice},
    {"transpose", 1, "!dimensions", inferTranspose},
};

llvm::ArrayRef<Opcode> xla::hlotext::getShapeOpcodes() { return opcodes; }
