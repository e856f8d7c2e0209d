//===- Patterns.h - Lowerings of chlo by topic ------------------*- C++ -*-===//
//
// Each topic's file adds its patterns through one function.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_CHLOTOHLO_PATTERNS_H
#define LIB_CONVERSION_CHLOTOHLO_PATTERNS_H

#include "MathBuilder.h"

#include "mlir/IR/PatternMatch.h"

namespace xla::chlo {

void populateBroadcastPatterns(mlir::RewritePatternSet &patterns);
void populateBitPatterns(mlir::RewritePatternSet &patterns);
void populateCompositePatterns(mlir::RewritePatternSet &patterns);
void populateComplexFunctionPatterns(mlir::RewritePatternSet &patterns);
/// `keepFunctions`: without those that code generation knows.
void populateErrorFunctionPatterns(mlir::RewritePatternSet &patterns,
                                   bool keepFunctions);
void populateGammaFunctionPatterns(mlir::RewritePatternSet &patterns);
void populateHyperbolicPatterns(mlir::RewritePatternSet &patterns,
                                bool keepFunctions);
void populateRaggedDotPatterns(mlir::RewritePatternSet &patterns);
void populateScanPatterns(mlir::RewritePatternSet &patterns);
void populateShardingPatterns(mlir::RewritePatternSet &patterns);
void populateTopKCallPatterns(mlir::RewritePatternSet &patterns);
void populateTopKPatterns(mlir::RewritePatternSet &patterns,
                          bool keepFunctions);

/// Takes off the meshes that no collective names. Emits an error
/// and fails where a computation by device over several of them is left.
llvm::LogicalResult dropMeshes(mlir::Operation *root);

/// In which precision a float function is computed.
enum class Precision {
  /// f64 for f64, f32 for everything else.
  AtLeastFloat,
  /// Always f64: for functions whose steps lose digits.
  Double,
};

/// Lowers a function of floats to its formula. Operands are converted to the
/// precision of the formula and the result back.
template <typename OpT, typename FunctionT>
struct LowerFloatFunction : mlir::OpRewritePattern<OpT> {
  LowerFloatFunction(mlir::MLIRContext *context, FunctionT function,
                     Precision precision)
      : mlir::OpRewritePattern<OpT>(context), function(function),
        precision(precision) {}

  llvm::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    auto type = mlir::cast<mlir::RankedTensorType>(op.getType());
    mlir::Type elementType = type.getElementType();
    if (!mlir::isa<mlir::FloatType>(elementType))
      return rewriter.notifyMatchFailure(op, "expected float elements");
    bool useDouble = precision == Precision::Double || elementType.isF64();
    mlir::Type computeType =
        useDouble ? mlir::Type(rewriter.getF64Type()) : rewriter.getF32Type();
    mlir::ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    llvm::SmallVector<Expr> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(Expr(builder, operand).convert(computeType));
    Expr result = apply(operands).convert(elementType);
    rewriter.replaceOp(op, result.getValue());
    return mlir::success();
  }

private:
  Expr apply(llvm::ArrayRef<Expr> operands) const {
    if constexpr (std::is_invocable_v<FunctionT, Expr, Expr>)
      return function(operands[0], operands[1]);
    else
      return function(operands[0]);
  }

  FunctionT function;
  Precision precision;
};

template <typename OpT, typename FunctionT>
void addFloatFunction(mlir::RewritePatternSet &patterns, FunctionT function,
                      Precision precision = Precision::AtLeastFloat) {
  patterns.add<LowerFloatFunction<OpT, FunctionT>>(patterns.getContext(),
                                                   function, precision);
}

} // namespace xla::chlo

#endif // LIB_CONVERSION_CHLOTOHLO_PATTERNS_H
