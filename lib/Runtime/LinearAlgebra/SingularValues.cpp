//===- SingularValues.cpp - The singular value decomposition --------------===//
//
// A QR factorisation makes the matrix square; rotations of pairs of columns
// (Hestenes) then make them orthogonal: their lengths are the singular values,
// small ones too are exact relative to themselves.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>
#include <numeric>

using namespace xla_runtime;

static constexpr int maxSweeps = 60;

/// x^H y. The parts by themselves: a product of complex numbers looks for NaN
/// each time.
template <typename T> static T getProduct(const T *x, const T *y, int64_t n) {
  if constexpr (isComplex<T>) {
    RealOf<T> re = 0, im = 0;
    for (int64_t i = 0; i < n; ++i) {
      re += x[i].real() * y[i].real() + x[i].imag() * y[i].imag();
      im += x[i].real() * y[i].imag() - x[i].imag() * y[i].real();
    }
    return {re, im};
  } else {
    T sum(0);
    for (int64_t i = 0; i < n; ++i)
      sum += x[i] * y[i];
    return sum;
  }
}

/// The product of two columns, divided by their lengths.
template <typename T>
static T getCosine(const T *x, const T *y, int64_t n, RealOf<T> lengthX,
                   RealOf<T> lengthY) {
  // Products of tiny numbers would vanish.
  RealOf<T> scale = lengthX * lengthY;
  if (scale > std::numeric_limits<RealOf<T>>::min() / (epsilon<T> * epsilon<T>))
    return getProduct(x, y, n) / scale;
  T sum(0);
  for (int64_t i = 0; i < n; ++i)
    sum += conjugate(x[i] / lengthX) * (y[i] / lengthY);
  return sum;
}

/// Rotates columns p and q of `m` by (c, s) after q has been multiplied by the
/// conjugate of `phase`.
template <typename T>
static void rotate(Matrix<T> &m, int64_t p, int64_t q, RealOf<T> c, RealOf<T> s,
                   T phase) {
  T *left = m.column(p), *right = m.column(q);
  for (int64_t i = 0; i < m.rows; ++i) {
    T x = left[i], y = right[i] * conjugate(phase);
    left[i] = c * x - s * y;
    right[i] = s * x + c * y;
  }
}

/// Makes the columns of `m` orthogonal by rotations, which `v` collects.
/// Returns whether they settled.
template <typename T> static bool orthogonalise(Matrix<T> &m, Matrix<T> &v) {
  using Real = RealOf<T>;
  int64_t n = m.columns;
  const Real tolerance = epsilon<T> * std::sqrt(Real(std::max<int64_t>(n, 1)));
  std::vector<Real> lengths(n);
  for (int64_t j = 0; j < n; ++j)
    lengths[j] = norm(m.column(j), m.rows);
  for (int sweep = 0; sweep < maxSweeps; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p + 1 < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        Real lengthP = lengths[p], lengthQ = lengths[q];
        if (lengthP == 0 || lengthQ == 0)
          continue;
        T product =
            getCosine(m.column(p), m.column(q), m.rows, lengthP, lengthQ);
        Real size = std::abs(product);
        if (!(size > tolerance))
          continue;
        Real zeta = (lengthQ / lengthP - lengthP / lengthQ) / (2 * size);
        Real t = std::copysign(Real(1), zeta) /
                 (std::abs(zeta) + std::hypot(Real(1), zeta));
        Real c = 1 / std::sqrt(1 + t * t);
        rotated |= t != 0;
        T phase = product / size;
        rotate(m, p, q, c, c * t, phase);
        rotate(v, p, q, c, c * t, phase);
        lengths[p] = norm(m.column(p), m.rows);
        lengths[q] = norm(m.column(q), m.rows);
      }
    if (!rotated)
      return true;
  }
  return false;
}

/// Replaces the columns of `m` from `first` on by ones of length 1 that are
/// orthogonal to all others.
template <typename T> static void completeBasis(Matrix<T> &m, int64_t first) {
  std::vector<T> best;
  int64_t axis = 0;
  for (int64_t j = first; j < m.columns; ++j) {
    for (; axis < m.rows; ++axis) {
      std::vector<T> x(m.rows, T(0));
      x[axis] = T(1);
      // Twice: the first time leaves what rounding left.
      for (int pass = 0; pass < 2; ++pass)
        for (int64_t k = 0; k < j; ++k) {
          T along = getProduct(m.column(k), x.data(), m.rows);
          for (int64_t i = 0; i < m.rows; ++i)
            x[i] -= along * m(i, k);
        }
      RealOf<T> length = norm(x.data(), m.rows);
      // Some axis has at least this left, as the others' squares sum to 1.
      if (length * length * 2 * RealOf<T>(m.rows) < 1)
        continue;
      for (int64_t i = 0; i < m.rows; ++i)
        m(i, j) = x[i] / length;
      ++axis;
      break;
    }
  }
}

/// Divides columns by their lengths and sorts them, longest first; those of `v`
/// go along.
template <typename T>
static void sortColumns(Matrix<T> &m, Matrix<T> &v, RealOf<T> *values) {
  int64_t n = m.columns;
  std::vector<RealOf<T>> lengths(n);
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (int64_t j = 0; j < n; ++j)
    lengths[j] = norm(m.column(j), m.rows);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return lengths[i] != lengths[j] ? lengths[i] > lengths[j] : i < j;
  });
  Matrix<T> sortedM(m.rows, n), sortedV(v.rows, n);
  int64_t rank = 0;
  for (int64_t j = 0; j < n; ++j) {
    values[j] = lengths[order[j]];
    std::copy(v.column(order[j]), v.column(order[j]) + v.rows,
              sortedV.column(j));
    if (values[j] == 0)
      continue;
    rank = j + 1;
    for (int64_t i = 0; i < m.rows; ++i)
      sortedM(i, j) = m(i, order[j]) / values[j];
  }
  m = std::move(sortedM);
  v = std::move(sortedV);
  completeBasis(m, rank);
}

/// The decomposition of a finite matrix that has at least as many rows as
/// columns.
template <typename T>
static bool decomposeTall(Matrix<T> a, SingularVectors wanted,
                          RealOf<T> *values, Matrix<T> &u,
                          Matrix<T> &vAdjoint) {
  using Real = RealOf<T>;
  int64_t m = a.rows, n = a.columns;
  Real scale = getSafeScale(a.getMaximum());
  a.scale(scale);
  std::vector<T> tau(n);
  factorQR(a.view(), tau.data());
  // R^H: its columns are nearer to orthogonal than those of R.
  Matrix<T> rotated(n, n);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i <= j; ++i)
      rotated(j, i) = conjugate(a(i, j));
  Matrix<T> collected = Matrix<T>::identity(n);
  bool settled = orthogonalise(rotated, collected);
  sortColumns(rotated, collected, values);
  for (int64_t j = 0; j < n; ++j)
    values[j] /= scale;
  if (wanted == SingularVectors::None)
    return settled;
  // R^H collected = rotated S, so R = collected S rotated^H.
  vAdjoint = rotated.adjoint();
  int64_t columns = wanted == SingularVectors::All ? m : n;
  u = Matrix<T>(m, columns);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < m; ++i)
      u(i, j) = j < n ? (i < n ? collected(i, j) : T(0)) : T(i == j);
  multiplyByQ(a.view(), tau.data(), n, u.view(), /*left=*/true,
              /*adjoint=*/false);
  return settled;
}

template <typename T>
int32_t xla_runtime::findSingularValues(const Matrix<T> &a,
                                        SingularVectors wanted,
                                        RealOf<T> *values, Matrix<T> &u,
                                        Matrix<T> &vAdjoint) {
  using Real = RealOf<T>;
  int64_t n = std::min(a.rows, a.columns);
  if (!a.isFinite()) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    bool all = wanted == SingularVectors::All;
    std::fill(values, values + n, nan);
    u = Matrix<T>(a.rows, all ? a.rows : n);
    vAdjoint = Matrix<T>(all ? a.columns : n, a.columns);
    u.fill(T(nan));
    vAdjoint.fill(T(nan));
    return -4;
  }
  bool settled;
  if (a.rows >= a.columns) {
    settled = decomposeTall(a, wanted, values, u, vAdjoint);
  } else {
    // A^H = V S U^H.
    Matrix<T> v, uAdjoint;
    settled = decomposeTall(a.adjoint(), wanted, values, v, uAdjoint);
    u = uAdjoint.adjoint();
    vAdjoint = v.adjoint();
  }
  return settled ? 0 : 1;
}

#define INSTANTIATE(T)                                                         \
  template int32_t xla_runtime::findSingularValues(                            \
      const Matrix<T> &, SingularVectors, RealOf<T> *, Matrix<T> &,            \
      Matrix<T> &);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
