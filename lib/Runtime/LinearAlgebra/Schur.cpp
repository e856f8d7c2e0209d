//===- Schur.cpp - The Schur form of a general matrix ---------------------===//
//
// Reduction to Hessenberg form, then shifted QR steps: two shifts at once on
// real matrices, so that they stay real, one on complex ones.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>

using namespace xla_runtime;

static constexpr int maxSteps = 60;

namespace {
/// The form in the making: `t` and, if wanted, the vectors `z`.
template <typename T> struct Form {
  Matrix<T> &t;
  Matrix<T> *z;
  /// What counts as the size of a block of zeros.
  RealOf<T> size;

  int64_t n() const { return t.rows; }
};
} // namespace

/// The start of the part that ends with row `last` and has no zero below its
/// diagonal; the zero before it is made exact.
template <typename T> static int64_t findStart(Form<T> &form, int64_t last) {
  Matrix<T> &t = form.t;
  int64_t first = last;
  for (; first > 0; --first) {
    RealOf<T> around =
        sumAbs(t(first - 1, first - 1)) + sumAbs(t(first, first));
    if (around == 0)
      around = form.size;
    if (sumAbs(t(first, first - 1)) > epsilon<T> * around)
      continue;
    t(first, first - 1) = T(0);
    break;
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Real matrices
//===----------------------------------------------------------------------===//

/// Applies a rotation to rows and columns i and i + 1.
template <typename T> static void rotate(Form<T> &form, int64_t i, T c, T s) {
  Matrix<T> &t = form.t;
  for (int64_t j = i; j < form.n(); ++j) {
    T upper = t(i, j), lower = t(i + 1, j);
    t(i, j) = c * upper + s * lower;
    t(i + 1, j) = c * lower - s * upper;
  }
  auto turn = [&](Matrix<T> &m, int64_t numRows) {
    for (int64_t k = 0; k < numRows; ++k) {
      T left = m(k, i), right = m(k, i + 1);
      m(k, i) = c * left + s * right;
      m(k, i + 1) = c * right - s * left;
    }
  };
  turn(t, i + 2);
  if (form.z)
    turn(*form.z, form.n());
}

/// Makes the block at i, i + 1 upper triangular if its eigenvalues are real;
/// else gives it equal diagonal elements.
template <typename T> static void standardise(Form<T> &form, int64_t i) {
  Matrix<T> &t = form.t;
  T a = t(i, i), b = t(i, i + 1), c = t(i + 1, i), d = t(i + 1, i + 1);
  if (c == 0)
    return;
  T half = (a - d) / 2;
  T scale = std::max({std::abs(half), std::abs(b), std::abs(c)});
  // (half^2 + b c) / scale^2, of which the sign tells what eigenvalues are.
  T root = half / scale * (half / scale) + b / scale * (c / scale);
  if (root >= 0) {
    // (z, c) is an eigenvector of d + z; the rotation makes it the first axis.
    T z = half + std::copysign(scale * std::sqrt(root), half);
    T length = std::hypot(z, c);
    rotate(form, i, z / length, c / length);
    t(i + 1, i) = 0;
    t(i, i) = d + z;
    if (z != 0)
      t(i + 1, i + 1) = d - b / z * c;
    return;
  }
  if (half == 0)
    return;
  // The angle that makes the diagonal equal: tan(2 x) = (a - d) / -(b + c).
  T sum = b + c;
  T length = std::hypot(sum, 2 * half);
  T cosine = std::sqrt((1 + std::abs(sum) / length) / 2);
  T sine = -half / (length * cosine) * std::copysign(T(1), sum);
  rotate(form, i, cosine, sine);
  T mean = (t(i, i) + t(i + 1, i + 1)) / 2;
  t(i, i) = t(i + 1, i + 1) = mean;
}

/// One QR step with both shifts on rows `first` to `last`; `sum` and `product`
/// are those of the shifts.
template <typename T>
static void stepDouble(Form<T> &form, int64_t first, int64_t last, T sum,
                       T product) {
  Matrix<T> &t = form.t;
  int64_t n = form.n();
  std::vector<T> work;
  // The first column of (t - shift)(t - other shift), scaled.
  T vector[3];
  T below = t(first + 1, first);
  vector[0] = (t(first, first) * (t(first, first) - sum) + product) / below +
              t(first, first + 1);
  vector[1] = t(first, first) + t(first + 1, first + 1) - sum;
  vector[2] = t(first + 2, first + 1);
  for (int64_t k = first; k < last; ++k) {
    int64_t size = std::min<int64_t>(3, last - k + 1);
    if (k > first)
      for (int64_t i = 0; i < size; ++i)
        vector[i] = t(k + i, k - 1);
    T tau = makeReflector(vector[0], vector + 1, size - 1);
    if (k > first) {
      t(k, k - 1) = vector[0];
      for (int64_t i = 1; i < size; ++i)
        t(k + i, k - 1) = 0;
    }
    reflectRows(t.view().block(k, k, size, n - k), vector, tau);
    int64_t numRows = std::min(k + 4, last + 1);
    reflectColumns(t.view().block(0, k, numRows, size), vector, tau, work);
    if (form.z)
      reflectColumns(form.z->view().block(0, k, n, size), vector, tau, work);
  }
}

template <typename T> static int32_t iterateReal(Form<T> &form) {
  Matrix<T> &t = form.t;
  int numSteps = 0;
  for (int64_t last = form.n() - 1; last > 0;) {
    int64_t first = findStart(form, last);
    if (first + 1 >= last) {
      if (first + 1 == last)
        standardise(form, first);
      last = first - 1;
      numSteps = 0;
      continue;
    }
    if (++numSteps > maxSteps)
      return static_cast<int32_t>(last + 1);
    T a = t(last - 1, last - 1), d = t(last, last);
    T product = a * d - t(last - 1, last) * t(last, last - 1);
    T sum = a + d;
    if (numSteps % 10 == 0) {
      // Where steps go in circles, shifts of another kind lead out.
      T size = std::abs(t(last, last - 1)) + std::abs(t(last - 1, last - 2));
      sum = T(1.5) * size + 2 * d;
      product =
          (d + T(0.75) * size) * (d + T(0.75) * size) + T(0.4375) * size * size;
    }
    stepDouble(form, first, last, sum, product);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Complex matrices
//===----------------------------------------------------------------------===//

/// One QR step with one shift on rows `first` to `last`.
template <typename T>
static void stepSingle(Form<T> &form, int64_t first, int64_t last, T shift) {
  Matrix<T> &t = form.t;
  int64_t n = form.n();
  std::vector<T> work;
  T vector[2] = {t(first, first) - shift, t(first + 1, first)};
  for (int64_t k = first; k < last; ++k) {
    if (k > first) {
      vector[0] = t(k, k - 1);
      vector[1] = t(k + 1, k - 1);
    }
    T tau = makeReflector(vector[0], vector + 1, 1);
    if (k > first) {
      t(k, k - 1) = vector[0];
      t(k + 1, k - 1) = T(0);
    }
    reflectRows(t.view().block(k, k, 2, n - k), vector, conjugate(tau));
    int64_t numRows = std::min(k + 3, last + 1);
    reflectColumns(t.view().block(0, k, numRows, 2), vector, tau, work);
    if (form.z)
      reflectColumns(form.z->view().block(0, k, n, 2), vector, tau, work);
  }
}

template <typename T> static int32_t iterateComplex(Form<T> &form) {
  Matrix<T> &t = form.t;
  int numSteps = 0;
  for (int64_t last = form.n() - 1; last > 0;) {
    int64_t first = findStart(form, last);
    if (first == last) {
      --last;
      numSteps = 0;
      continue;
    }
    if (++numSteps > maxSteps)
      return static_cast<int32_t>(last + 1);
    // The eigenvalue of the last 2 x 2 block that is nearer to its corner.
    T a = t(last - 1, last - 1), d = t(last, last);
    T off = t(last - 1, last) * t(last, last - 1);
    T half = (a - d) / RealOf<T>(2);
    T root = std::sqrt(half * half + off);
    if (realPart(half * conjugate(root)) < 0)
      root = -root;
    T far = half + root;
    T shift = far == T(0) ? d : d - off / far;
    if (numSteps % 10 == 0)
      shift = d + T(RealOf<T>(0.75) * sumAbs(t(last, last - 1)));
    stepSingle(form, first, last, shift);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

template <typename T>
int32_t xla_runtime::findSchurForm(Matrix<T> &a, Matrix<T> &z,
                                   bool wantVectors) {
  using Real = RealOf<T>;
  int64_t n = a.rows;
  z = Matrix<T>(wantVectors ? n : 0, wantVectors ? n : 0);
  if (n == 0)
    return 0;
  if (!a.isFinite()) {
    T nan(std::numeric_limits<Real>::quiet_NaN());
    a.fill(nan);
    z.fill(nan);
    return static_cast<int32_t>(n);
  }
  Real scale = getSafeScale(a.getMaximum());
  a.scale(scale);
  std::vector<T> tau(n);
  reduceToHessenberg(a.view(), 1, n, tau.data());
  if (wantVectors) {
    z = Matrix<T>::identity(n);
    MatrixView<T> inner = z.view().block(1, 1, n - 1, n - 1);
    for (int64_t j = 0; j + 1 < n; ++j)
      for (int64_t i = j + 1; i + 1 < n; ++i)
        inner(i, j) = a(i + 1, j);
    formQ(inner, tau.data(), n - 1);
  }
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = j + 2; i < n; ++i)
      a(i, j) = T(0);
  Form<T> form = {a, wantVectors ? &z : nullptr, a.getMaximum()};
  int32_t info;
  if constexpr (isComplex<T>)
    info = iterateComplex(form);
  else
    info = iterateReal(form);
  a.scale(1 / scale); // A power of two: exact.
  return info;
}

template <typename T>
std::vector<ComplexOf<T>> xla_runtime::getSchurEigenvalues(const Matrix<T> &t) {
  std::vector<ComplexOf<T>> values;
  for (int64_t i = 0; i < t.rows; ++i) {
    if constexpr (!isComplex<T>) {
      if (i + 1 < t.rows && t(i + 1, i) != 0) {
        T imaginary =
            std::sqrt(std::abs(t(i, i + 1))) * std::sqrt(std::abs(t(i + 1, i)));
        values.push_back({t(i, i), imaginary});
        values.push_back({t(i, i), -imaginary});
        ++i;
        continue;
      }
    }
    values.push_back(ComplexOf<T>(t(i, i)));
  }
  return values;
}

#define INSTANTIATE(T)                                                         \
  template int32_t xla_runtime::findSchurForm(Matrix<T> &, Matrix<T> &, bool); \
  template std::vector<ComplexOf<T>> xla_runtime::getSchurEigenvalues(         \
      const Matrix<T> &);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
