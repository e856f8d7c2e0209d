//===- Householder.cpp - Reflectors and what is built of them -------------===//
//
// QR factorisation, its Q, and the reduction to Hessenberg form, one column at
// a time. A column's vector stands below what it left there; its leading 1 is
// not stored.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>

using namespace xla_runtime;

template <typename T> T xla_runtime::makeReflector(T &alpha, T *x, int64_t n) {
  using Real = RealOf<T>;
  Real rest = norm(x, n);
  if (rest == 0 && imagPart(alpha) == 0)
    return T(0);
  // Where the whole vector is tiny its inverse would overflow: enlarge it.
  const Real safe = std::numeric_limits<Real>::min() / epsilon<T>;
  int64_t numEnlarged = 0;
  auto getLength = [&] {
    return std::hypot(std::hypot(realPart(alpha), imagPart(alpha)), rest);
  };
  while (getLength() < safe && numEnlarged < 20) {
    ++numEnlarged;
    for (int64_t i = 0; i < n; ++i)
      x[i] /= safe;
    alpha /= safe;
    rest = norm(x, n);
  }
  Real beta = -std::copysign(getLength(), realPart(alpha));
  T tau = (T(beta) - alpha) / beta;
  if constexpr (isComplex<T>)
    tau = {(beta - alpha.real()) / beta, -alpha.imag() / beta};
  T factor = T(1) / (alpha - T(beta));
  for (int64_t i = 0; i < n; ++i)
    x[i] *= factor;
  for (; numEnlarged > 0; --numEnlarged)
    beta *= safe;
  alpha = beta;
  return tau;
}

template <typename T>
void xla_runtime::reflectRows(MatrixView<T> c, const T *v, T tau) {
  if (tau == T(0) || c.rows == 0)
    return;
  for (int64_t j = 0; j < c.columns; ++j) {
    T *column = c.column(j);
    T sum = column[0];
    for (int64_t i = 1; i < c.rows; ++i)
      sum += conjugate(v[i]) * column[i];
    sum *= tau;
    column[0] -= sum;
    for (int64_t i = 1; i < c.rows; ++i)
      column[i] -= v[i] * sum;
  }
}

template <typename T>
void xla_runtime::reflectColumns(MatrixView<T> c, const T *v, T tau,
                                 std::vector<T> &work) {
  if (tau == T(0) || c.columns == 0)
    return;
  work.assign(c.column(0), c.column(0) + c.rows);
  for (int64_t j = 1; j < c.columns; ++j)
    for (int64_t i = 0; i < c.rows; ++i)
      work[i] += c(i, j) * v[j];
  for (int64_t i = 0; i < c.rows; ++i)
    c(i, 0) -= tau * work[i];
  for (int64_t j = 1; j < c.columns; ++j) {
    T factor = tau * conjugate(v[j]);
    for (int64_t i = 0; i < c.rows; ++i)
      c(i, j) -= work[i] * factor;
  }
}

template <typename T> void xla_runtime::factorQR(MatrixView<T> a, T *tau) {
  for (int64_t i = 0, e = std::min(a.rows, a.columns); i < e; ++i) {
    tau[i] = makeReflector(a(i, i), a.column(i) + i + 1, a.rows - i - 1);
    reflectRows(a.block(i, i + 1, a.rows - i, a.columns - i - 1),
                a.column(i) + i, conjugate(tau[i]));
  }
}

template <typename T>
void xla_runtime::factorPivotedQR(MatrixView<T> a, int32_t *pivots, T *tau) {
  std::vector<int32_t> order(a.columns);
  auto swapColumns = [&](int64_t j, int64_t k) {
    if (j == k)
      return;
    std::swap_ranges(a.column(j), a.column(j) + a.rows, a.column(k));
    std::swap(order[j], order[k]);
  };
  for (int64_t j = 0; j < a.columns; ++j)
    order[j] = j + 1;
  int64_t numFixed = 0;
  for (int64_t j = 0; j < a.columns; ++j)
    if (pivots[j] != 0)
      swapColumns(numFixed++, j);
  for (int64_t i = 0, e = std::min(a.rows, a.columns); i < e; ++i) {
    // Norms are taken anew: to update them saves time and costs digits.
    int64_t best = i;
    RealOf<T> largest = -1;
    for (int64_t j = i; i >= numFixed && j < a.columns; ++j)
      if (RealOf<T> length = norm(a.column(j) + i, a.rows - i);
          length > largest) {
        largest = length;
        best = j;
      }
    swapColumns(i, best);
    tau[i] = makeReflector(a(i, i), a.column(i) + i + 1, a.rows - i - 1);
    reflectRows(a.block(i, i + 1, a.rows - i, a.columns - i - 1),
                a.column(i) + i, conjugate(tau[i]));
  }
  std::copy(order.begin(), order.end(), pivots);
}

template <typename T>
void xla_runtime::formQ(MatrixView<T> a, const T *tau, int64_t count) {
  for (int64_t j = count; j < a.columns; ++j)
    for (int64_t i = 0; i < a.rows; ++i)
      a(i, j) = T(i == j);
  for (int64_t i = count; i-- > 0;) {
    reflectRows(a.block(i, i + 1, a.rows - i, a.columns - i - 1),
                a.column(i) + i, tau[i]);
    for (int64_t k = 0; k < a.rows; ++k)
      a(k, i) = k < i ? T(0) : k == i ? T(1) - tau[i] : -tau[i] * a(k, i);
  }
}

template <typename T>
void xla_runtime::multiplyByQ(MatrixView<T> a, const T *tau, int64_t count,
                              MatrixView<T> c, bool left, bool adjoint) {
  // Q = H0 H1 ...: the one next to c comes first.
  bool forward = left == adjoint;
  std::vector<T> work;
  for (int64_t step = 0; step < count; ++step) {
    int64_t i = forward ? step : count - 1 - step;
    T factor = adjoint ? conjugate(tau[i]) : tau[i];
    if (left)
      reflectRows(c.block(i, 0, c.rows - i, c.columns), a.column(i) + i,
                  factor);
    else
      reflectColumns(c.block(0, i, c.rows, c.columns - i), a.column(i) + i,
                     factor, work);
  }
}

template <typename T>
void xla_runtime::reduceToHessenberg(MatrixView<T> a, int64_t low, int64_t high,
                                     T *tau) {
  int64_t n = a.rows;
  for (int64_t i = 0; i + 1 < n; ++i)
    tau[i] = T(0);
  std::vector<T> work;
  for (int64_t i = low - 1; i + 1 < high; ++i) {
    int64_t size = high - i - 1;
    T *vector = a.column(i) + i + 1;
    tau[i] = makeReflector(vector[0], vector + 1, size - 1);
    reflectColumns(a.block(0, i + 1, high, size), vector, tau[i], work);
    reflectRows(a.block(i + 1, i + 1, size, n - i - 1), vector,
                conjugate(tau[i]));
  }
}

#define INSTANTIATE(T)                                                         \
  template T xla_runtime::makeReflector(T &, T *, int64_t);                    \
  template void xla_runtime::reflectRows(MatrixView<T>, const T *, T);         \
  template void xla_runtime::reflectColumns(MatrixView<T>, const T *, T,       \
                                            std::vector<T> &);                 \
  template void xla_runtime::factorQR(MatrixView<T>, T *);                     \
  template void xla_runtime::factorPivotedQR(MatrixView<T>, int32_t *, T *);   \
  template void xla_runtime::formQ(MatrixView<T>, const T *, int64_t);         \
  template void xla_runtime::multiplyByQ(MatrixView<T>, const T *, int64_t,    \
                                         MatrixView<T>, bool, bool);           \
  template void xla_runtime::reduceToHessenberg(MatrixView<T>, int64_t,        \
                                                int64_t, T *);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
