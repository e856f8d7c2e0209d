//===- LinearAlgebra.cpp - hlo.cholesky and hlo.triangular_solve ----------===//
//
// The textbook algorithms as loops over scalars, one matrix of the batch after
// the other: element by element, each from those before it. Narrow floats are
// computed in f32 and rounded when they are stored.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScalarRules.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

namespace {
/// Arithmetic on the float or complex elements of one tensor type.
class Field {
public:
  Field(Operation *op, Type element) : op(op), element(element), work(element) {
    if (auto floatType = dyn_cast<FloatType>(element))
      work = getArithmeticType(floatType);
  }

  Value load(OpBuilder &b, Location loc, Value tensor, ValueRange at) const {
    return convertScalar(b, loc, tensor::ExtractOp::create(b, loc, tensor, at),
                         element, work);
  }
  Value store(OpBuilder &b, Location loc, Value value, Value tensor,
              ValueRange at) const {
    return tensor::InsertOp::create(
        b, loc, convertScalar(b, loc, value, work, element), tensor, at);
  }
  Value mul(OpBuilder &b, Location loc, Value x, Value y) const {
    return isComplex() ? apply(b, loc, multiplyComplex, {x, y})
                       : arith::MulFOp::create(b, loc, x, y).getResult();
  }
  Value sub(OpBuilder &b, Location loc, Value x, Value y) const {
    return isComplex() ? apply(b, loc, subtractComplex, {x, y})
                       : arith::SubFOp::create(b, loc, x, y).getResult();
  }
  Value div(OpBuilder &b, Location loc, Value x, Value y) const {
    return isComplex() ? apply(b, loc, divideComplex, {x, y})
                       : arith::DivFOp::create(b, loc, x, y).getResult();
  }
  Value conjugate(OpBuilder &b, Location loc, Value x) const {
    if (!isComplex())
      return x;
    Value im = arith::NegFOp::create(b, loc, complex::ImOp::create(b, loc, x));
    return complex::CreateOp::create(b, loc, work,
                                     complex::ReOp::create(b, loc, x), im);
  }
  /// The square root of a number that is real but for rounding.
  Value sqrtOfReal(OpBuilder &b, Location loc, Value x) const {
    if (!isComplex())
      return math::SqrtOp::create(b, loc, x);
    Value re = math::SqrtOp::create(b, loc, complex::ReOp::create(b, loc, x));
    return complex::CreateOp::create(b, loc, work, re,
                                     createZero(b, loc, re.getType()));
  }

private:
  bool isComplex() const { return isa<ComplexType>(work); }
  Value apply(OpBuilder &builder, Location loc, ScalarRule rule,
              ArrayRef<Value> values) const {
    ImplicitLocOpBuilder b(loc, builder);
    ScalarArgs args{b, op, llvm::to_vector(values)};
    return rule(args);
  }

  Operation *op;
  Type element, work;
};
} // namespace

/// `start` less body(k) for k from `low` to `high`.
static Value subtractProducts(
    OpBuilder &b, Location loc, const Field &field, Value start, Value low,
    Value high,
    function_ref<Value(OpBuilder &, Location, Value)> createProduct) {
  auto loop = scf::ForOp::create(
      b, loc, low, high, createIndex(b, loc, 1), start,
      [&](OpBuilder &b, Location l, Value k, ValueRange rest) {
        Value next = field.sub(b, l, rest[0], createProduct(b, l, k));
        scf::YieldOp::create(b, l, next);
      });
  return loop.getResult(0);
}

/// Position (i, j) of the current matrix.
static SmallVector<Value> at(ValueRange batch, Value i, Value j) {
  SmallVector<Value> position(batch);
  position.append({i, j});
  return position;
}

namespace {
struct ConvertCholesky : OpConversionPattern<CholeskyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CholeskyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getType());
    if (!type || !isa<FloatType, ComplexType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "expected static float tensors");
    Field field(op, type.getElementType());
    // Below, (i, j) with i >= j is an element of the lower factor; the upper
    // one is its adjoint.
    auto place = [&](ValueRange batch, Value i, Value j) {
      return op.getLower() ? at(batch, i, j) : at(batch, j, i);
    };
    auto read = [&](OpBuilder &b, Location l, Value tensor, ValueRange batch,
                    Value i, Value j) {
      Value value = field.load(b, l, tensor, place(batch, i, j));
      return op.getLower() ? value : field.conjugate(b, l, value);
    };
    auto write = [&](OpBuilder &b, Location l, Value value, Value tensor,
                     ValueRange batch, Value i, Value j) {
      if (!op.getLower())
        value = field.conjugate(b, l, value);
      return field.store(b, l, value, tensor, place(batch, i, j));
    };
    // a(i, j) less the product of what is known of rows i and j.
    auto rest = [&](OpBuilder &b, Location l, Value factor, ValueRange batch,
                    Value i, Value j) {
      return subtractProducts(
          b, l, field, read(b, l, adaptor.getA(), batch, i, j),
          createIndex(b, l, 0), j, [&](OpBuilder &b, Location l, Value k) {
            Value other =
                field.conjugate(b, l, read(b, l, factor, batch, j, k));
            return field.mul(b, l, read(b, l, factor, batch, i, k), other);
          });
    };

    int64_t size = type.getShape().back();
    SmallVector<int64_t> loops(type.getShape().drop_back());
    Value zero = createFilled(rewriter, loc, type,
                              createZero(rewriter, loc, type.getElementType()));
    SmallVector<Value> factor = createLoops(
        rewriter, loc, loops, zero,
        [&](OpBuilder &b, Location l, ValueRange indices, ValueRange state) {
          ValueRange batch = indices.drop_back();
          Value j = indices.back(), one = createIndex(b, l, 1);
          Value diagonal =
              field.sqrtOfReal(b, l, rest(b, l, state[0], batch, j, j));
          Value next = write(b, l, diagonal, state[0], batch, j, j);
          auto column = scf::ForOp::create(
              b, l, arith::AddIOp::create(b, l, j, one),
              createIndex(b, l, size), one, next,
              [&](OpBuilder &b, Location l, Value i, ValueRange state) {
                Value value = field.div(b, l, rest(b, l, state[0], batch, i, j),
                                        diagonal);
                scf::YieldOp::create(b, l,
                                     write(b, l, value, state[0], batch, i, j));
              });
          return SmallVector<Value>(column.getResults());
        });
    if (type.getRank() > 2)
      markIndependent(factor, ArrayRef(loops).drop_back(),
                      double(size * size) * double(size) / 3);
    rewriter.replaceOp(op, factor);
    return success();
  }
};

struct ConvertTriangularSolve : OpConversionPattern<TriangularSolveOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TriangularSolveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = getStaticType(*getTypeConverter(), op.getType());
    if (!type || !isa<FloatType, ComplexType>(type.getElementType()) ||
        op.getTransposeA() == Transpose::TRANSPOSE_INVALID)
      return rewriter.notifyMatchFailure(op, "expected static float tensors");
    Field field(op, type.getElementType());
    bool left = op.getLeftSide();
    bool transposed = op.getTransposeA() != Transpose::NO_TRANSPOSE;
    // x op(a) = b is op(a)^T x^T = b^T: below, the matrix is u with u x = b,
    // and (i, j) names row i of right-hand side j.
    bool swapped = transposed != !left;
    bool lower = op.getLower() != swapped;
    auto readMatrix = [&](OpBuilder &b, Location l, ValueRange batch, Value i,
                          Value k) {
      Value value = field.load(b, l, adaptor.getA(),
                               swapped ? at(batch, k, i) : at(batch, i, k));
      return op.getTransposeA() == Transpose::ADJOINT
                 ? field.conjugate(b, l, value)
                 : value;
    };
    auto place = [&](ValueRange batch, Value i, Value j) {
      return left ? at(batch, i, j) : at(batch, j, i);
    };

    int64_t rank = type.getRank();
    int64_t size = type.getDimSize(left ? rank - 2 : rank - 1);
    int64_t count = type.getDimSize(left ? rank - 1 : rank - 2);
    SmallVector<int64_t> loops(type.getShape().drop_back(2));
    loops.append({size, count});
    SmallVector<Value> solution = createLoops(
        rewriter, loc, loops, adaptor.getB(),
        [&](OpBuilder &b, Location l, ValueRange indices, ValueRange state) {
          ValueRange batch = indices.drop_back(2);
          Value i = indices[rank - 2], j = indices[rank - 1];
          Value low = createIndex(b, l, 0), high = i;
          if (!lower) {
            // From the last row up.
            i = arith::SubIOp::create(b, l, createIndex(b, l, size - 1), i);
            low = arith::AddIOp::create(b, l, i, createIndex(b, l, 1));
            high = createIndex(b, l, size);
          }
          Value value = subtractProducts(
              b, l, field, field.load(b, l, state[0], place(batch, i, j)), low,
              high, [&](OpBuilder &b, Location l, Value k) {
                return field.mul(
                    b, l, readMatrix(b, l, batch, i, k),
                    field.load(b, l, state[0], place(batch, k, j)));
              });
          if (!op.getUnitDiagonal())
            value = field.div(b, l, value, readMatrix(b, l, batch, i, i));
          return SmallVector<Value>{
              field.store(b, l, value, state[0], place(batch, i, j))};
        });
    if (rank > 2)
      markIndependent(solution, ArrayRef(loops).drop_back(2),
                      double(size) * double(size) * double(count) / 2);
    rewriter.replaceOp(op, solution);
    return success();
  }
};
} // namespace

void xla::populateLinearAlgebraPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<ConvertCholesky, ConvertTriangularSolve>(converter,
                                                        patterns.getContext());
}
