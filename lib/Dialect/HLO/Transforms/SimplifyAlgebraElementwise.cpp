//===- SimplifyAlgebraElementwise.cpp - Identities of elementwise ops -----===//
//
// Those that make a new op: the others are in SimplifyAlgebraPatterns.td. Each
// is exact for NaN, infinities and -0.
//
//===----------------------------------------------------------------------===//

#include "SimplifyAlgebra.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla::hlo;
using Direction = ComparisonDirection;

/// True if every number of type `narrow` is one of type `wide`.
static bool isExactlyWidened(Type narrow, Type wide) {
  auto narrowFloat = dyn_cast<FloatType>(narrow);
  auto wideFloat = dyn_cast<FloatType>(wide);
  if (narrowFloat && wideFloat)
    return (wide.isF64() &&
            (narrow.isF32() || narrow.isF16() || narrow.isBF16())) ||
           (wide.isF32() && (narrow.isF16() || narrow.isBF16()));
  if (!isIntElement(wide) || (!isIntElement(narrow) && !isPredElement(narrow)))
    return false;
  return narrow.getIntOrFloatBitWidth() < wide.getIntOrFloatBitWidth() &&
         (isUnsignedElement(narrow) || !isUnsignedElement(wide));
}

/// The value of a constant, or null.
static DenseElementsAttr getConstant(Value value) {
  DenseElementsAttr attr;
  matchPattern(value, m_Constant(&attr));
  return attr;
}

static bool isConstant(Value value, int64_t element) {
  DenseElementsAttr attr = getConstant(value);
  return attr && isIntSplat(attr, element);
}

namespace {
// Pattern: subtract(X, X) -> 0, xor(X, X) -> 0, integers only
template <typename Op> struct CancelOperands : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (op.getLhs() != op.getRhs() || !type.hasStaticShape() ||
        !isa<IntegerType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected equal integers");
    rewriter.replaceOp(op, createSplatConstant(rewriter, op.getLoc(), type, 0));
    return success();
  }
};

// Pattern: select(not(P), X, Y) -> select(P, Y, X)
struct SwapSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto inverse = op.getPred().getDefiningOp<NotOp>();
    if (!inverse)
      return rewriter.notifyMatchFailure(op, "expected an inverted predicate");
    rewriter.replaceOpWithNewOp<SelectOp>(op, op.getType(),
                                          inverse.getOperand(), op.getOnFalse(),
                                          op.getOnTrue());
    return success();
  }
};

// Pattern: convert(convert(X)) -> X, the inner one exact
// Pattern: convert(convert(X)) -> convert(X), also exact, integers only
struct MergeConverts : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<ConvertOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "expected two conversions");
    Type from = inner.getOperand().getType().getElementType();
    Type middle = inner.getType().getElementType();
    Type to = op.getType().getElementType();
    if (!isExactlyWidened(from, middle))
      return rewriter.notifyMatchFailure(op, "expected an exact conversion");
    if (inner.getOperand().getType() == op.getType()) {
      rewriter.replaceOp(op, inner.getOperand());
      return success();
    }
    // Both ways keep the low bits of the same integer.
    if (isa<FloatType>(from) || !isIntElement(to))
      return rewriter.notifyMatchFailure(op, "expected integers");
    rewriter.replaceOpWithNewOp<ConvertOp>(op, op.getType(),
                                           inner.getOperand());
    return success();
  }
};

// Pattern: compare(P, true, EQ) -> P, compare(P, false, NE) -> P
// Pattern: compare(P, false, EQ) -> not(P), compare(P, true, NE) -> not(P)
// Pattern: compare(convert(P), 0, NE) -> P, also with the other three
struct DropCompareOfPred : OpRewritePattern<CompareOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CompareOp op,
                                PatternRewriter &rewriter) const override {
    Direction direction = op.getComparisonDirection();
    bool isEqual = direction == Direction::EQ;
    if (!isEqual && direction != Direction::NE)
      return rewriter.notifyMatchFailure(op, "expected a test of equality");
    Value pred = op.getLhs();
    int64_t whenTrue = -1;
    if (auto convert = pred.getDefiningOp<ConvertOp>();
        convert && isIntElement(convert.getType().getElementType())) {
      pred = convert.getOperand();
      whenTrue = 1;
    }
    bool isTrue = isConstant(op.getRhs(), whenTrue);
    if (pred.getType() != op.getType() ||
        (!isTrue && !isConstant(op.getRhs(), 0)))
      return rewriter.notifyMatchFailure(op, "expected a predicate and one of "
                                             "its values");
    if (isEqual == isTrue)
      rewriter.replaceOp(op, pred);
    else
      rewriter.replaceOpWithNewOp<NotOp>(op, op.getType(), pred);
    return success();
  }
};

// Pattern: compare(X, X) -> constant, integers only
// Pattern: compare(X, lowest, GE) -> true, compare(X, lowest, LT) -> false
// Pattern: compare(X, highest, LE) -> true, compare(X, highest, GT) -> false
struct DecideCompare : OpRewritePattern<CompareOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CompareOp op,
                                PatternRewriter &rewriter) const override {
    auto element =
        dyn_cast<IntegerType>(op.getLhs().getType().getElementType());
    if (!element || !isPlain(op.getType()))
      return rewriter.notifyMatchFailure(op, "expected integers");
    std::optional<bool> value = decide(op, element);
    if (!value)
      return rewriter.notifyMatchFailure(op, "expected what is always so");
    rewriter.replaceOp(
        op, createSplatConstant(rewriter, op.getLoc(), op.getType(), *value));
    return success();
  }

private:
  static std::optional<bool> decide(CompareOp op, IntegerType element) {
    Direction direction = op.getComparisonDirection();
    if (op.getLhs() == op.getRhs())
      return direction == Direction::EQ || direction == Direction::GE ||
             direction == Direction::LE;
    // Of numbers that compare as their type says.
    bool isUnsigned = op.getEffectiveCompareType() == ComparisonType::UNSIGNED;
    DenseElementsAttr bound = getConstant(op.getRhs());
    if (!bound || isUnsigned != isUnsignedElement(element))
      return std::nullopt;
    if (isLowestSplat(bound) &&
        (direction == Direction::GE || direction == Direction::LT))
      return direction == Direction::GE;
    if (isHighestSplat(bound) &&
        (direction == Direction::LE || direction == Direction::GT))
      return direction == Direction::LE;
    return std::nullopt;
  }
};

// Pattern: not(compare(X, Y, D)) -> compare(X, Y, opposite of D), where it is
// not LT and the like of floats, which NaN makes false both ways
struct InvertCompare : OpRewritePattern<NotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NotOp op,
                                PatternRewriter &rewriter) const override {
    auto compare = op.getOperand().getDefiningOp<CompareOp>();
    if (!compare || !compare->hasOneUse())
      return rewriter.notifyMatchFailure(op,
                                         "expected a comparison of its own");
    Direction direction = compare.getComparisonDirection();
    if (direction != Direction::EQ && direction != Direction::NE &&
        !isa<IntegerType>(compare.getLhs().getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "expected an order of integers");
    rewriter.replaceOpWithNewOp<CompareOp>(
        op, op.getType(), compare.getLhs(), compare.getRhs(),
        getOpposite(direction), compare.getCompareTypeAttr());
    return success();
  }

private:
  static Direction getOpposite(Direction direction) {
    switch (direction) {
    case Direction::EQ:
      return Direction::NE;
    case Direction::NE:
      return Direction::EQ;
    case Direction::GE:
      return Direction::LT;
    case Direction::LT:
      return Direction::GE;
    case Direction::GT:
      return Direction::LE;
    case Direction::LE:
      return Direction::GT;
    }
    llvm_unreachable("unknown direction");
  }
};

// Pattern: select(P, true, false) -> P, select(P, false, true) -> not(P)
struct DropSelectOfPreds : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getPred().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "expected predicates of a shape");
    if (isConstant(op.getOnTrue(), -1) && isConstant(op.getOnFalse(), 0)) {
      rewriter.replaceOp(op, op.getPred());
      return success();
    }
    if (isConstant(op.getOnTrue(), 0) && isConstant(op.getOnFalse(), -1)) {
      rewriter.replaceOpWithNewOp<NotOp>(op, op.getType(), op.getPred());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "expected both truth values");
  }
};

// Pattern: select(P, select(P, X, Y), Z) -> select(P, X, Z)
// Pattern: select(P, X, select(P, Y, Z)) -> select(P, X, Z)
struct MergeSelects : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto onTrue = op.getOnTrue().getDefiningOp<SelectOp>();
    auto onFalse = op.getOnFalse().getDefiningOp<SelectOp>();
    bool mergesTrue = onTrue && onTrue.getPred() == op.getPred();
    bool mergesFalse = onFalse && onFalse.getPred() == op.getPred();
    if (!mergesTrue && !mergesFalse)
      return rewriter.notifyMatchFailure(op, "expected one predicate twice");
    rewriter.replaceOpWithNewOp<SelectOp>(
        op, op.getType(), op.getPred(),
        mergesTrue ? onTrue.getOnTrue() : op.getOnTrue(),
        mergesFalse ? onFalse.getOnFalse() : op.getOnFalse());
    return success();
  }
};

// Pattern: complex(real(X), imag(X)) -> X
struct JoinParts : OpRewritePattern<ComplexOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComplexOp op,
                                PatternRewriter &rewriter) const override {
    auto real = op.getLhs().getDefiningOp<RealOp>();
    auto imag = op.getRhs().getDefiningOp<ImagOp>();
    if (!real || !imag || real.getOperand() != imag.getOperand() ||
        real.getOperand().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "expected parts of one number");
    rewriter.replaceOp(op, real.getOperand());
    return success();
  }
};

// Pattern: bitcast_convert(bitcast_convert(X)) -> X, of the type of X
struct CancelBitcasts : OpRewritePattern<BitcastConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BitcastConvertOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<BitcastConvertOp>();
    if (!inner || inner.getOperand().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "expected the way back");
    rewriter.replaceOp(op, inner.getOperand());
    return success();
  }
};
} // namespace

void xla::hlo::populateElementwiseRules(RewritePatternSet &patterns) {
  patterns.addWithLabel<CancelBitcasts, CancelOperands<SubtractOp>,
                        CancelOperands<XorOp>, DecideCompare, DropCompareOfPred,
                        DropSelectOfPreds, InvertCompare, JoinParts,
                        MergeConverts, MergeSelects, SwapSelect>(
      {"elementwise"}, patterns.getContext());
}
