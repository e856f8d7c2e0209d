//===- Eigenvectors.cpp - Eigenvectors of a Schur form --------------------===//
//
// Substitution in the triangle of the form, in complex numbers. Left
// eigenvectors are right ones of the adjoint, which turned by half a turn is
// upper triangular again.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>

using namespace xla_runtime;

namespace {
/// Finds y with (t - lambda) y = 0 for an upper triangular t, which may have
/// blocks of 2 x 2 if it is real.
template <typename T> class Substitution {
public:
  using Real = RealOf<T>;
  using Complex = ComplexOf<T>;

  explicit Substitution(const Matrix<T> &t)
      : t(t), values(getSchurEigenvalues(t)) {
    smallest =
        std::max<Real>(epsilon<T> * const_cast<Matrix<T> &>(t).getMaximum(),
                       std::numeric_limits<Real>::min() / epsilon<T>);
  }

  /// The vector of eigenvalue `k`.
  std::vector<Complex> solve(int64_t k) {
    if (hasBlock(k - 1)) {
      // The second of a pair: the conjugate of the first.
      std::vector<Complex> y = solve(k - 1);
      for (Complex &x : y)
        x = std::conj(x);
      return y;
    }
    y.assign(t.rows, Complex(0));
    lambda = values[k];
    y[k] = 1;
    if (hasBlock(k)) {
      // (a - lambda) y0 + b y1 = 0, c y0 + (a - lambda) y1 = 0.
      Complex i(0, lambda.imag());
      if (std::abs(t(k, k + 1)) >= std::abs(t(k + 1, k)))
        y[k + 1] = i / Complex(t(k, k + 1));
      else {
        y[k] = i / Complex(t(k + 1, k));
        y[k + 1] = 1;
      }
    }
    for (int64_t j = k; j-- > 0;) {
      if (hasBlock(j - 1)) {
        solveBlock(j - 1);
        --j;
      } else {
        y[j] = getSum(j, j + 1) / avoidZero(Complex(t(j, j)) - lambda);
      }
      shrink();
    }
    return y;
  }

private:
  /// True if rows i and i + 1 are a block.
  bool hasBlock(int64_t i) const {
    return !isComplex<T> && i >= 0 && i + 1 < t.rows && t(i + 1, i) != T(0);
  }

  Complex avoidZero(Complex x) const {
    return sumAbs(x) < smallest ? Complex(smallest) : x;
  }

  /// Minus the product of row `j` from column `first` on with y.
  Complex getSum(int64_t j, int64_t first) const {
    Complex sum(0);
    for (int64_t i = first; i < t.rows; ++i)
      sum -= Complex(t(j, i)) * y[i];
    return sum;
  }

  void solveBlock(int64_t j) {
    Complex right0 = getSum(j, j + 2), right1 = getSum(j + 1, j + 2);
    Complex a = Complex(t(j, j)) - lambda,
            d = Complex(t(j + 1, j + 1)) - lambda;
    Complex b(t(j, j + 1)), c(t(j + 1, j));
    Complex determinant = a * d - b * c;
    Real least = smallest * (sumAbs(a) + sumAbs(b) + sumAbs(c) + sumAbs(d));
    if (sumAbs(determinant) < least)
      determinant = Complex(least);
    y[j] = (d * right0 - b * right1) / determinant;
    y[j + 1] = (a * right1 - c * right0) / determinant;
  }

  /// Keeps what grows from overflowing; length is free until the end.
  void shrink() {
    Real largest = 0;
    for (const Complex &x : y)
      largest = std::max(largest, sumAbs(x));
    if (largest < 1 / smallest)
      return;
    for (Complex &x : y)
      x /= largest;
  }

  const Matrix<T> &t;
  std::vector<Complex> values;
  Real smallest;
  Complex lambda;
  std::vector<Complex> y;
};
} // namespace

/// Length 1, and the largest element real.
template <typename Real>
static void normalise(std::complex<Real> *x, int64_t n) {
  Real length = norm(x, n);
  if (length == 0)
    return;
  int64_t largest = 0;
  for (int64_t i = 0; i < n; ++i) {
    x[i] /= length;
    if (squaredAbs(x[i]) > squaredAbs(x[largest]))
      largest = i;
  }
  if (x[largest].imag() == 0)
    return;
  std::complex<Real> turn = std::conj(x[largest]) / std::abs(x[largest]);
  for (int64_t i = 0; i < n; ++i)
    x[i] *= turn;
  x[largest].imag(0);
}

template <typename T>
Matrix<ComplexOf<T>> xla_runtime::findSchurEigenvectors(const Matrix<T> &t,
                                                        const Matrix<T> &z,
                                                        bool left) {
  int64_t n = t.rows;
  Matrix<T> form = t;
  if (left)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        form(i, j) = conjugate(t(n - 1 - j, n - 1 - i));
  Substitution<T> substitution(form);
  Matrix<ComplexOf<T>> vectors(n, n);
  for (int64_t k = 0; k < n; ++k) {
    std::vector<ComplexOf<T>> y = substitution.solve(left ? n - 1 - k : k);
    if (left)
      std::reverse(y.begin(), y.end());
    ComplexOf<T> *column = vectors.column(k);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        column[i] += ComplexOf<T>(z(i, j)) * y[j];
    normalise(column, n);
  }
  return vectors;
}

#define INSTANTIATE(T)                                                         \
  template Matrix<ComplexOf<T>> xla_runtime::findSchurEigenvectors(            \
      const Matrix<T> &, const Matrix<T> &, bool);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
