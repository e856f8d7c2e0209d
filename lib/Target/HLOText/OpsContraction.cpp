//===- OpsContraction.cpp - Contractions and solvers of HLO text ----------===//
//
// Results of contractions have the row-major layout; solvers keep that of the
// operand that they overwrite.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::ArrayRef;
using llvm::Twine;

/// Sets the element type of a product; the operands' if they agree, else the
/// wider one.
static void setProductType(Inference &inference) {
  const ElementType &lhs = getElementType(inference.operand(0).element_type());
  const ElementType &rhs = getElementType(inference.operand(1).element_type());
  inference.result.set_element_type(rhs.bits > lhs.bits ? rhs.type : lhs.type);
}

/// Checks that two lists of dimensions, of lhs and rhs, pair equal sizes.
static bool checkPairs(Inference &inference, ArrayRef<int64_t> lhs,
                       ArrayRef<int64_t> rhs, llvm::StringRef what) {
  const proto::ShapeProto &a = inference.operand(0), &b = inference.operand(1);
  if (!inference.needDimensions(lhs, a, what) ||
      !inference.needDimensions(rhs, b, what))
    return false;
  bool agree = lhs.size() == rhs.size();
  for (size_t i = 0; agree && i < lhs.size(); ++i)
    agree = a.dimensions(lhs[i]) == b.dimensions(rhs[i]);
  if (agree)
    return true;
  return inference.fail("expected " + what + " of the same sizes in " +
                        describeShape(a) + " and " + describeShape(b));
}

/// Batch dimensions, then what is left of the left side, then of the right, but
/// for dimensions in `rhsGroup`.
static bool inferProduct(Inference &inference,
                         const proto::DotDimensionNumbers &numbers,
                         ArrayRef<int64_t> rhsGroup) {
  if (!inference.needArray(0) || !inference.needArray(1))
    return false;
  if (!checkPairs(inference, asArray(numbers.lhs_contracting_dimensions()),
                  asArray(numbers.rhs_contracting_dimensions()),
                  "contracting dimensions") ||
      !checkPairs(inference, asArray(numbers.lhs_batch_dimensions()),
                  asArray(numbers.rhs_batch_dimensions()), "batch dimensions"))
    return false;
  const proto::ShapeProto &lhs = inference.operand(0),
                          &rhs = inference.operand(1);
  setProductType(inference);
  for (int64_t dimension : numbers.lhs_batch_dimensions())
    inference.copyDimension(lhs, dimension);
  auto copyFree = [&](const proto::ShapeProto &shape, const auto &contracting,
                      const auto &batch, ArrayRef<int64_t> group) {
    for (int i = 0; i < shape.dimensions_size(); ++i)
      if (!llvm::is_contained(contracting, i) &&
          !llvm::is_contained(batch, i) && !llvm::is_contained(group, i))
        inference.copyDimension(shape, i);
  };
  copyFree(lhs, numbers.lhs_contracting_dimensions(),
           numbers.lhs_batch_dimensions(), {});
  copyFree(rhs, numbers.rhs_contracting_dimensions(),
           numbers.rhs_batch_dimensions(), rhsGroup);
  setRowMajor(inference.result);
  return true;
}

static bool inferDot(Inference &inference) {
  return inferProduct(inference, inference.instruction.dot_dimension_numbers(),
                      {});
}

/// Where the groups part what is summed, each has a result of its own.
static bool inferRaggedDot(Inference &inference) {
  const auto &ragged = inference.instruction.ragged_dot_dimension_numbers();
  const auto &numbers = ragged.dot_dimension_numbers();
  const proto::ShapeProto &sizes = inference.operand(2);
  if (ragged.lhs_ragged_dimensions_size() != 1 || sizes.dimensions().empty())
    return inference.fail("expected one dimension in lhs_ragged_dims and "
                          "group sizes of at least one dimension");
  if (llvm::is_contained(numbers.lhs_contracting_dimensions(),
                         ragged.lhs_ragged_dimensions(0)))
    inference.copyDimension(sizes, sizes.dimensions_size() - 1);
  return inferProduct(inference, numbers,
                      asArray(ragged.rhs_group_dimensions()));
}

static bool inferConvolution(Inference &inference) {
  if (!inference.needArray(0) || !inference.needArray(1))
    return false;
  const auto &numbers = inference.instruction.convolution_dimension_numbers();
  const auto &window = inference.instruction.window().dimensions();
  const proto::ShapeProto &input = inference.operand(0),
                          &kernel = inference.operand(1);
  int rank = numbers.input_spatial_dimensions_size() + 2;
  if (input.dimensions_size() != rank || kernel.dimensions_size() != rank ||
      window.size() != rank - 2)
    return inference.fail("expected operands of rank " + Twine(rank) +
                          " and a window of " + Twine(rank - 2) +
                          " dimensions, as dim_labels says, got " +
                          describeShape(input) + ", " + describeShape(kernel) +
                          " and a window of " + Twine(window.size()));
  // What a reduce-window with the same window has in these dimensions.
  llvm::SmallVector<int64_t> sizes(rank, 0);
  int64_t groups =
      std::max<int64_t>(inference.instruction.batch_group_count(), 1);
  sizes[numbers.output_batch_dimension()] =
      input.dimensions(numbers.input_batch_dimension()) / groups;
  sizes[numbers.output_feature_dimension()] =
      kernel.dimensions(numbers.kernel_output_feature_dimension());
  for (int i = 0; i < rank - 2; ++i) {
    std::optional<int64_t> size = countWindows(
        input.dimensions(numbers.input_spatial_dimensions(i)), window[i]);
    if (!size)
      return inference.fail("expected a window that fits spatial dimension " +
                            Twine(i) + " of " + describeShape(input));
    sizes[numbers.output_spatial_dimensions(i)] = *size;
  }
  inference.result = makeArray(proto::F32, sizes);
  setProductType(inference);
  return true;
}

static bool inferFft(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::HloInstructionProto &fft = inference.instruction;
  inference.result = inference.operand(0);
  int last = inference.result.dimensions_size() - 1;
  int numLengths = fft.fft_length_size();
  if (numLengths == 0 || numLengths > last + 1)
    return inference.fail("expected 1 to " + Twine(last + 1) +
                          " lengths, the rank of the operand, got " +
                          Twine(numLengths));
  bool isDouble = inference.result.element_type() == proto::F64 ||
                  inference.result.element_type() == proto::C128;
  if (fft.fft_type() == proto::RFFT) {
    inference.result.set_element_type(isDouble ? proto::C128 : proto::C64);
    int64_t length = fft.fft_length(numLengths - 1);
    inference.result.set_dimensions(last, length > 0 ? length / 2 + 1 : 0);
  } else if (fft.fft_type() == proto::IRFFT) {
    inference.result.set_element_type(isDouble ? proto::F64 : proto::F32);
    inference.result.set_dimensions(last, fft.fft_length(numLengths - 1));
  }
  return true;
}

static bool inferSolve(Inference &inference) {
  inference.result = inference.operand(1);
  return true;
}

static constexpr Opcode opcodes[] = {
    {"cholesky", 1, "lower", inferFirstOperand},
    {"convolution", 2,
     "window !dim_labels feature_group_count batch_group_count conv_kind "
     "operand_precision",
     inferConvolution},
    {"dot", 2,
     "lhs_batch_dims lhs_contracting_dims rhs_batch_dims rhs_contracting_dims "
     "operand_precision algorithm",
     inferDot},
    {"fft", 1, "!fft_type !fft_length", inferFft},
    {"ragged-dot", 3,
     "lhs_batch_dims lhs_contracting_dims rhs_batch_dims rhs_contracting_dims "
     "!lhs_ragged_dims rhs_group_dims operand_precision",
     inferRaggedDot},
    {"scaled-dot", 4,
     "lhs_batch_dims lhs_contracting_dims rhs_batch_dims rhs_contracting_dims "
     "operand_precision",
     inferDot},
    {"triangular-solve", 2, "left_side lower unit_diagonal transpose_a",
     inferSolve},
};

llvm::ArrayRef<Opcode> xla::hlotext::getContractionOpcodes() { return opcodes; }
