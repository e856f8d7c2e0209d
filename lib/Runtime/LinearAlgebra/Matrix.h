//===- Matrix.h - Matrices in column-major order ----------------*- C++ -*-===//
//
// What the algorithms of this folder work on: `T` is float, double or a complex
// of them. A view does not own its elements; its columns may lie further apart
// than they are long.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_LINEARALGEBRA_MATRIX_H
#define XLA_LIB_RUNTIME_LINEARALGEBRA_MATRIX_H

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace xla_runtime {

template <typename T> struct ScalarTraits {
  using Real = T;
  static constexpr bool isComplex = false;
};
template <typename T> struct ScalarTraits<std::complex<T>> {
  using Real = T;
  static constexpr bool isComplex = true;
};
template <typename T> using RealOf = typename ScalarTraits<T>::Real;
template <typename T> constexpr bool isComplex = ScalarTraits<T>::isComplex;
template <typename T> using ComplexOf = std::complex<RealOf<T>>;

template <typename T> T conjugate(T x) {
  if constexpr (isComplex<T>)
    return std::conj(x);
  else
    return x;
}
template <typename T> RealOf<T> realPart(T x) {
  if constexpr (isComplex<T>)
    return x.real();
  else
    return x;
}
template <typename T> RealOf<T> imagPart(T x) {
  if constexpr (isComplex<T>)
    return x.imag();
  else
    return 0;
}
template <typename T> RealOf<T> squaredAbs(T x) {
  return realPart(x) * realPart(x) + imagPart(x) * imagPart(x);
}
/// A norm that is cheaper than the absolute value: |re| + |im|.
template <typename T> RealOf<T> sumAbs(T x) {
  return std::abs(realPart(x)) + std::abs(imagPart(x));
}
template <typename T> bool isFinite(T x) {
  return std::isfinite(realPart(x)) && std::isfinite(imagPart(x));
}

/// Distance of 1 to the next number.
template <typename T>
constexpr RealOf<T> epsilon = std::numeric_limits<RealOf<T>>::epsilon();

template <typename T> class MatrixView {
public:
  MatrixView(T *data, int64_t rows, int64_t columns, int64_t distance)
      : rows(rows), columns(columns), data(data), distance(distance) {}

  T &operator()(int64_t i, int64_t j) const { return data[i + j * distance]; }
  T *column(int64_t j) const { return data + j * distance; }
  /// Rows from `i`, columns from `j`.
  MatrixView block(int64_t i, int64_t j, int64_t numRows,
                   int64_t numColumns) const {
    return {data + i + j * distance, numRows, numColumns, distance};
  }

  int64_t rows, columns;

private:
  T *data;
  int64_t distance;
};

/// A matrix that owns its elements, zero at first.
template <typename T> class Matrix {
public:
  Matrix() : Matrix(0, 0) {}
  Matrix(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), data(rows * columns) {}
  static Matrix identity(int64_t n) {
    Matrix result(n, n);
    for (int64_t i = 0; i < n; ++i)
      result(i, i) = T(1);
    return result;
  }

  T &operator()(int64_t i, int64_t j) { return data[i + j * rows]; }
  const T &operator()(int64_t i, int64_t j) const { return data[i + j * rows]; }
  T *column(int64_t j) { return data.data() + j * rows; }
  operator MatrixView<T>() { return {data.data(), rows, columns, rows}; }
  MatrixView<T> view() { return *this; }

  /// The conjugate transpose.
  Matrix adjoint() const {
    Matrix result(columns, rows);
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i)
        result(j, i) = conjugate((*this)(i, j));
    return result;
  }

  /// The product with `other`.
  Matrix times(const Matrix &other) const {
    Matrix result(rows, other.columns);
    for (int64_t j = 0; j < other.columns; ++j)
      for (int64_t k = 0; k < columns; ++k) {
        T factor = other(k, j);
        for (int64_t i = 0; i < rows; ++i)
          result(i, j) += (*this)(i, k) * factor;
      }
    return result;
  }

  bool isFinite() const {
    for (const T &x : data)
      if (!xla_runtime::isFinite(x))
        return false;
    return true;
  }
  void fill(T value) { data.assign(data.size(), value); }
  void scale(RealOf<T> factor) {
    for (T &x : data)
      x *= factor;
  }
  /// The largest |re| + |im|.
  RealOf<T> getMaximum() const {
    RealOf<T> largest = 0;
    for (const T &x : data)
      largest = std::max(largest, sumAbs(x));
    return largest;
  }

  int64_t rows, columns;
  std::vector<T> data;
};

/// The Euclidean norm of `n` numbers, without overflow in between. Not finite
/// if one of them is not.
template <typename T> RealOf<T> norm(const T *x, int64_t n) {
  using Real = RealOf<T>;
  using Limits = std::numeric_limits<Real>;
  Real sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += squaredAbs(x[i]);
  // Squares that vanish beside this sum are none of its digits.
  if (sum < Limits::max() && sum > Limits::min() / (epsilon<T> * epsilon<T>))
    return std::sqrt(sum);
  Real largest = 0;
  for (int64_t i = 0; i < n; ++i) {
    Real size = sumAbs(x[i]);
    if (!std::isfinite(size))
      return size;
    largest = std::max(largest, size);
  }
  if (largest == 0)
    return 0;
  sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += squaredAbs(x[i] / largest);
  return largest * std::sqrt(sum);
}

/// A factor by which a matrix is safe to square: a power of two, 1 in
/// most cases. `largest` is the matrix's `getMaximum`, which may be infinite.
/// To divide by the factor is exact but for what over- or underflows.
template <typename Real> Real getSafeScale(Real largest) {
  if (largest == 0)
    return 1;
  // Of the powers of two whose inverse is a number.
  constexpr int maxExponent = std::numeric_limits<Real>::max_exponent - 1;
  if (std::isinf(largest))
    return std::ldexp(Real(1), -maxExponent);
  Real limit = std::sqrt(std::numeric_limits<Real>::max()) / 1024;
  if (largest < limit && largest > 1 / limit)
    return 1;
  // Subnormal numbers need more than there is, but have few digits to lose.
  return std::ldexp(Real(1), std::min(-std::ilogb(largest), maxExponent));
}

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_LINEARALGEBRA_MATRIX_H
