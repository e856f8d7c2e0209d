//===- ExportContraction.cpp - Dots and linear algebra to HLO -------------===//
//
// One instruction each.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

void hlo_export::fillPrecision(ArrayAttr precisions, unsigned numOperands,
                               proto::PrecisionConfig &config) {
  for (unsigned index : llvm::seq(numOperands)) {
    auto precision = hlo::Precision::DEFAULT;
    if (precisions && index < precisions.size())
      if (auto attr = dyn_cast<hlo::PrecisionAttr>(precisions[index]))
        precision = attr.getValue();
    config.add_operand_precision(
        proto::PrecisionConfig::Precision(static_cast<int>(precision)));
  }
}

/// The name in HLO of the algorithm, which has one for each that XLA knows.
static std::optional<proto::PrecisionConfig::Algorithm>
getAlgorithm(hlo::DotAlgorithmAttr attr) {
  using Config = proto::PrecisionConfig;
  Type lhs = attr.getLhsPrecisionType(), rhs = attr.getRhsPrecisionType(),
       sum = attr.getAccumulationType();
  int64_t numOps = attr.getNumPrimitiveOperations();
  auto isNarrow = [](Type type) { return type.getIntOrFloatBitWidth() == 8; };
  if (isNarrow(lhs) && isNarrow(rhs) && sum.isF32() && numOps == 1)
    return attr.getAllowImpreciseAccumulation()
               ? Config::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM
               : Config::ALG_DOT_ANY_F8_ANY_F8_F32;
  if (lhs != rhs || attr.getAllowImpreciseAccumulation())
    return std::nullopt;
  if (lhs.isBF16() && sum.isF32()) {
    switch (numOps) {
    case 1:
      return Config::ALG_DOT_BF16_BF16_F32;
    case 3:
      return Config::ALG_DOT_BF16_BF16_F32_X3;
    case 6:
      return Config::ALG_DOT_BF16_BF16_F32_X6;
    case 9:
      return Config::ALG_DOT_BF16_BF16_F32_X9;
    default:
      return std::nullopt;
    }
  }
  if (lhs.isTF32() && sum.isF32() && (numOps == 1 || numOps == 3))
    return numOps == 1 ? Config::ALG_DOT_TF32_TF32_F32
                       : Config::ALG_DOT_TF32_TF32_F32_X3;
  if (numOps != 1)
    return std::nullopt;
  if (lhs.isBF16() && sum.isBF16())
    return Config::ALG_DOT_BF16_BF16_BF16;
  if (lhs.isF16() && (sum.isF16() || sum.isF32()))
    return sum.isF16() ? Config::ALG_DOT_F16_F16_F16
                       : Config::ALG_DOT_F16_F16_F32;
  if (lhs.isF32() && sum.isF32())
    return Config::ALG_DOT_F32_F32_F32;
  if (lhs.isF64() && sum.isF64())
    return Config::ALG_DOT_F64_F64_F64;
  return std::nullopt;
}

template <typename NumbersT>
static void fillDotDimensions(NumbersT numbers,
                              proto::DotDimensionNumbers &dims) {
  append(numbers.getLhsBatchingDimensions(),
         dims.mutable_lhs_batch_dimensions());
  append(numbers.getRhsBatchingDimensions(),
         dims.mutable_rhs_batch_dimensions());
  append(numbers.getLhsContractingDimensions(),
         dims.mutable_lhs_contracting_dimensions());
  append(numbers.getRhsContractingDimensions(),
         dims.mutable_rhs_contracting_dimensions());
}

static LogicalResult exportDot(Computation &c, hlo::DotGeneralOp op) {
  Instruction *inst = c.createOp(op, "dot");
  fillDotDimensions(op.getDotDimensionNumbers(),
                    *inst->mutable_dot_dimension_numbers());
  proto::PrecisionConfig &config = *inst->mutable_precision_config();
  fillPrecision(op.getPrecisionConfigAttr(), 2, config);
  hlo::DotAlgorithmAttr attr = op.getAlgorithmAttr();
  if (!attr)
    return success();
  std::optional<proto::PrecisionConfig::Algorithm> algorithm =
      getAlgorithm(attr);
  if (!algorithm)
    return op.emitOpError() << "expects an algorithm that has a name in HLO, "
                               "but got "
                            << attr << "; expand it by "
                            << "hlo-expand-dot-algorithms";
  config.set_algorithm(*algorithm);
  return success();
}

static LogicalResult exportRaggedDot(Computation &c, chlo::RaggedDotOp op) {
  Instruction *inst = c.createOp(op, "ragged-dot");
  chlo::RaggedDotDimensionNumbersAttr numbers =
      op.getRaggedDotDimensionNumbers();
  proto::RaggedDotDimensionNumbers &dims =
      *inst->mutable_ragged_dot_dimension_numbers();
  fillDotDimensions(numbers, *dims.mutable_dot_dimension_numbers());
  append(numbers.getLhsRaggedDimensions(),
         dims.mutable_lhs_ragged_dimensions());
  append(numbers.getRhsGroupDimensions(), dims.mutable_rhs_group_dimensions());
  fillPrecision(op.getPrecisionConfigAttr(), 2,
                *inst->mutable_precision_config());
  return success();
}

void hlo_export::fillConvDimensions(hlo::ConvDimensionNumbersAttr numbers,
                                    proto::ConvolutionDimensionNumbers &dims) {
  dims.set_input_batch_dimension(numbers.getInputBatchDimension());
  dims.set_input_feature_dimension(numbers.getInputFeatureDimension());
  dims.set_kernel_input_feature_dimension(
      numbers.getKernelInputFeatureDimension());
  dims.set_kernel_output_feature_dimension(
      numbers.getKernelOutputFeatureDimension());
  dims.set_output_batch_dimension(numbers.getOutputBatchDimension());
  dims.set_output_feature_dimension(numbers.getOutputFeatureDimension());
  append(numbers.getInputSpatialDimensions(),
         dims.mutable_input_spatial_dimensions());
  append(numbers.getKernelSpatialDimensions(),
         dims.mutable_kernel_spatial_dimensions());
  append(numbers.getOutputSpatialDimensions(),
         dims.mutable_output_spatial_dimensions());
}

static LogicalResult exportConvolution(Computation &c, hlo::ConvolutionOp op) {
  Instruction *inst = c.createOp(op, "convolution");
  hlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  fillConvDimensions(numbers, *inst->mutable_convolution_dimension_numbers());
  WindowAttributes window;
  auto kernel = cast<RankedTensorType>(op.getRhs().getType());
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    window.sizes.push_back(kernel.getDimSize(dim));
  window.strides = toList(op.getWindowStrides());
  window.baseDilations = toList(op.getLhsDilation());
  window.windowDilations = toList(op.getRhsDilation());
  window.padding = op.getPaddingAttr();
  if (op.getWindowReversal())
    window.reversal = *op.getWindowReversal();
  fillWindow(window, *inst->mutable_window());
  inst->set_feature_group_count(op.getFeatureGroupCount());
  inst->set_batch_group_count(op.getBatchGroupCount());
  fillPrecision(op.getPrecisionConfigAttr(), 2,
                *inst->mutable_precision_config());
  return success();
}

static LogicalResult exportTriangularSolve(Computation &c,
                                           hlo::TriangularSolveOp op) {
  proto::TriangularSolveOptions &options =
      *c.createOp(op, "triangular-solve")->mutable_triangular_solve_options();
  options.set_left_side(op.getLeftSide());
  options.set_lower(op.getLower());
  options.set_unit_diagonal(op.getUnitDiagonal());
  options.set_transpose_a(proto::TriangularSolveOptions::Transpose(
      static_cast<int>(op.getTransposeA())));
  return success();
}

FamilyResult hlo_export::exportContraction(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::DotGeneralOp op) { return exportDot(c, op); })
      .Case([&](chlo::RaggedDotOp op) { return exportRaggedDot(c, op); })
      .Case([&](hlo::ConvolutionOp op) { return exportConvolution(c, op); })
      .Case([&](hlo::TriangularSolveOp op) {
        return exportTriangularSolve(c, op);
      })
      .Case([&](hlo::CholeskyOp op) {
        c.createOp(op, "cholesky")
            ->mutable_cholesky_options()
            ->set_lower(op.getLower());
        return success();
      })
      .Case([&](hlo::FftOp op) {
        Instruction *inst = c.createOp(op, "fft");
        inst->set_fft_type(proto::FftType(static_cast<int>(op.getFftType())));
        append(op.getFftLength(), inst->mutable_fft_length());
        return success();
      })
      .Default([](Operation *) { return std::nullopt; });
}
