//===- SymmetricEigen.cpp - Eigenvalues of Hermitian matrices -------------===//
//
// Reduction to a real tridiagonal matrix by reflectors, then implicit QL steps
// on that, whose rotations the eigenvectors collect.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>
#include <numeric>

using namespace xla_runtime;

/// w := a v for a Hermitian matrix of which one triangle is there.
template <typename T>
static void multiplyHermitian(MatrixView<T> a, bool lower, const T *v, T *w) {
  int64_t n = a.rows;
  for (int64_t i = 0; i < n; ++i)
    w[i] = realPart(a(i, i)) * v[i];
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = j + 1; i < n; ++i) {
      T element = lower ? a(i, j) : conjugate(a(j, i));
      w[i] += element * v[j];
      w[j] += conjugate(element) * v[i];
    }
}

/// a := (1 - tau v v^H)^H a (1 - tau v v^H), in one triangle.
template <typename T>
static void reflectHermitian(MatrixView<T> a, bool lower, const T *v, T tau,
                             std::vector<T> &work) {
  int64_t n = a.rows;
  if (tau == T(0))
    return;
  work.assign(n, T(0));
  T *w = work.data();
  multiplyHermitian(a, lower, v, w);
  T product(0);
  for (int64_t i = 0; i < n; ++i) {
    w[i] *= tau;
    product += conjugate(w[i]) * v[i];
  }
  T half = -tau * product / RealOf<T>(2);
  for (int64_t i = 0; i < n; ++i)
    w[i] += half * v[i];
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = lower ? j : 0, e = lower ? n : j + 1; i < e; ++i)
      a(i, j) -= v[i] * conjugate(w[j]) + w[i] * conjugate(v[j]);
}

template <typename T>
void xla_runtime::reduceToTridiagonal(MatrixView<T> a, bool lower, RealOf<T> *d,
                                      RealOf<T> *e, T *tau) {
  int64_t n = a.rows;
  std::vector<T> vector, work;
  // One step leaves the row and column `outer`; `inner` stands next to it. The
  // matrix that is left is `rest`, in which v has its 1 at place `one`.
  auto step = [&](int64_t outer, int64_t inner, int64_t index,
                  MatrixView<T> rest, T *column, int64_t one) {
    int64_t size = rest.rows;
    tau[index] = makeReflector(a(inner, outer), one == 0 ? column + 1 : column,
                               size - 1);
    e[index] = realPart(a(inner, outer));
    vector.assign(column, column + size);
    vector[one] = T(1);
    reflectHermitian(rest, lower, vector.data(), tau[index], work);
    a(inner, outer) = T(e[index]);
  };
  if (lower)
    for (int64_t i = 0; i + 1 < n; ++i)
      step(i, i + 1, i, a.block(i + 1, i + 1, n - i - 1, n - i - 1),
           a.column(i) + i + 1, 0);
  else
    for (int64_t i = n - 1; i-- > 0;)
      step(i + 1, i, i, a.block(0, 0, i + 1, i + 1), a.column(i + 1), i);
  for (int64_t i = 0; i < n; ++i) {
    d[i] = realPart(a(i, i));
    a(i, i) = T(d[i]);
  }
}

/// Applies the rotation (c, s) to columns `j` and `j + 1`.
template <typename T>
static void rotateColumns(Matrix<T> &z, int64_t j, RealOf<T> c, RealOf<T> s) {
  T *left = z.column(j), *right = z.column(j + 1);
  for (int64_t i = 0; i < z.rows; ++i) {
    T other = right[i];
    right[i] = s * left[i] + c * other;
    left[i] = c * left[i] - s * other;
  }
}

/// One implicit QL step on rows `first` to `last` of the tridiagonal (d, e).
template <typename T>
static void stepQL(std::vector<RealOf<T>> &d, std::vector<RealOf<T>> &e,
                   int64_t first, int64_t last, Matrix<T> *z) {
  using Real = RealOf<T>;
  // The shift is the eigenvalue of the leading 2 x 2 block nearer to d[first].
  Real half = (d[first + 1] - d[first]) / (2 * e[first]);
  Real root = std::hypot(half, Real(1));
  Real shifted =
      d[last] - d[first] + e[first] / (half + std::copysign(root, half));
  Real s = 1, c = 1, lost = 0;
  for (int64_t i = last; i-- > first;) {
    Real bulge = s * e[i], along = c * e[i];
    Real length = std::hypot(bulge, shifted);
    e[i + 1] = length;
    if (length == 0) {
      // It splits here: the rest is for the next step.
      d[i + 1] -= lost;
      e[last] = 0;
      return;
    }
    s = bulge / length;
    c = shifted / length;
    Real diagonal = d[i + 1] - lost;
    Real mixed = (d[i] - diagonal) * s + 2 * c * along;
    lost = s * mixed;
    d[i + 1] = diagonal + lost;
    shifted = c * mixed - along;
    if (z)
      rotateColumns(*z, i, c, s);
  }
  d[first] -= lost;
  e[first] = shifted;
  e[last] = 0;
}

/// Eigenvalues of a tridiagonal matrix in `d`; returns how many were not found.
template <typename T>
static int32_t findTridiagonalEigen(std::vector<RealOf<T>> &d,
                                    std::vector<RealOf<T>> &e, Matrix<T> *z) {
  using Real = RealOf<T>;
  int64_t n = d.size();
  const Real tiny = std::numeric_limits<Real>::min();
  for (int64_t first = 0; first < n; ++first) {
    for (int numSteps = 0;; ++numSteps) {
      int64_t last = first;
      while (last + 1 < n &&
             std::abs(e[last]) >
                 epsilon<T> * (std::abs(d[last]) + std::abs(d[last + 1])) / 2 +
                     tiny)
        ++last;
      if (last == first)
        break;
      if (numSteps == 60)
        return static_cast<int32_t>(n - first);
      stepQL(d, e, first, last, z);
    }
  }
  return 0;
}

/// Sorts eigenvalues in ascending order, their vectors with them.
template <typename T>
static void sortEigenvalues(std::vector<RealOf<T>> &d, Matrix<T> *z) {
  std::vector<int64_t> order(d.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return d[i] != d[j] ? d[i] < d[j] : i < j;
  });
  std::vector<RealOf<T>> values;
  for (int64_t i : order)
    values.push_back(d[i]);
  if (z) {
    Matrix<T> sorted(z->rows, z->columns);
    for (size_t j = 0; j < order.size(); ++j)
      std::copy(z->column(order[j]), z->column(order[j]) + z->rows,
                sorted.column(j));
    *z = std::move(sorted);
  }
  d = std::move(values);
}

template <typename T>
int32_t xla_runtime::findSymmetricEigen(Matrix<T> &a, bool lower,
                                        bool wantVectors, RealOf<T> *values) {
  using Real = RealOf<T>;
  int64_t n = a.rows;
  if (n == 0)
    return 0;
  // One triangle is the program's, the other is made of it.
  for (int64_t j = 0; j < n; ++j) {
    a(j, j) = T(realPart(a(j, j)));
    for (int64_t i = j + 1; i < n; ++i)
      if (lower)
        a(j, i) = conjugate(a(i, j));
      else
        a(i, j) = conjugate(a(j, i));
  }
  if (!a.isFinite()) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    a.fill(T(nan));
    std::fill(values, values + n, nan);
    return 1;
  }
  Real scale = getSafeScale(a.getMaximum());
  a.scale(scale);
  std::vector<Real> d(n), e(n);
  std::vector<T> tau(n);
  reduceToTridiagonal(a.view(), /*lower=*/true, d.data(), e.data(), tau.data());
  Matrix<T> z;
  if (wantVectors) {
    // The reflectors leave the first coordinate alone.
    z = Matrix<T>::identity(n);
    MatrixView<T> inner = z.view().block(1, 1, n - 1, n - 1);
    for (int64_t j = 0; j + 1 < n; ++j)
      for (int64_t i = j + 1; i + 1 < n; ++i)
        inner(i, j) = a(i + 1, j);
    formQ(inner, tau.data(), n - 1);
  }
  int32_t info = findTridiagonalEigen<T>(d, e, wantVectors ? &z : nullptr);
  sortEigenvalues<T>(d, wantVectors ? &z : nullptr);
  for (int64_t i = 0; i < n; ++i)
    values[i] = d[i] / scale;
  if (wantVectors)
    a = std::move(z);
  return info;
}

#define INSTANTIATE(T)                                                         \
  template void xla_runtime::reduceToTridiagonal(                              \
      MatrixView<T>, bool, RealOf<T> *, RealOf<T> *, T *);                     \
  template int32_t xla_runtime::findSymmetricEigen(Matrix<T> &, bool, bool,    \
                                                   RealOf<T> *);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
