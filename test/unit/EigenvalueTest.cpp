//===- EigenvalueTest.cpp - Eigenvalues and singular values ---------------===//
//
// Decompositions of the run time against their definitions, for what is easy
// and for what is hard: repeated, zero, huge and tiny eigenvalues, matrices
// without enough eigenvectors, matrices that are not finite.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebraCall.h"

#include <gtest/gtest.h>

using namespace linalg;

namespace {
template <typename T> class Eigenvalues : public ::testing::Test {};
using Types =
    ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
} // namespace
TYPED_TEST_SUITE(Eigenvalues, Types);

template <typename T> static Array<T> hermitian(int64_t n, unsigned seed) {
  Array<T> a = Array<T>::random(n, n, seed), b = a.adjoint();
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] += b.data[i];
  return a;
}

template <typename T> static Array<T> diagonal(const std::vector<double> &d) {
  Array<T> a(d.size(), d.size());
  for (size_t i = 0; i < d.size(); ++i)
    a(i, i) = T(Real<T>(d[i]));
  return a;
}

template <typename T> static Array<T> scaled(Array<T> a, double factor) {
  for (T &x : a.data)
    x *= Real<T>(factor);
  return a;
}

//===----------------------------------------------------------------------===//
// Hermitian matrices
//===----------------------------------------------------------------------===//

/// Checks eigenvectors and eigenvalues of `a` against the definition.
template <typename T> static void checkHermitian(const Array<T> &a) {
  int64_t n = a.rows;
  Array<Real<T>> found[2];
  for (char uplo : {'L', 'U'}) {
    Array<T> given = a, v(n, n);
    for (int64_t i = 0; i < n; ++i) // the other triangle is not read
      for (int64_t j = 0; j < n; ++j)
        if (uplo == 'L' ? j > i : j < i)
          given(i, j) = T(std::nan(""));
    Array<Real<T>> w(n, 1);
    int32_t info = -1;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("syevd", "heevd"))
                          .matrix(given)
                          .letter("mode", 'V')
                          .letter("uplo", uplo)
                          .outMatrix(v)
                          .outVector(w)
                          .outScalar(info)
                          .run());
    EXPECT_EQ(n == 0 ? info : 0, info);
    Array<T> values(n, n);
    for (int64_t i = 0; i < n; ++i) {
      values(i, i) = w.data[i];
      if (i > 0) {
        EXPECT_LE(w.data[i - 1], w.data[i]);
      }
    }
    EXPECT_LT(orthogonality(v), 20);
    EXPECT_LT(residual(a * v, v * values), 30);
    // Without vectors the same values, up to rounding.
    Array<Real<T>> alone(n, 1);
    ASSERT_EQ(XLA_OK, Call(lapack<T>("syevd", "heevd"))
                          .matrix(given)
                          .letter("mode", 'N')
                          .letter("uplo", uplo)
                          .outMatrix(v)
                          .outVector(alone)
                          .outScalar(info)
                          .run());
    EXPECT_LT(residual(w, alone), 20);
  }
}

TYPED_TEST(Eigenvalues, Hermitian) {
  using T = TypeParam;
  for (int64_t n : {0, 1, 2, 3, 8, 25})
    checkHermitian(hermitian<T>(n, 20 + n));
}

TYPED_TEST(Eigenvalues, HermitianAtTheEdge) {
  using T = TypeParam;
  double large = std::sqrt(double(std::numeric_limits<Real<T>>::max())) * 4;
  checkHermitian(Array<T>(4, 4));
  checkHermitian(Array<T>::identity(5));
  checkHermitian(diagonal<T>({3, 1, 1, 2, 1}));
  checkHermitian(scaled(hermitian<T>(6, 30), large));
  checkHermitian(scaled(hermitian<T>(6, 31), 1 / large));
  // Rank one.
  Array<T> x = Array<T>::random(7, 1, 32);
  checkHermitian(x * x.adjoint());
  // Wilkinson's: pairs of eigenvalues that agree to many digits.
  Array<T> a = diagonal<T>(
      {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  for (int64_t i = 0; i + 1 < a.rows; ++i)
    a(i + 1, i) = a(i, i + 1) = T(1);
  checkHermitian(a);
}

TYPED_TEST(Eigenvalues, HermitianNotFinite) {
  using T = TypeParam;
  for (double bad : {std::nan(""), double(INFINITY)}) {
    Array<T> a = hermitian<T>(3, 33), v(3, 3);
    a(2, 1) = a(1, 2) = T(Real<T>(bad));
    Array<Real<T>> w(3, 1);
    int32_t info = 0;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("syevd", "heevd"))
                          .matrix(a)
                          .letter("mode", 'V')
                          .letter("uplo", 'L')
                          .outMatrix(v)
                          .outVector(w)
                          .outScalar(info)
                          .run());
    EXPECT_NE(0, info);
    for (Real<T> value : w.data)
      EXPECT_TRUE(std::isnan(value));
  }
}

TEST(EigenvalueTest, OtherInterfaces) {
  Array<float> a = hermitian<float>(4, 34), v(4, 4);
  Array<float> w(4, 1), values(4, 4);
  ASSERT_EQ(XLA_OK, Call("Eigh")
                        .matrix(a)
                        .text("1,1,15,0.000010")
                        .outMatrix(v)
                        .outVector(w)
                        .run());
  for (int64_t i = 0; i < 4; ++i)
    values(i, i) = w.data[i];
  EXPECT_LT(residual(a * v, v * values), 30);
  Array<float> qr(4, 4), tau(4, 1), q(4, 4);
  ASSERT_EQ(XLA_OK, Call("Qr").matrix(a).outMatrix(qr).outVector(tau).run());
  ASSERT_EQ(XLA_OK, Call("ProductOfElementaryHouseholderReflectors")
                        .matrix(qr)
                        .vector(tau)
                        .outMatrix(q)
                        .run());
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t j = 0; j < i; ++j)
      qr(i, j) = 0;
  EXPECT_LT(residual(a, q * qr), 10);
}

//===----------------------------------------------------------------------===//
// General matrices
//===----------------------------------------------------------------------===//

/// Calls gees; eigenvalues come as complex numbers.
template <typename T>
static int32_t callSchur(const Array<T> &a, Array<T> &t, Array<T> &z,
                         std::vector<std::complex<double>> &values) {
  int64_t n = a.rows;
  t = z = Array<T>(n, n);
  Array<T> w(n, 1), wi(n, 1);
  int32_t selected = -1, info = -1;
  Call call(lapack<T>("gees"));
  call.matrix(a)
      .letter("mode", 'V')
      .letter("sort", 'N')
      .outMatrix(t)
      .outMatrix(z)
      .outVector(w);
  if (!Traits<T>::isComplex)
    call.outVector(wi);
  EXPECT_EQ(XLA_OK, call.outScalar(selected).outScalar(info).run());
  values.clear();
  for (int64_t i = 0; i < n; ++i)
    values.push_back(std::complex<double>(w.data[i]) +
                     std::complex<double>(0, 1) *
                         std::complex<double>(wi.data[i]));
  return info;
}

/// Checks form, product and eigenvalues of a Schur decomposition.
template <typename T> static void checkSchur(const Array<T> &a) {
  int64_t n = a.rows;
  Array<T> t, z;
  std::vector<std::complex<double>> values;
  int32_t info = callSchur(a, t, z, values);
  EXPECT_EQ(n == 0 ? info : 0, info);
  EXPECT_LT(orthogonality(z), 30);
  EXPECT_LT(residual(a, z * t * z.adjoint()), 30);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < i; ++j) {
      if (j + 1 < i || Traits<T>::isComplex) {
        EXPECT_EQ(T(0), t(i, j));
        continue;
      }
      if (t(i, j) == T(0))
        continue;
      // A block of a pair, in its standard form; blocks do not touch.
      EXPECT_EQ(t(j, j), t(i, i));
      EXPECT_LT(std::real(t(i, j)) * std::real(t(j, i)), 0);
      if (i + 1 < n) {
        EXPECT_EQ(T(0), t(i + 1, i));
      }
      EXPECT_EQ(values[j], std::conj(values[i]));
      EXPECT_GT(values[j].imag(), 0);
    }
}

/// Checks left and right eigenvectors of `a`.
template <typename T>
static void checkEigenvectors(const Array<T> &a, double limit = 50) {
  using C = std::complex<Real<T>>;
  int64_t n = a.rows;
  Array<T> w(n, 1), wi(n, 1);
  Array<C> left(n, n), right(n, n), c = a.template as<C>(), values(n, n);
  int32_t info = -1;
  Call call(lapack<T>("geev"));
  call.matrix(a)
      .letter("compute_left", 'V')
      .letter("compute_right", 'V')
      .outVector(w);
  if (!Traits<T>::isComplex)
    call.outVector(wi);
  ASSERT_EQ(XLA_OK,
            call.outMatrix(left).outMatrix(right).outScalar(info).run());
  EXPECT_EQ(n == 0 ? info : 0, info);
  for (int64_t i = 0; i < n; ++i)
    values(i, i) = C(w.data[i]) + C(0, 1) * C(wi.data[i]);
  // Relative to |A|, as the vectors have length 1.
  double unit = double(std::max<int64_t>(n, 1)) * epsilon<T>() *
                std::max(norm(a), 1e-300);
  EXPECT_LT(norm(c * right - right * values), limit * unit);
  EXPECT_LT(norm(left.adjoint() * c - values * left.adjoint()), limit * unit);
  for (int64_t j = 0; j < n; ++j)
    for (const Array<C> *vectors : {&left, &right}) {
      double length = 0, largest = 0, imaginary = 1;
      for (int64_t i = 0; i < n; ++i) {
        double size = std::abs((*vectors)(i, j));
        length += size * size;
        largest = std::max(largest, size);
      }
      // Of several that are largest up to rounding, one is real.
      for (int64_t i = 0; i < n; ++i)
        if (C x = (*vectors)(i, j);
            std::abs(x) > largest * (1 - 20 * epsilon<T>()))
          imaginary = std::min(imaginary, double(std::abs(x.imag())));
      EXPECT_NEAR(1, length, 20 * epsilon<T>());
      EXPECT_EQ(0, imaginary);
    }
}

TYPED_TEST(Eigenvalues, General) {
  using T = TypeParam;
  for (int64_t n : {0, 1, 2, 3, 4, 8, 25}) {
    SCOPED_TRACE(n);
    Array<T> a = Array<T>::random(n, n, 40 + n);
    checkSchur(a);
    checkEigenvectors(a);
  }
}

TYPED_TEST(Eigenvalues, GeneralAtTheEdge) {
  using T = TypeParam;
  double large = std::sqrt(double(std::numeric_limits<Real<T>>::max())) * 4;
  checkSchur(Array<T>(4, 4));
  checkSchur(scaled(Array<T>::random(5, 5, 50), large));
  checkSchur(scaled(Array<T>::random(5, 5, 51), 1 / large));
  checkEigenvectors(diagonal<T>({2, 2, -1, 0}));
  // A cycle of five: QR steps without other shifts would turn it for ever.
  Array<T> cycle(5, 5);
  for (int64_t i = 0; i < 5; ++i)
    cycle(i, (i + 1) % 5) = T(1);
  checkSchur(cycle);
  checkEigenvectors(cycle);
  // A Jordan block has one eigenvector only, which all columns approach.
  Array<T> jordan = diagonal<T>({3, 3, 3});
  jordan(0, 1) = jordan(1, 2) = T(1);
  checkSchur(jordan);
  checkEigenvectors(jordan);
  // Blocks of 2 x 2 with real, equal and imaginary eigenvalues.
  for (auto [b, c] : {std::pair<double, double>{1, 0},
                      {0, 1},
                      {1, 1},
                      {1, -1},
                      {1e-6, 1},
                      {-1e-6, 1},
                      {1, 1e-12},
                      {1, -1e-12}}) {
    SCOPED_TRACE(std::to_string(b) + " " + std::to_string(c));
    for (double gap : {0., 1., 1e-7}) {
      Array<T> a = diagonal<T>({2, 2 + gap});
      a(0, 1) = T(Real<T>(b));
      a(1, 0) = T(Real<T>(c));
      Array<T> t, z;
      std::vector<std::complex<double>> values;
      EXPECT_EQ(0, callSchur(a, t, z, values));
      EXPECT_LT(residual(a, z * t * z.adjoint()), 30);
    }
  }
}

TYPED_TEST(Eigenvalues, GeneralNotFinite) {
  using T = TypeParam;
  Array<T> a = Array<T>::random(3, 3, 52), t, z;
  a(2, 0) = T(std::nan(""));
  std::vector<std::complex<double>> values;
  EXPECT_NE(0, callSchur(a, t, z, values));
  for (std::complex<double> value : values)
    EXPECT_TRUE(std::isnan(value.real()));
}

//===----------------------------------------------------------------------===//
// Singular values
//===----------------------------------------------------------------------===//

/// Checks all forms of the decomposition of `a`.
template <typename T> static void checkSingular(const Array<T> &a) {
  int64_t m = a.rows, n = a.columns, k = std::min(m, n);
  for (const char *routine : {"gesdd", "gesvd"})
    for (char mode : {'A', 'S', 'N'}) {
      SCOPED_TRACE(std::string(routine) + " " + mode);
      bool all = mode == 'A';
      Array<T> left(m, n), u(m, all ? m : k), vh(all ? n : k, n);
      Array<Real<T>> s(k, 1);
      int32_t info = -1;
      Call call(lapack<T>(routine));
      ASSERT_EQ(XLA_OK, call.matrix(a)
                            .letter("mode", mode)
                            .outMatrix(left)
                            .outVector(s)
                            .outMatrix(u)
                            .outMatrix(vh)
                            .outScalar(info)
                            .run())
          << call.message;
      EXPECT_EQ(0, info);
      Array<T> values(u.columns, vh.rows);
      for (int64_t i = 0; i < k; ++i) {
        EXPECT_GE(s.data[i], 0);
        if (i > 0) {
          EXPECT_GE(s.data[i - 1], s.data[i]);
        }
        values(i, i) = s.data[i];
      }
      if (mode == 'N')
        continue;
      EXPECT_LT(orthogonality(u), 20);
      EXPECT_LT(orthogonality(vh.adjoint()), 20);
      EXPECT_LT(residual(a, u * values * vh), 30);
    }
}

TYPED_TEST(Eigenvalues, Singular) {
  using T = TypeParam;
  for (auto [m, n] : {std::pair<int64_t, int64_t>{1, 1},
                      {1, 4},
                      {4, 1},
                      {2, 2},
                      {5, 3},
                      {3, 5},
                      {8, 8},
                      {20, 7},
                      {7, 20}}) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n));
    checkSingular(Array<T>::random(m, n, 60));
  }
}

TYPED_TEST(Eigenvalues, SingularAtTheEdge) {
  using T = TypeParam;
  double large = std::sqrt(double(std::numeric_limits<Real<T>>::max())) * 4;
  checkSingular(Array<T>(3, 2));
  checkSingular(Array<T>(2, 3));
  checkSingular(Array<T>::identity(4));
  checkSingular(scaled(Array<T>::random(5, 4, 61), large));
  checkSingular(scaled(Array<T>::random(5, 4, 62), 1 / large));
  // Rank two, and repeated singular values.
  checkSingular(Array<T>::random(6, 2, 63) * Array<T>::random(2, 5, 64));
  checkSingular(diagonal<T>({1, -1, 1, 2}));
}

// Small singular values are exact relative to themselves on graded matrices.
TYPED_TEST(Eigenvalues, SmallSingularValues) {
  using T = TypeParam;
  Array<T> a = diagonal<T>({1, 1e-8, 1e-16}), left(3, 3), u(3, 3), vh(3, 3);
  Array<Real<T>> s(3, 1);
  int32_t info = -1;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("gesdd"))
                        .matrix(a)
                        .letter("mode", 'A')
                        .outMatrix(left)
                        .outVector(s)
                        .outMatrix(u)
                        .outMatrix(vh)
                        .outScalar(info)
                        .run());
  EXPECT_NEAR(1e-16, s.data[2], 1e-16 * 8 * epsilon<T>());
}

TYPED_TEST(Eigenvalues, SingularNotFinite) {
  using T = TypeParam;
  for (double bad : {std::nan(""), double(INFINITY)}) {
    Array<T> a = Array<T>::random(3, 2, 65), left(3, 2), u(3, 3), vh(2, 2);
    a(1, 1) = T(Real<T>(bad));
    Array<Real<T>> s(2, 1);
    int32_t info = 0;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("gesdd"))
                          .matrix(a)
                          .letter("mode", 'A')
                          .outMatrix(left)
                          .outVector(s)
                          .outMatrix(u)
                          .outMatrix(vh)
                          .outScalar(info)
                          .run());
    EXPECT_EQ(-4, info);
    for (Real<T> value : s.data)
      EXPECT_TRUE(std::isnan(value));
  }
}
