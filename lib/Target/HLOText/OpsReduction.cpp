//===- OpsReduction.cpp - Reductions, windows, sorting of HLO text --------===//
//
// Ops that take n arrays and n initial values give an array for n = 1 and a
// tuple of arrays otherwise.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::Twine;

/// Makes the result of `shapes`: the one, or a tuple.
static void setResults(Inference &inference,
                       llvm::ArrayRef<proto::ShapeProto> shapes) {
  if (shapes.size() == 1) {
    inference.result = shapes.front();
    return;
  }
  inference.result.Clear();
  inference.result.set_element_type(proto::TUPLE);
  for (const proto::ShapeProto &shape : shapes)
    *inference.result.add_tuple_shapes() = shape;
}

/// Gives inference.result's dimensions to the element types of the initial
/// values, the second half of the operands.
static bool setReduced(Inference &inference) {
  size_t count = inference.operands.size() / 2;
  if (inference.operands.size() % 2 != 0 || count == 0)
    return inference.fail("expected n operands and n initial values, got " +
                          Twine(inference.operands.size()) + " operands");
  setRowMajor(inference.result);
  llvm::SmallVector<proto::ShapeProto> shapes(count, inference.result);
  for (size_t i = 0; i < count; ++i)
    shapes[i].set_element_type(inference.operand(count + i).element_type());
  setResults(inference, shapes);
  return true;
}

static bool inferReduce(Inference &inference) {
  const proto::ShapeProto &operand = inference.operand(0);
  const auto &dimensions = inference.instruction.dimensions();
  if (!inference.needArray(0) ||
      !inference.needDimensions(asArray(dimensions), operand, "dimensions"))
    return false;
  for (int i = 0; i < operand.dimensions_size(); ++i)
    if (!llvm::is_contained(dimensions, i))
      inference.copyDimension(operand, i);
  return setReduced(inference);
}

std::optional<int64_t>
xla::hlotext::countWindows(int64_t size, const proto::WindowDimension &window) {
  constexpr int64_t limit = int64_t(1) << 40;
  for (int64_t value :
       {size, window.size(), window.stride(), window.window_dilation(),
        window.base_dilation(), window.padding_low(), window.padding_high()})
    if (value > limit || value < -limit)
      return std::nullopt;
  if (size < 0 || window.size() < 0 || window.stride() < 1 ||
      window.base_dilation() < 1 || window.window_dilation() < 1)
    return std::nullopt;
  auto dilate = [](int64_t count, int64_t by) -> std::optional<int64_t> {
    int64_t dilated;
    if (count == 0)
      return 0;
    if (llvm::MulOverflow(count - 1, by, dilated))
      return std::nullopt;
    return dilated + 1;
  };
  std::optional<int64_t> base = dilate(size, window.base_dilation());
  std::optional<int64_t> extent =
      dilate(window.size(), window.window_dilation());
  if (!base || !extent)
    return std::nullopt;
  int64_t padded;
  if (llvm::AddOverflow(*base, window.padding_low() + window.padding_high(),
                        padded))
    return std::nullopt;
  if (padded < *extent || padded <= 0)
    return 0;
  return (padded - *extent) / window.stride() + 1;
}

static bool inferReduceWindow(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::ShapeProto &operand = inference.operand(0);
  const auto &window = inference.instruction.window().dimensions();
  if (window.size() != operand.dimensions_size())
    return inference.fail("expected a window of " +
                          Twine(operand.dimensions_size()) +
                          " dimensions, got " + Twine(window.size()));
  for (int i = 0; i < window.size(); ++i) {
    std::optional<int64_t> size =
        countWindows(operand.dimensions(i), window[i]);
    if (!size)
      return inference.fail("expected a window that fits dimension " +
                            Twine(i) + " of " + describeShape(operand));
    inference.addDimension(*size, isDynamic(operand, i));
  }
  return setReduced(inference);
}

/// The operands' dimensions with the element type of what is applied.
static bool inferMap(Inference &inference) {
  if (!inference.needArray(0) || !inferCalledResult(inference))
    return false;
  proto::PrimitiveType type = inference.result.element_type();
  inference.result = inference.operand(0);
  inference.result.set_element_type(type);
  setRowMajor(inference.result);
  return true;
}

static bool inferAll(Inference &inference) {
  llvm::SmallVector<proto::ShapeProto> shapes;
  for (const proto::ShapeProto *operand : inference.operands)
    shapes.push_back(*operand);
  setResults(inference, shapes);
  return true;
}

static bool inferTopK(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  proto::ShapeProto values = inference.operand(0);
  int last = values.dimensions_size() - 1;
  if (last < 0 || inference.instruction.k() < 0 ||
      inference.instruction.k() > values.dimensions(last))
    return inference.fail("expected k of at most the last dimension of " +
                          describeShape(values) + ", got " +
                          Twine(inference.instruction.k()));
  values.set_dimensions(last, inference.instruction.k());
  setRowMajor(values);
  proto::ShapeProto indices = values;
  indices.set_element_type(proto::S32);
  setResults(inference, {values, indices});
  return true;
}

/// The normalised operand and two more of the scale's shape.
static bool inferBatchNorm(Inference &inference) {
  const proto::ShapeProto &scale = inference.operand(1);
  setResults(inference, {inference.operand(0), scale, scale});
  return true;
}

static constexpr Opcode opcodes[] = {
    {"batch-norm-grad", 5, "!epsilon !feature_index", inferBatchNorm},
    {"batch-norm-inference", 5, "!epsilon !feature_index", inferFirstOperand},
    {"batch-norm-training", 3, "!epsilon !feature_index", inferBatchNorm},
    {"map", -1, "dimensions !to_apply", inferMap},
    {"reduce", -3, "!dimensions !to_apply", inferReduce},
    {"reduce-window", -3, "window !to_apply", inferReduceWindow},
    {"scan", -1, "!dimensions num_carries is_reverse is_associative !to_apply",
     nullptr},
    {"select-and-scatter", 3, "window !select !scatter", inferFirstOperand},
    {"sort", -2, "!dimensions is_stable !to_apply", inferAll},
    {"topk", 1, "!k !largest is_stable", inferTopK},
};

llvm::ArrayRef<Opcode> xla::hlotext::getReductionOpcodes() { return opcodes; }
