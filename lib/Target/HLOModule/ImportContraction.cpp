//===- ImportContraction.cpp - Dots, convolutions, linear algebra ---------===//

#include "ImportInternal.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::PrecisionConfig;

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

static DotDimensionNumbersAttr
getDotNumbers(MLIRContext *context, const proto::DotDimensionNumbers &dims) {
  return DotDimensionNumbersAttr::get(
      context, toArray(dims.lhs_batch_dimensions()),
      toArray(dims.rhs_batch_dimensions()),
      toArray(dims.lhs_contracting_dimensions()),
      toArray(dims.rhs_contracting_dimensions()));
}

/// The types that an algorithm's name holds, and into how many products it
/// splits one.
static FailureOr<DotAlgorithmAttr> getAlgorithm(Instruction &inst) {
  PrecisionConfig::Algorithm algorithm =
      inst.proto.precision_config().algorithm();
  if (algorithm == PrecisionConfig::ALG_UNSET)
    return DotAlgorithmAttr();
  Builder &builder = inst.builder;
  Type f16 = builder.getF16Type(), bf16 = builder.getBF16Type();
  Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
  Type tf32 = builder.getTF32Type();
  int64_t one = 1;
  auto get = [&](Type operands, Type accumulator, int64_t count = 1,
                 bool isImprecise = false) {
    return DotAlgorithmAttr::getChecked(
        [&] { return inst.emitError(); }, inst.getContext(), operands, operands,
        accumulator, one, one, count, isImprecise);
  };
  Type f8 = Float8E5M2Type::get(inst.getContext());
  switch (algorithm) {
  case PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32:
    return get(f8, f32);
  case PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM:
    return get(f8, f32, 1, /*isImprecise=*/true);
  case PrecisionConfig::ALG_DOT_F16_F16_F16:
    return get(f16, f16);
  case PrecisionConfig::ALG_DOT_F16_F16_F32:
    return get(f16, f32);
  case PrecisionConfig::ALG_DOT_BF16_BF16_BF16:
    return get(bf16, bf16);
  case PrecisionConfig::ALG_DOT_BF16_BF16_F32:
    return get(bf16, f32);
  case PrecisionConfig::ALG_DOT_BF16_BF16_F32_X3:
    return get(bf16, f32, 3);
  case PrecisionConfig::ALG_DOT_BF16_BF16_F32_X6:
    return get(bf16, f32, 6);
  case PrecisionConfig::ALG_DOT_BF16_BF16_F32_X9:
    return get(bf16, f32, 9);
  case PrecisionConfig::ALG_DOT_TF32_TF32_F32:
    return get(tf32, f32);
  case PrecisionConfig::ALG_DOT_TF32_TF32_F32_X3:
    return get(tf32, f32, 3);
  case PrecisionConfig::ALG_DOT_F32_F32_F32:
    return get(f32, f32);
  case PrecisionConfig::ALG_DOT_F64_F64_F64:
    return get(f64, f64);
  default:
    return inst.emitError()
           << "'dot' expects a known algorithm, but got number "
           << static_cast<int>(algorithm);
  }
}

static LogicalResult importDot(Instruction &inst) {
  FailureOr<ArrayAttr> precisions = getPrecisions(inst);
  FailureOr<DotAlgorithmAttr> algorithm = getAlgorithm(inst);
  if (failed(precisions) || failed(algorithm))
    return failure();
  return inst.give<DotGeneralOp>(
      inst.getType(), inst.getOperand(0), inst.getOperand(1),
      getDotNumbers(inst.getContext(), inst.proto.dot_dimension_numbers()),
      *precisions, *algorithm);
}

/// `operand` times `scale`, of which one element is for a block of elements:
/// each of its dimensions divides the operand's, or it is a scalar.
static FailureOr<Value> createScaled(Instruction &inst, unsigned number) {
  Value scale = inst.getOperand(number + 2);
  RankedTensorType type = inst.getOperandType(number);
  RankedTensorType scales = inst.getOperandType(number + 2);
  auto error = [&] {
    return inst.emitError()
           << "'scaled-dot' expects scales whose dimensions divide those of "
           << toString(inst.getOperandShape(number)) << ", but got "
           << toString(inst.getOperandShape(number + 2));
  };
  bool isScalar = scales.getRank() == 0;
  if ((scales.getRank() != type.getRank() && !isScalar) ||
      !type.hasStaticShape() || !scales.hasStaticShape())
    return error();
  SmallVector<int64_t> blocks, dims;
  if (isScalar)
    blocks.assign(type.getShape().begin(), type.getShape().end());
  for (auto [size, count] : llvm::zip(type.getShape(), scales.getShape())) {
    if (count == 0 ? size != 0 : size % count != 0)
      return error();
    dims.push_back(blocks.size());
    blocks.append({count, count == 0 ? 0 : size / count});
  }
  Type element = inst.getType().getElementType();
  auto toResult = [&](Value value) {
    auto from = cast<RankedTensorType>(value.getType());
    return from.getElementType() == element
               ? value
               : inst.create<ConvertOp>(TypeRange(from.clone(element)), value)
                     .getResult();
  };
  Value spread = inst.create<BroadcastInDimOp>(
      RankedTensorType::get(blocks, element), toResult(scale), dims);
  RankedTensorType wide = type.clone(element);
  spread = inst.create<ReshapeOp>(TypeRange(wide), spread);
  Value operand = toResult(inst.getOperand(number));
  return inst.create<MultiplyOp>(TypeRange(wide), ValueRange{operand, spread})
      .getResult();
}

static LogicalResult importScaledDot(Instruction &inst) {
  FailureOr<Value> lhs = createScaled(inst, 0);
  FailureOr<Value> rhs = createScaled(inst, 1);
  FailureOr<ArrayAttr> precisions = getPrecisions(inst);
  if (failed(lhs) || failed(rhs) || failed(precisions))
    return failure();
  return inst.give<DotGeneralOp>(
      inst.getType(), *lhs, *rhs,
      getDotNumbers(inst.getContext(), inst.proto.dot_dimension_numbers()),
      *precisions, DotAlgorithmAttr());
}

static LogicalResult importRaggedDot(Instruction &inst) {
  const proto::RaggedDotDimensionNumbers &dims =
      inst.proto.ragged_dot_dimension_numbers();
  const proto::DotDimensionNumbers &dot = dims.dot_dimension_numbers();
  auto numbers = chlo::RaggedDotDimensionNumbersAttr::get(
      inst.getContext(), toArray(dot.lhs_batch_dimensions()),
      toArray(dot.rhs_batch_dimensions()),
      toArray(dot.lhs_contracting_dimensions()),
      toArray(dot.rhs_contracting_dimensions()),
      toArray(dims.lhs_ragged_dimensions()),
      toArray(dims.rhs_group_dimensions()));
  FailureOr<ArrayAttr> precisions = getPrecisions(inst);
  if (failed(precisions))
    return failure();
  // chlo has precisions under its own name.
  ArrayAttr own;
  if (*precisions) {
    SmallVector<Attribute> list;
    for (Attribute precision : *precisions)
      list.push_back(chlo::PrecisionAttr::get(
          inst.getContext(), cast<PrecisionAttr>(precision).getValue()));
    own = inst.builder.getArrayAttr(list);
  }
  return inst.give<chlo::RaggedDotOp>(inst.getType(), inst.getOperand(0),
                                      inst.getOperand(1), inst.getOperand(2),
                                      numbers, own);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static LogicalResult importConvolution(Instruction &inst) {
  FailureOr<ArrayAttr> precisions = getPrecisions(inst);
  if (failed(precisions))
    return failure();
  // Operands of two types meet in the result's.
  auto getInput = [&](unsigned number) -> Value {
    RankedTensorType type = inst.getOperandType(number);
    if (inst.getOperandType(0).getElementType() ==
        inst.getOperandType(1).getElementType())
      return inst.getOperand(number);
    return inst.create<ConvertOp>(
        TypeRange(type.clone(inst.getType().getElementType())),
        inst.getOperand(number));
  };
  WindowLists window(inst.proto.window());
  OpBuilder &builder = inst.builder;
  Value lhs = getInput(0), rhs = getInput(1);
  // Old files leave the counts out.
  return inst.give<ConvolutionOp>(
      inst.getType(), lhs, rhs, builder.getDenseI64ArrayAttr(window.strides),
      window.getPaddingAttr(builder),
      builder.getDenseI64ArrayAttr(window.baseDilations),
      builder.getDenseI64ArrayAttr(window.windowDilations),
      builder.getDenseBoolArrayAttr(window.reversal),
      getConvolutionNumbers(inst.getContext(),
                            inst.proto.convolution_dimension_numbers()),
      inst.proto.feature_group_count() ? inst.proto.feature_group_count() : 1,
      inst.proto.batch_group_count() ? inst.proto.batch_group_count() : 1,
      *precisions);
}

//===----------------------------------------------------------------------===//
// Linear algebra and transforms
//===----------------------------------------------------------------------===//

static LogicalResult importCholesky(Instruction &inst) {
  return inst.give<CholeskyOp>(
      inst.getType(), inst.getOperand(0),
      inst.builder.getBoolAttr(inst.proto.cholesky_options().lower()));
}

static LogicalResult importTriangularSolve(Instruction &inst) {
  const proto::TriangularSolveOptions &options =
      inst.proto.triangular_solve_options();
  std::optional<Transpose> transpose =
      symbolizeTranspose(options.transpose_a());
  if (!transpose || *transpose == Transpose::TRANSPOSE_INVALID)
    return inst.emitError()
           << "'triangular-solve' expects transpose_a to be NO_TRANSPOSE, "
              "TRANSPOSE or ADJOINT, but got number "
           << static_cast<int>(options.transpose_a());
  return inst.give<TriangularSolveOp>(inst.getType(), inst.getOperand(0),
                                      inst.getOperand(1), options.left_side(),
                                      options.lower(), options.unit_diagonal(),
                                      *transpose);
}

static LogicalResult importFft(Instruction &inst) {
  std::optional<FftType> type = symbolizeFftType(inst.proto.fft_type());
  if (!type)
    return inst.emitError() << "'fft' expects the type FFT, IFFT, RFFT or "
                               "IRFFT, but got number "
                            << static_cast<int>(inst.proto.fft_type());
  return inst.give<FftOp>(inst.getType(), inst.getOperand(0), *type,
                          toArray(inst.proto.fft_length()));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addContraction() {
  add({"cholesky"}, {importCholesky, 1, 1});
  add({"convolution"}, {importConvolution, 2, 2});
  add({"dot"}, {importDot, 2, 2});
  add({"fft"}, {importFft, 1, 1});
  add({"ragged-dot"}, {importRaggedDot, 3, 3});
  add({"scaled-dot"}, {importScaledDot, 4, 4});
  add({"triangular-solve"}, {importTriangularSolve, 2, 2});
}
