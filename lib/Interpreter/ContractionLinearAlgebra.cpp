//===- ContractionLinearAlgebra.cpp - Evaluation of matrix solvers --------===//
//
// cholesky and triangular_solve by substitution in double or complex of double.
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

static double conjugate(double a) { return a; }
static std::complex<double> conjugate(std::complex<double> a) {
  return std::conj(a);
}
static double realPart(double a) { return a; }
static double realPart(std::complex<double> a) { return a.real(); }

/// The kind to solve in.
static ElementKind getSolveKind(ElementKind kind) {
  return isComplex(kind) ? ElementKind::C128 : ElementKind::F64;
}

template <typename Fn> static void withSolveType(ElementKind kind, Fn fn) {
  if (kind == ElementKind::C128)
    fn(std::complex<double>());
  else
    fn(double());
}

/// Replaces the lower triangle of an n x n matrix by its factor, the rest by 0.
template <typename T> static void factor(T *a, int64_t n) {
  for (int64_t j = 0; j < n; ++j) {
    double diagonal = realPart(a[j * n + j]);
    for (int64_t k = 0; k < j; ++k)
      diagonal -= std::norm(a[j * n + k]);
    T root = std::sqrt(diagonal); // NaN unless positive definite.
    a[j * n + j] = root;
    for (int64_t i = j + 1; i < n; ++i) {
      T sum = a[i * n + j];
      for (int64_t k = 0; k < j; ++k)
        sum -= a[i * n + k] * conjugate(a[j * n + k]);
      a[i * n + j] = sum / root;
    }
    for (int64_t i = 0; i < j; ++i)
      a[i * n + j] = T();
  }
}

/// In place: the conjugate transpose.
template <typename T> static void transpose(T *a, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      T upper = a[j * n + i];
      a[j * n + i] = conjugate(a[i * n + j]);
      a[i * n + j] = conjugate(upper);
    }
}

/// The Cholesky factor of each matrix of `a`: of its lower triangle, or of its
/// upper one. The other triangle of the result is 0.
static FailureOr<Tensor> choleskyFactor(OpContext &context, const Tensor &a,
                                        bool lower) {
  ElementKind kind = getSolveKind(a.getKind());
  FailureOr<Tensor> wide = convertTensor(context, a, kind);
  if (failed(wide))
    return failure();
  FailureOr<Tensor> result = context.takeOrCopy(std::move(*wide));
  if (failed(result))
    return failure();
  int64_t n = a.getShape().back();
  int64_t batches = n ? a.getNumElements() / (n * n) : 0;
  withSolveType(kind, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t b = 0; b < batches; ++b) {
      T *matrix = reinterpret_cast<T *>(result->getMutableData()) + b * n * n;
      // Only the named triangle is read; the upper one is the adjoint.
      if (!lower)
        transpose(matrix, n);
      factor(matrix, n);
      if (!lower)
        transpose(matrix, n);
    }
  });
  return convertTensor(context, *result, a.getKind());
}

static LogicalResult evaluateCholesky(hlo::CholeskyOp op, OpContext &context) {
  return context.addResult(
      choleskyFactor(context, context.getTensor(0), op.getLower()));
}

namespace {
/// A triangular matrix, possibly seen transposed or conjugated.
template <typename T> struct Triangle {
  const T *data;
  int64_t n;
  bool transposed, conjugated, unitDiagonal;

  T get(int64_t i, int64_t j) const {
    if (i == j && unitDiagonal)
      return T(1);
    T value = transposed ? data[j * n + i] : data[i * n + j];
    return conjugated ? conjugate(value) : value;
  }
};
} // namespace

/// Solves a x = b in place for `columns` columns of b; element (i, column) is
/// at b[i * rowStride + column * columnStride].
template <typename T>
static void substitute(const Triangle<T> &a, bool lower, T *b, int64_t columns,
                       int64_t rowStride, int64_t columnStride) {
  for (int64_t c = 0; c < columns; ++c)
    for (int64_t step = 0; step < a.n; ++step) {
      int64_t i = lower ? step : a.n - 1 - step;
      T sum = b[i * rowStride + c * columnStride];
      for (int64_t done = 0; done < step; ++done) {
        int64_t j = lower ? done : a.n - 1 - done;
        sum -= a.get(i, j) * b[j * rowStride + c * columnStride];
      }
      b[i * rowStride + c * columnStride] = sum / a.get(i, i);
    }
}

static LogicalResult evaluateTriangularSolve(hlo::TriangularSolveOp op,
                                             OpContext &context) {
  const Tensor &b = context.getTensor(1);
  ElementKind kind = getSolveKind(b.getKind());
  FailureOr<Tensor> a = convertTensor(context, context.getTensor(0), kind);
  FailureOr<Tensor> wide = convertTensor(context, b, kind);
  if (failed(a) || failed(wide))
    return failure();
  FailureOr<Tensor> x = context.takeOrCopy(std::move(*wide));
  if (failed(x))
    return failure();
  int64_t n = a->getShape().back(), rows = b.getDim(b.getRank() - 2),
          columns = b.getShape().back();
  bool left = op.getLeftSide();
  bool transposed = op.getTransposeA() == hlo::Transpose::TRANSPOSE ||
                    op.getTransposeA() == hlo::Transpose::ADJOINT;
  bool conjugated = op.getTransposeA() == hlo::Transpose::ADJOINT;
  // x op(a) = b is op(a)^T x^T = b^T.
  bool seenTransposed = transposed != !left;
  bool seenLower = op.getLower() != seenTransposed;
  int64_t size = rows * columns;
  int64_t batches = size ? b.getNumElements() / size : 0;
  withSolveType(kind, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t batch = 0; batch < batches; ++batch) {
      Triangle<T> triangle{a->getDataAs<T>() + batch * n * n, n, seenTransposed,
                           conjugated, op.getUnitDiagonal()};
      T *data = reinterpret_cast<T *>(x->getMutableData()) + batch * size;
      substitute(triangle, seenLower, data, left ? columns : rows,
                 left ? columns : 1, left ? 1 : columns);
    }
  });
  return context.addResult(convertTensor(context, *x, b.getKind()));
}

namespace xla::interpreter {
void addLinearAlgebraHandlers(HandlerTable &table) {
  table.add<hlo::CholeskyOp, evaluateCholesky>();
  table.add<hlo::TriangularSolveOp, evaluateTriangularSolve>();
}
} // namespace xla::interpreter
