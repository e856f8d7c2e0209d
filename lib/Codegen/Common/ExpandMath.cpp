//===- ExpandMath.cpp - Math functions as formulas ------------------------===//
//
// Replaces math ops by the formulas of Math/. f32 functions are evaluated in
// f64 with short polynomials and rounded once; the frequent ones in f32 where
// the target has fused multiply-add, some by tables where it has those. sin and
// cos of vectors look at the size of their lanes first.
//
//===----------------------------------------------------------------------===//

#include "Math/Functions.h"
#include "Math/IntegralMath.h"
#include "Math/SingleFunctions.h"
#include "xla/Codegen/Common/Passes.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Codegen/Common/VectorFormulas.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace xla {
#define GEN_PASS_DEF_XLAEXPANDMATHPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-expand-math"

using namespace mlir;
using namespace xla;

/// Fewer lanes are left to the f64 formula, which then is one register.
static constexpr int64_t minLanesWithLimit = 8;

static PassCounter numExpandedFunctions(DEBUG_TYPE, "num-expanded-functions");

/// `value` with elements of type `element`, which is wider.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    Type element) {
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(element);
  if (type == value.getType())
    return value;
  return arith::ExtFOp::create(builder, loc, type, value);
}

static Value truncate(OpBuilder &builder, Location loc, Value value,
                      Type type) {
  if (type == value.getType())
    return value;
  return arith::TruncFOp::create(builder, loc, type, value);
}

namespace {
using Unary = Expr (*)(Expr);
using Binary = Expr (*)(Expr, Expr);

/// Computes an op on floats narrower than f32 in f32.
template <typename Op> struct Widen : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "expected a narrow float");
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          isa<FloatType>(getElementTypeOrSelf(operand.getType()))
              ? extend(rewriter, op.getLoc(), operand, rewriter.getF32Type())
              : operand);
    Value wide = Op::create(rewriter, op.getLoc(), operands).getResult();
    rewriter.replaceOp(op, truncate(rewriter, op.getLoc(), wide, type));
    return success();
  }
};

/// Replaces an op on f32 by an f32 formula, which needs multiply-add.
template <typename Op> struct ExpandInSingle : OpRewritePattern<Op> {
  ExpandInSingle(MLIRContext *context, Unary function)
      : OpRewritePattern<Op>(context, /*benefit=*/2), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter),
                        /*fma=*/true};
    rewriter.replaceOp(op, function(Expr(context, op.getOperand())).get());
    numExpandedFunctions += 1;
    return success();
  }

  Unary function;
};

/// Replaces an op on vectors of f32, the lanes of which come in sixteens, by a
/// formula with tables.
template <typename Op> struct ExpandByTable : OpRewritePattern<Op> {
  ExpandByTable(MLIRContext *context, Unary function)
      : OpRewritePattern<Op>(context, /*benefit=*/3), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || !type.getElementType().isF32() || type.getRank() != 1 ||
        type.getNumElements() % 16 != 0)
      return rewriter.notifyMatchFailure(op, "expected sixteens of f32");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter),
                        /*fma=*/true};
    rewriter.replaceOp(op, function(Expr(context, op.getOperand())).get());
    numExpandedFunctions += 1;
    return success();
  }

  Unary function;
};

/// Replaces an op on vectors of f32 by an f32 formula where all lanes are below
/// what it takes, else by an f64 formula.
template <typename Op> struct ExpandWithLimit : OpRewritePattern<Op> {
  ExpandWithLimit(MLIRContext *context, Unary inSingle, Unary function,
                  double end)
      : OpRewritePattern<Op>(context, /*benefit=*/2), inSingle(inSingle),
        function(function), end(end) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || !type.getElementType().isF32() || type.getRank() != 1 ||
        type.getNumElements() < minLanesWithLimit)
      return rewriter.notifyMatchFailure(op,
                                         "expected a vector of at least 8 f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ExprBuilder context{b, /*fma=*/true};
    Expr below = abs(Expr(context, op.getOperand())) < end;
    // Lanes that nobody asks for may hold nothing defined, and a condition must
    // not.
    Value frozen = LLVM::FreezeOp::create(b, below.get());
    Value all =
        vector::ReductionOp::create(b, vector::CombiningKind::AND, frozen);
    auto choice = scf::IfOp::create(b, type, all, /*withElseRegion=*/true);
    b.setInsertionPointToStart(choice.thenBlock());
    ExprBuilder inThen{b, /*fma=*/true};
    scf::YieldOp::create(b, inSingle(Expr(inThen, op.getOperand())).get());
    b.setInsertionPointToStart(choice.elseBlock());
    ExprBuilder inElse{b, /*fma=*/true, /*single=*/true};
    Value wide = extend(b, op.getLoc(), op.getOperand(), rewriter.getF64Type());
    scf::YieldOp::create(
        b, truncate(b, op.getLoc(), function(Expr(inElse, wide)).get(), type));
    rewriter.replaceOp(op, choice.getResults());
    numExpandedFunctions += 1;
    return success();
  }

  Unary inSingle, function;
  double end;
};

/// Replaces an op on f32 or f64 by an f64 formula.
template <typename Op, typename Function> struct Expand : OpRewritePattern<Op> {
  Expand(MLIRContext *context, Function function, TargetFeatures features)
      : OpRewritePattern<Op>(context), function(function), features(features) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType(),
         element = getElementTypeOrSelf(type);
    if (!element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter),
                        features.fma, element.isF32()};
    auto operand = [&](unsigned i) {
      return Expr(context, extend(rewriter, op.getLoc(), op->getOperand(i),
                                  rewriter.getF64Type()));
    };
    Value value;
    if constexpr (std::is_same_v<Function, Unary>)
      value = function(operand(0)).get();
    else
      value = function(operand(0), operand(1)).get();
    rewriter.replaceOp(op, truncate(rewriter, op.getLoc(), value, type));
    numExpandedFunctions += 1;
    return success();
  }

  Function function;
  TargetFeatures features;
};

/// Replaces an op that rounds to integral floats, in its own type.
template <typename Op> struct ExpandRounding : OpRewritePattern<Op> {
  ExpandRounding(MLIRContext *context, Unary function)
      : OpRewritePattern<Op>(context), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    rewriter.replaceOp(op, function(Expr(context, op.getOperand())).get());
    numExpandedFunctions += 1;
    return success();
  }

  Unary function;
};

/// True if `value`, an f32, was an f16.
static bool isWidenedHalf(Value value) {
  llvm::APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant))) {
    bool lossy;
    constant.convert(llvm::APFloat::IEEEhalf(),
                     llvm::APFloat::rmNearestTiesToEven, &lossy);
    return !lossy;
  }
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension && extension.getIn().getType().isF16();
}

/// |x| mod |y| of f16 numbers, given as f32, with the sign of x. All f16
/// numbers are multiples of 2^-24 and below 2^16, so that integers of 40 bits
/// hold them exactly; no f64 is rounded to f16, which takes a library call.
static Value halfRemainder(ImplicitLocOpBuilder &builder, Value x, Value y) {
  Type f32 = builder.getF32Type(), i64 = builder.getI64Type();
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, FloatAttr::get(f32, value));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value a,
                     Value b) -> Value {
    return arith::CmpFOp::create(builder, predicate, a, b);
  };
  auto choose = [&](Value condition, Value a, Value b) -> Value {
    return arith::SelectOp::create(builder, condition, a, b);
  };
  Value infinity = number(std::numeric_limits<double>::infinity());
  Value zero = number(0.0);
  Value a = math::AbsFOp::create(builder, x);
  Value b = math::AbsFOp::create(builder, y);
  Value finite = compare(arith::CmpFPredicate::OLT, a, infinity);
  Value smaller = compare(arith::CmpFPredicate::OLT, a, b);
  Value divides = compare(arith::CmpFPredicate::OGT, b, zero);
  auto scaled = [&](Value value, Value isFinite) -> Value {
    Value product = arith::MulFOp::create(
        builder, choose(isFinite, value, zero), number(0x1p24));
    return arith::FPToUIOp::create(builder, i64, product);
  };
  Value dividend = scaled(a, finite);
  Value divisor = scaled(b, compare(arith::CmpFPredicate::OLT, b, infinity));
  Value one = arith::ConstantOp::create(builder, builder.getI64IntegerAttr(1));
  divisor = arith::MaxUIOp::create(builder, divisor, one);
  Value rest = arith::UIToFPOp::create(
      builder, f32, arith::RemUIOp::create(builder, dividend, divisor));
  rest = arith::MulFOp::create(builder, rest, number(0x1p-24));
  rest = choose(smaller, a, rest);
  rest = choose(arith::AndIOp::create(builder, finite, divides), rest,
                number(std::numeric_limits<double>::quiet_NaN()));
  return math::CopySignOp::create(builder, rest, x);
}

struct ExpandRemainder : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() > 64)
      return rewriter.notifyMatchFailure(op, "expected a scalar up to f64");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    // Earlier passes widen f16, and LLVM rounds from f64 at once if it can.
    if (isWidenedHalf(op.getLhs()) && isWidenedHalf(op.getRhs())) {
      rewriter.replaceOp(
          op, halfRemainder(context.builder, op.getLhs(), op.getRhs()));
      numExpandedFunctions += 1;
      return success();
    }
    // Remainders of narrower floats are exact in f64 and fit their type.
    auto operand = [&](Value value) {
      return Expr(context,
                  extend(rewriter, op.getLoc(), value, rewriter.getF64Type()));
    };
    Expr value =
        math_functions::remainder(operand(op.getLhs()), operand(op.getRhs()));
    rewriter.replaceOp(op, truncate(rewriter, op.getLoc(), value.get(), type));
    numExpandedFunctions += 1;
    return success();
  }
};

struct ExpandIntegerPower : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger())
      return rewriter.notifyMatchFailure(op, "expected a scalar");
    ExprBuilder context{ImplicitLocOpBuilder(op.getLoc(), rewriter)};
    Expr x(context, op.getLhs()), n(context, op.getRhs());
    rewriter.replaceOp(op, math_functions::integerPower(x, n).get());
    numExpandedFunctions += 1;
    return success();
  }
};

/// A float to an integer power is the power to that number.
struct ExpandFloatIntegerPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Value exponent = arith::SIToFPOp::create(rewriter, op.getLoc(),
                                             op.getType(), op.getRhs());
    rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent);
    return success();
  }
};

struct ExpandSinCos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    rewriter.replaceOp(
        op, {math::SinOp::create(rewriter, op.getLoc(), x).getResult(),
             math::CosOp::create(rewriter, op.getLoc(), x).getResult()});
    return success();
  }
};
} // namespace

template <typename Op>
static void addUnary(RewritePatternSet &patterns, Unary function,
                     const TargetFeatures &features) {
  MLIRContext *context = patterns.getContext();
  patterns.add<Widen<Op>>(context);
  patterns.add<Expand<Op, Unary>>(context, function, features);
}

template <typename Op>
static void addSingle(RewritePatternSet &patterns, Unary function,
                      const TargetFeatures &features) {
  if (features.fma)
    patterns.add<ExpandInSingle<Op>>(patterns.getContext(), function);
}

template <typename Op>
static void addTable(RewritePatternSet &patterns, Unary function,
                     const TargetFeatures &features) {
  if (features.tables)
    patterns.add<ExpandByTable<Op>>(patterns.getContext(), function);
}

template <typename Op>
static void addWithLimit(RewritePatternSet &patterns, Unary inSingle,
                         Unary function, double end,
                         const TargetFeatures &features) {
  if (features.fma)
    patterns.add<ExpandWithLimit<Op>>(patterns.getContext(), inSingle, function,
                                      end);
}

bool xla::hasVectorFormula(Operation *op, const TargetFeatures &features) {
  bool isKnown =
      (features.tables && isa<math::TanhOp, math::ErfOp, math::ErfcOp>(op)) ||
      (features.fma && features.vectorBytes >= 4 * minLanesWithLimit &&
       isa<math::SinOp, math::CosOp>(op));
  // Of narrower floats too, which are computed in f32.
  return isKnown &&
         getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth() <= 32;
}

template <typename Op>
static void addBinary(RewritePatternSet &patterns, Binary function,
                      const TargetFeatures &features) {
  MLIRContext *context = patterns.getContext();
  patterns.add<Widen<Op>>(context);
  patterns.add<Expand<Op, Binary>>(context, function, features);
}

template <typename Op>
static void addRounding(RewritePatternSet &patterns, Unary function,
                        bool hasInstruction) {
  MLIRContext *context = patterns.getContext();
  patterns.add<Widen<Op>>(context);
  if (!hasInstruction)
    patterns.add<ExpandRounding<Op>>(context, function);
}

static void populateExpandMathPatterns(RewritePatternSet &patterns,
                                       const TargetFeatures &features) {
  namespace f = math_functions;
  addUnary<math::ExpOp>(patterns, f::exp, features);
  addSingle<math::ExpOp>(patterns, f::single::exp, features);
  addUnary<math::Exp2Op>(patterns, f::exp2, features);
  addUnary<math::ExpM1Op>(patterns, f::expm1, features);
  addUnary<math::LogOp>(patterns, f::log, features);
  addSingle<math::LogOp>(patterns, f::single::log, features);
  addUnary<math::Log1pOp>(patterns, f::log1p, features);
  addUnary<math::Log2Op>(patterns, f::log2, features);
  addUnary<math::Log10Op>(patterns, f::log10, features);
  addUnary<math::SinhOp>(patterns, f::sinh, features);
  addUnary<math::CoshOp>(patterns, f::cosh, features);
  addUnary<math::TanhOp>(patterns, f::tanh, features);
  addSingle<math::TanhOp>(patterns, f::single::tanh, features);
  addTable<math::TanhOp>(patterns, f::single::tanhByTable, features);
  addUnary<math::AsinhOp>(patterns, f::asinh, features);
  addUnary<math::AcoshOp>(patterns, f::acosh, features);
  addUnary<math::AtanhOp>(patterns, f::atanh, features);
  addUnary<math::SinOp>(patterns, f::sin, features);
  addUnary<math::CosOp>(patterns, f::cos, features);
  addWithLimit<math::SinOp>(patterns, f::single::sin, f::sin,
                            f::single::trigonometricEnd, features);
  addWithLimit<math::CosOp>(patterns, f::single::cos, f::cos,
                            f::single::trigonometricEnd, features);
  addUnary<math::TanOp>(patterns, f::tan, features);
  addUnary<math::AsinOp>(patterns, f::asin, features);
  addUnary<math::AcosOp>(patterns, f::acos, features);
  addUnary<math::AtanOp>(patterns, f::atan, features);
  addUnary<math::ErfOp>(patterns, f::erf, features);
  addSingle<math::ErfOp>(patterns, f::single::erf, features);
  addTable<math::ErfOp>(patterns, f::single::erfByTable, features);
  addUnary<math::ErfcOp>(patterns, f::erfc, features);
  addTable<math::ErfcOp>(patterns, f::single::erfcByTable, features);
  addUnary<math::CbrtOp>(patterns, f::cbrt, features);
  addUnary<math::RsqrtOp>(patterns, f::rsqrt, features);
  addBinary<math::Atan2Op>(patterns, f::atan2, features);
  addBinary<math::PowFOp>(patterns, f::pow, features);
  addRounding<math::FloorOp>(patterns, f::floor, features.rounding);
  addRounding<math::CeilOp>(patterns, f::ceil, features.rounding);
  addRounding<math::TruncOp>(patterns, f::trunc, features.rounding);
  addRounding<math::RoundEvenOp>(patterns, f::roundEven, features.rounding);
  // No x86 instruction rounds halves away from zero.
  addRounding<math::RoundOp>(patterns, f::round, /*hasInstruction=*/false);
  patterns
      .add<Widen<math::SqrtOp>, Widen<math::RsqrtOp>, ExpandFloatIntegerPower,
           ExpandIntegerPower, ExpandRemainder, ExpandSinCos>(
          patterns.getContext());
}

namespace {
struct XLAExpandMathPass : xla::impl::XLAExpandMathPassBase<XLAExpandMathPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel) && !isHelper(kernel))
      return;
    FailureOr<TargetFeatures> features = TargetFeatures::of(kernel);
    if (failed(features))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateExpandMathPatterns(patterns, *features);
    if (failed(applyPatternsGreedily(kernel, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
