//===- ExpandQuantized.cpp - Integers and floats instead of quantized -----===//
//
// First every op that computes on quantized values becomes the arithmetic that
// the specification defines it by, on stored integers that bitcast_convert
// takes out of quantized values and puts back; then quantized types become
// their storage types everywhere, and those bitcasts vanish. Assumes inlined
// calls and current ops; guarantees that no quantized type is left.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOEXPANDQUANTIZEDPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

#define DEBUG_TYPE "hlo-expand-quantized"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

static PassCounter numExpandedOps(DEBUG_TYPE, "num-expanded-ops");

//===----------------------------------------------------------------------===//
// Parts of formulas
//===----------------------------------------------------------------------===//

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isStatic(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  });
}

static Value convertTo(OpBuilder &b, Location loc, Value value, Type element) {
  RankedTensorType type = getTensorType(value);
  if (type.getElementType() == element)
    return value;
  return ConvertOp::create(b, loc, type.clone(element), value);
}

/// `values`, one or one for each slice along `axis`, as a tensor of `type`.
template <typename T>
static Value createSlices(OpBuilder &b, Location loc, RankedTensorType type,
                          ArrayRef<T> values, std::optional<int64_t> axis) {
  if (!axis)
    return createSplatConstant(b, loc, type, double(values.front()));
  SmallVector<Attribute> elements;
  for (T value : values)
    elements.push_back(getElementAttr(type.getElementType(), double(value)));
  auto row = RankedTensorType::get(values.size(), type.getElementType());
  Value constant =
      ConstantOp::create(b, loc, DenseElementsAttr::get(row, elements));
  return createBroadcast(b, loc, constant, type.getShape(), *axis);
}

/// The integers that a quantized tensor stores.
static Value getStored(OpBuilder &b, Location loc, Value quantized) {
  return BitcastConvertOp::create(b, loc, getStorageType(quantized.getType()),
                                  quantized);
}

/// stored - zero point in `element`, a type that holds it.
static Value getDifference(OpBuilder &b, Location loc, Value quantized,
                           const Quantization &q, Type element) {
  Value wide = convertTo(b, loc, getStored(b, loc, quantized), element);
  if (llvm::all_of(q.zeroPoints, [](int64_t point) { return point == 0; }))
    return wide;
  Value zeroPoints =
      createSlices<int64_t>(b, loc, getTensorType(wide), q.zeroPoints, q.axis);
  return SubtractOp::create(b, loc, wide, zeroPoints);
}

/// The numbers that a quantized tensor stands for.
static Value dequantize(OpBuilder &b, Location loc, Value quantized,
                        const Quantization &q) {
  Type wide = b.getIntegerType(q.storage.getWidth() > 16 ? 64 : 32);
  Value difference =
      convertTo(b, loc, getDifference(b, loc, quantized, q, wide), q.expressed);
  Value scales =
      createSlices<double>(b, loc, getTensorType(difference), q.scales, q.axis);
  return MultiplyOp::create(b, loc, difference, scales);
}

/// The quantized tensor of `type` nearest to `numbers`.
static Value quantize(OpBuilder &b, Location loc, Value numbers, Type type,
                      const Quantization &q) {
  RankedTensorType numbersType = getTensorType(numbers);
  Value scales = createSlices<double>(b, loc, numbersType, q.scales, q.axis);
  Value value = DivideOp::create(b, loc, numbers, scales);
  if (!llvm::all_of(q.zeroPoints, [](int64_t point) { return point == 0; })) {
    auto points = llvm::map_to_vector(
        q.zeroPoints, [&](int64_t point) { return q.getExpressible(point); });
    Value zeroPoints =
        createSlices<double>(b, loc, numbersType, points, q.axis);
    value = AddOp::create(b, loc, value, zeroPoints);
  }
  auto bound = [&](int64_t integer) {
    return createScalarConstant(b, loc, q.expressed, q.getExpressible(integer));
  };
  value = ClampOp::create(b, loc, bound(q.min), value, bound(q.max));
  value = RoundNearestEvenOp::create(b, loc, value);
  return BitcastConvertOp::create(b, loc, type,
                                  convertTo(b, loc, value, q.storage));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ExpandUniformDequantize : OpRewritePattern<UniformDequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UniformDequantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op->getOperandTypes()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    rewriter.replaceOp(
        op, dequantize(rewriter, op.getLoc(), op.getOperand(),
                       *Quantization::get(op.getOperand().getType())));
    numExpandedOps += 1;
    return success();
  }
};

struct ExpandUniformQuantize : OpRewritePattern<UniformQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UniformQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isStatic(op->getOperandTypes()))
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    Value numbers = op.getOperand();
    if (auto from = Quantization::get(numbers.getType()))
      numbers = dequantize(rewriter, op.getLoc(), numbers, *from);
    rewriter.replaceOp(op,
                       quantize(rewriter, op.getLoc(), numbers, op.getType(),
                                *Quantization::get(op.getType())));
    numExpandedOps += 1;
    return success();
  }
};

/// Dot products and convolutions of narrow storage: exact sums of integers.
struct ExpandExactProduct : RewritePattern {
  explicit ExpandExactProduct(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    std::optional<ExactProduct> product = getExactProduct(op);
    if (!product || !isStatic(op->getOperandTypes()))
      return rewriter.notifyMatchFailure(
          op, "expected a product of narrow quantized tensors");
    Location loc = op->getLoc();
    Type sum = getSumType(rewriter, op, *product);
    SmallVector<Value> operands(op->getOperands());
    operands[0] = getDifference(rewriter, loc, operands[0], product->lhs, sum);
    operands[1] = getDifference(rewriter, loc, operands[1], product->rhs, sum);
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    OperationState state(loc, op->getName(), operands, resultType.clone(sum),
                         op->getAttrs());
    // What they ask of sums of floats is no question for exact ones.
    state.attributes.erase("precision_config");
    state.attributes.erase("algorithm");
    FloatType expressed = product->lhs.expressed;
    Value numbers = convertTo(rewriter, loc,
                              rewriter.create(state)->getResult(0), expressed);
    numbers = MultiplyOp::create(
        rewriter, loc, numbers,
        createScales(rewriter, loc, *product, getTensorType(numbers)));
    if (auto q = Quantization::get(resultType))
      numbers = quantize(rewriter, loc, numbers, resultType, *q);
    rewriter.replaceOp(op, numbers);
    numExpandedOps += 1;
    return success();
  }

private:
  /// A type that holds any sum of products exactly. f32, whose products are the
  /// fastest, holds integers up to 2^24; its -0 is no matter once quantized.
  static Type getSumType(Builder &builder, Operation *op,
                         const ExactProduct &product) {
    int64_t numTerms = getTensorType(op->getOperand(1)).getNumElements();
    auto rhs = getTensorType(op->getOperand(1));
    if (auto dot = dyn_cast<DotGeneralOp>(op)) {
      numTerms = 1;
      for (int64_t dim :
           dot.getDotDimensionNumbers().getRhsContractingDimensions())
        numTerms *= rhs.getDimSize(dim);
    } else if (auto convolution = dyn_cast<ConvolutionOp>(op)) {
      numTerms /= std::max<int64_t>(
          rhs.getDimSize(convolution.getDimensionNumbers()
                             .getKernelOutputFeatureDimension()),
          1);
    }
    double bound = double(product.lhs.getMaxMagnitude()) *
                   double(product.rhs.getMaxMagnitude()) * double(numTerms);
    if (bound <= 16777216.0 && hasQuantizedTensor(op->getResultTypes()))
      return builder.getF32Type();
    return builder.getIntegerType(bound < 2147483648.0 ? 32 : 64);
  }

  /// The product of both scales, rounded as the factors are.
  static Value createScales(OpBuilder &b, Location loc,
                            const ExactProduct &product,
                            RankedTensorType type) {
    auto round = [&](double value) {
      APFloat result(value);
      bool loses;
      result.convert(product.lhs.expressed.getFloatSemantics(),
                     APFloat::rmNearestTiesToEven, &loses);
      result.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                     &loses);
      return result.convertToDouble();
    };
    SmallVector<double> scales;
    for (double scale : product.rhs.scales)
      scales.push_back(round(product.lhs.scales[0]) * round(scale));
    return createSlices<double>(b, loc, type, scales, product.scaleAxis);
  }
};

/// All others: the same op on numbers.
struct ExpandOnNumbers : RewritePattern {
  explicit ExpandOnNumbers(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!computesOnNumbers(op) || !isStatic(op->getOperandTypes()) ||
        !isStatic(op->getResultTypes()))
      return rewriter.notifyMatchFailure(
          op, "expected an op that computes on static quantized tensors");
    Location loc = op->getLoc();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      std::optional<Quantization> q = Quantization::get(operand.getType());
      operands.push_back(q ? dequantize(rewriter, loc, operand, *q) : operand);
    }
    SmallVector<Type> types =
        llvm::map_to_vector(op->getResultTypes(), getExpressedType);
    OperationState state(loc, op->getName(), operands, types, op->getAttrs());
    SmallVector<Value> results;
    for (auto [number, old] :
         llvm::zip(rewriter.create(state)->getResults(), op->getResults())) {
      std::optional<Quantization> q = Quantization::get(old.getType());
      results.push_back(q ? quantize(rewriter, loc, number, old.getType(), *q)
                          : number);
    }
    rewriter.replaceOp(op, results);
    numExpandedOps += 1;
    return success();
  }
};

/// A reduction or scatter whose regions work with other parameters than its
/// operands or results have.
struct ExpandPromotion : RewritePattern {
  explicit ExpandPromotion(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    std::optional<RegionTypes> types = getRegionTypes(op);
    if (!types)
      return rewriter.notifyMatchFailure(op, "expected a region that combines");
    bool changed = false;
    if (auto scatter = dyn_cast<SelectAndScatterOp>(op))
      changed = widenSelection(rewriter, scatter, *types);
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = types->operands[operand.getOperandNumber()];
      if (!type || haveSameNumbers(operand.get().getType(), type))
        continue;
      Value promoted = requantize(rewriter, operand.get(), type);
      rewriter.modifyOpInPlace(op, [&] { operand.set(promoted); });
      changed = true;
    }
    rewriter.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      Type old = result.getType();
      Type type = types->results[result.getResultNumber()];
      if (haveSameNumbers(old, type))
        continue;
      Type element = getElementTypeOrSelf(type);
      rewriter.modifyOpInPlace(
          op, [&] { result.setType(getTensorType(result).clone(element)); });
      Value converted = requantize(rewriter, result, old);
      rewriter.replaceAllUsesExcept(result, converted,
                                    converted.getDefiningOp());
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "expected other parameters in the "
                                             "region than outside");
    numExpandedOps += 1;
    return success();
  }

private:
  /// `value` with the element type of `type`.
  static Value requantize(OpBuilder &b, Value value, Type type) {
    return UniformQuantizeOp::create(
        b, value.getLoc(),
        getTensorType(value).clone(getElementTypeOrSelf(type)), value);
  }

  /// The integers `stored` as those of the element type of `type`.
  static Value convertStorage(OpBuilder &b, Value stored, Type type) {
    Location loc = stored.getLoc();
    Type to = getTensorType(stored).clone(getElementTypeOrSelf(type));
    stored =
        convertTo(b, loc, stored, getElementTypeOrSelf(getStorageType(type)));
    return BitcastConvertOp::create(b, loc, to, stored);
  }

  /// Where sums are in wider storage than the operand: select_and_scatter has
  /// all of one type, so the operand's integers are handed over in the wider
  /// one, and the region that compares them takes them out of it.
  static bool widenSelection(PatternRewriter &rewriter, SelectAndScatterOp op,
                             RegionTypes &types) {
    Type compared = types.operands.front(), sum = types.results.front();
    std::optional<Quantization> from = Quantization::get(compared);
    std::optional<Quantization> to = Quantization::get(sum);
    if (!from || !to || from->storage == to->storage)
      return false;
    Value operand = op.getOperand();
    if (!haveSameNumbers(operand.getType(), compared))
      operand = requantize(rewriter, operand, compared);
    operand = convertStorage(rewriter,
                             getStored(rewriter, op.getLoc(), operand), sum);
    Block &block = op.getSelect().front();
    rewriter.modifyOpInPlace(op, [&] {
      op.getOperandMutable().assign(operand);
      for (BlockArgument argument : block.getArguments())
        argument.setType(sum);
    });
    rewriter.setInsertionPointToStart(&block);
    for (BlockArgument argument : block.getArguments()) {
      Value stored = getStored(rewriter, op.getLoc(), argument);
      rewriter.replaceAllUsesExcept(argument,
                                    convertStorage(rewriter, stored, compared),
                                    stored.getDefiningOp());
    }
    types.operands.front() = sum;
    rewriter.setInsertionPoint(op);
    return true;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Reports an op that still computes on quantized values: as one on integers it
/// would mean something else.
static LogicalResult checkExpanded(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) -> WalkResult {
    if (!computesOnNumbers(op) &&
        !isa<UniformQuantizeOp, UniformDequantizeOp>(op))
      return WalkResult::advance();
    return op->emitOpError("expects quantized values of static shape");
  });
  return failure(result.wasInterrupted());
}

/// Gives a constant of a quantized type its integers' type.
static void convertConstant(ConstantOp op) {
  Type element = getElementTypeOrSelf(getStorageType(op.getType()));
  if (auto dense = dyn_cast<DenseElementsAttr>(op.getValue()))
    op.setValueAttr(dense.bitcast(element));
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue()))
    op.setValueAttr(DenseResourceElementsAttr::get(
        cast<ShapedType>(getStorageType(op.getType())),
        resource.getRawHandle()));
}

/// Replaces quantized types by storage types in `function` and all it holds.
static void convertTypes(func::FuncOp function) {
  SmallVector<Operation *> casts;
  auto convert = [](Value value) {
    value.setType(getStorageType(value.getType()));
  };
  function.walk([&](Operation *op) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      if (hasQuantizedTensor(constant->getResultTypes()))
        convertConstant(constant);
    llvm::for_each(op->getResults(), convert);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), convert);
    if (isa<BitcastConvertOp>(op))
      casts.push_back(op);
  });
  FunctionType type = function.getFunctionType();
  function.setFunctionType(FunctionType::get(
      function.getContext(),
      llvm::map_to_vector(type.getInputs(), getStorageType),
      llvm::map_to_vector(type.getResults(), getStorageType)));
  for (Operation *cast : casts)
    if (cast->getOperand(0).getType() == cast->getResult(0).getType()) {
      cast->replaceAllUsesWith(cast->getOperands());
      cast->erase();
    }
}

namespace {
struct HLOExpandQuantizedPass
    : xla::hlo::impl::HLOExpandQuantizedPassBase<HLOExpandQuantizedPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    bool found = hasQuantizedTensor(function.getArgumentTypes());
    WalkResult checked = function.walk([&](Operation *op) {
      found |= hasQuantizedTensor(op->getResultTypes());
      return WalkResult(verifyQuantization(op));
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    if (!found)
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandUniformDequantize, ExpandUniformQuantize,
                 ExpandExactProduct, ExpandOnNumbers, ExpandPromotion>(
        &getContext());
    if (failed(applyPatternsGreedily(function, std::move(patterns))) ||
        failed(checkExpanded(function)))
      return signalPassFailure();
    convertTypes(function);
  }
};
} // namespace
