//===- Solvers.cpp - Triangular factors and solves ------------------------===//
//
// Cholesky and LU factors, triangular and tridiagonal systems. What is not
// finite goes through as arithmetic says; only pivots are looked at.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebra.h"

#include <algorithm>

using namespace xla_runtime;

template <typename T>
int32_t xla_runtime::factorCholesky(MatrixView<T> a, bool lower) {
  // The upper factor is the adjoint of the lower one: the same steps hold for
  // conjugated numbers.
  auto at = [&](int64_t i, int64_t j) -> T & {
    return lower ? a(i, j) : a(j, i);
  };
  for (int64_t j = 0; j < a.rows; ++j) {
    RealOf<T> pivot = realPart(at(j, j));
    for (int64_t k = 0; k < j; ++k)
      pivot -= squaredAbs(at(j, k));
    at(j, j) = T(pivot);
    if (!(pivot > 0)) // NaN included
      return static_cast<int32_t>(j + 1);
    pivot = std::sqrt(pivot);
    at(j, j) = T(pivot);
    for (int64_t i = j + 1; i < a.rows; ++i) {
      T sum = at(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= at(i, k) * conjugate(at(j, k));
      at(i, j) = sum / pivot;
    }
  }
  return 0;
}

template <typename T>
int32_t xla_runtime::factorLU(MatrixView<T> a, int32_t *pivots) {
  int32_t info = 0;
  for (int64_t j = 0, e = std::min(a.rows, a.columns); j < e; ++j) {
    int64_t best = j;
    for (int64_t i = j + 1; i < a.rows; ++i)
      if (sumAbs(a(i, j)) > sumAbs(a(best, j)))
        best = i;
    pivots[j] = static_cast<int32_t>(best + 1);
    if (a(best, j) == T(0)) {
      if (info == 0)
        info = static_cast<int32_t>(j + 1);
      continue;
    }
    if (best != j)
      for (int64_t k = 0; k < a.columns; ++k)
        std::swap(a(j, k), a(best, k));
    for (int64_t i = j + 1; i < a.rows; ++i)
      a(i, j) /= a(j, j);
    for (int64_t k = j + 1; k < a.columns; ++k) {
      T factor = a(j, k);
      if (factor == T(0))
        continue;
      for (int64_t i = j + 1; i < a.rows; ++i)
        a(i, k) -= a(i, j) * factor;
    }
  }
  return info;
}

template <typename T>
void xla_runtime::solveTriangular(MatrixView<T> a, MatrixView<T> b,
                                  bool leftSide, bool lower, bool unitDiagonal,
                                  TriangleForm form) {
  auto at = [&](int64_t i, int64_t j) {
    return form == TriangleForm::Plain        ? a(i, j)
           : form == TriangleForm::Transposed ? a(j, i)
                                              : conjugate(a(j, i));
  };
  int64_t n = a.rows;
  // The triangle of op(a), and with it the side from which the unknowns come:
  // x op(a) = b reads op(a) by columns, the other way round.
  bool isLower = lower == (form == TriangleForm::Plain);
  bool forward = isLower == leftSide;
  int64_t numSystems = leftSide ? b.columns : b.rows;
  for (int64_t system = 0; system < numSystems; ++system) {
    auto x = [&](int64_t i) -> T & {
      return leftSide ? b(i, system) : b(system, i);
    };
    for (int64_t step = 0; step < n; ++step) {
      int64_t i = forward ? step : n - 1 - step;
      if (!unitDiagonal)
        x(i) /= at(i, i);
      T known = x(i);
      for (int64_t next = step + 1; next < n; ++next) {
        int64_t j = forward ? next : n - 1 - next;
        x(j) -= (leftSide ? at(j, i) : at(i, j)) * known;
      }
    }
  }
}

template <typename T>
int32_t xla_runtime::solveTridiagonal(T *lower, T *diagonal, T *upper,
                                      MatrixView<T> b) {
  int64_t n = b.rows;
  for (int64_t i = 0; i + 1 < n; ++i) {
    bool hasSecond = i + 2 < n;
    if (sumAbs(diagonal[i]) >= sumAbs(lower[i])) {
      if (diagonal[i] == T(0))
        return static_cast<int32_t>(i + 1);
      T factor = lower[i] / diagonal[i];
      diagonal[i + 1] -= factor * upper[i];
      for (int64_t j = 0; j < b.columns; ++j)
        b(i + 1, j) -= factor * b(i, j);
      if (hasSecond)
        lower[i] = T(0);
      continue;
    }
    // The row below has the larger pivot: exchange the two.
    T factor = diagonal[i] / lower[i];
    diagonal[i] = lower[i];
    T below = diagonal[i + 1];
    diagonal[i + 1] = upper[i] - factor * below;
    upper[i] = below;
    if (hasSecond) {
      lower[i] = upper[i + 1];
      upper[i + 1] = -factor * upper[i + 1];
    }
    for (int64_t j = 0; j < b.columns; ++j) {
      T above = b(i, j);
      b(i, j) = b(i + 1, j);
      b(i + 1, j) = above - factor * b(i, j);
    }
  }
  if (n > 0 && diagonal[n - 1] == T(0))
    return static_cast<int32_t>(n);
  for (int64_t j = 0; j < b.columns; ++j)
    for (int64_t i = n; i-- > 0;) {
      if (i + 1 < n)
        b(i, j) -= upper[i] * b(i + 1, j);
      if (i + 2 < n)
        b(i, j) -= lower[i] * b(i + 2, j);
      b(i, j) /= diagonal[i];
    }
  return 0;
}

#define INSTANTIATE(T)                                                         \
  template int32_t xla_runtime::factorCholesky(MatrixView<T>, bool);           \
  template int32_t xla_runtime::factorLU(MatrixView<T>, int32_t *);            \
  template void xla_runtime::solveTriangular(MatrixView<T>, MatrixView<T>,     \
                                             bool, bool, bool, TriangleForm);  \
  template int32_t xla_runtime::solveTridiagonal(T *, T *, T *, MatrixView<T>);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
