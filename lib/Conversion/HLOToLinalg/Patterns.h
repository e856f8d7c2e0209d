//===- Patterns.h - The patterns of hlo-legalize-to-linalg ------*- C++ -*-===//
//
// One populate function per op family, and what their patterns build with.
// Everything created here has signless element types.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CONVERSION_HLOTOLINALG_PATTERNS_H
#define XLA_LIB_CONVERSION_HLOTOLINALG_PATTERNS_H

#include "xla/Conversion/HLOToLinalg/ScalarMapping.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

namespace xla {

void populateElementwisePatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateShapePatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateConcatenatePadPatterns(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
void populateReductionPatterns(const mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populateWindowPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
void populateContractionPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateConvolutionPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateIndexingPatterns(const mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateScatterPatterns(const mlir::TypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
void populateSortPatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateTopKPatterns(const mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
void populateControlFlowPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateLinearAlgebraPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateRandomPatterns(const mlir::TypeConverter &converter,
                            mlir::RewritePatternSet &patterns);

using mlir::utils::IteratorType;

/// The converted type of an op's result or operand as a static ranked tensor,
/// or null if it is none.
mlir::RankedTensorType getStaticType(const mlir::TypeConverter &converter,
                                     mlir::Type type);

/// Uninitialised tensor of a static type.
mlir::Value createEmpty(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::RankedTensorType type);
/// Tensor of a static type with every element `scalar`.
mlir::Value createFilled(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::RankedTensorType type, mlir::Value scalar);
/// 0 of an integer, float or complex scalar type.
mlir::Value createZero(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type);
mlir::Value createIndex(mlir::OpBuilder &b, mlir::Location loc, int64_t value);
/// The element of a tensor of rank 0.
mlir::Value extractScalar(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value tensor);

/// The map from `loops` dimensions to the first `count` of them.
mlir::AffineMap getLeadingDims(mlir::MLIRContext *context, unsigned loops,
                               unsigned count);

/// A linalg.generic with all-parallel loops over `type`, identity on its one
/// result, and `maps` on the inputs. The body returns the element.
mlir::Value
createParallel(mlir::OpBuilder &b, mlir::Location loc,
               mlir::RankedTensorType type, mlir::ValueRange inputs,
               llvm::ArrayRef<mlir::AffineMap> maps,
               llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                              mlir::ValueRange)>
                   body);

/// A slice of static offset, size and stride, for both extract and insert.
struct StaticSlice {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  StaticSlice(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> offsets,
              llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides);
};

/// `tensor` with every dimension padded by `low` and `high` (negative cuts) and
/// `interior` elements of `scalar` put between neighbours, as hlo.pad.
mlir::Value createPadded(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value tensor, mlir::Value scalar,
                         llvm::ArrayRef<int64_t> low,
                         llvm::ArrayRef<int64_t> high,
                         llvm::ArrayRef<int64_t> interior);

/// `tensor` with another static shape of as many elements.
mlir::Value createReshaped(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value tensor, llvm::ArrayRef<int64_t> shape);

/// `tensor` with its elements in opposite order along `dims`.
mlir::Value createReversed(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value tensor, llvm::ArrayRef<int64_t> dims);

/// Every element of `tensor`, of hlo element type `from`, as hlo type `to`.
mlir::Value createConverted(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::Value tensor, mlir::Type from, mlir::Type to);

/// Loops over `sizes`, innermost last, that carry `state` from iteration to
/// iteration; returns the final state.
llvm::SmallVector<mlir::Value>
createLoops(mlir::OpBuilder &b, mlir::Location loc,
            llvm::ArrayRef<int64_t> sizes, mlir::ValueRange state,
            llvm::function_ref<llvm::SmallVector<mlir::Value>(
                mlir::OpBuilder &, mlir::Location, mlir::ValueRange indices,
                mlir::ValueRange state)>
                body);

/// Marks the outermost loop around `results`, which createLoops returned, as
/// one of independent iterations (`xla.independent`). An iteration of the
/// innermost of the loops over `sizes` takes about `nanoseconds`.
void markIndependent(mlir::ValueRange results, llvm::ArrayRef<int64_t> sizes,
                     double nanoseconds);

/// A region of an hlo op with the scalars of the values that it captures from
/// outside, which are extracted at the builder's place once.
class ScalarRegion {
public:
  /// Fails if the region captures anything but scalars.
  static mlir::FailureOr<ScalarRegion>
  create(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
         mlir::Region &region);

  /// Computes the region at `b`. `args` are scalars of hlo types `types`, each
  /// converted to its block argument's type first.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  inlineAt(mlir::OpBuilder &b, mlir::ValueRange args,
           mlir::TypeRange types) const;

  mlir::Block &getBlock() const { return *block; }
  /// The hlo element type of a block argument.
  mlir::Type getArgType(unsigned index) const;

private:
  mlir::Block *block = nullptr;
  mlir::IRMapping captured;
};

} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOLINALG_PATTERNS_H
