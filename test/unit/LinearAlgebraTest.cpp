//===- LinearAlgebraTest.cpp - Factorisations of the run time -------------===//
//
// Results are held against their definitions: products give the matrix back,
// factors have their shape, solutions solve. Limits are in units of rounding
// times the order.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebraCall.h"

#include <gtest/gtest.h>

using namespace linalg;

namespace {
template <typename T> class LinearAlgebra : public ::testing::Test {};
using Types =
    ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
} // namespace
TYPED_TEST_SUITE(LinearAlgebra, Types);

/// Sizes of all kinds: none, one, tall, wide, square.
static const std::pair<int64_t, int64_t> kShapes[] = {
    {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 4},  {4, 1},
    {2, 2}, {5, 3}, {3, 5}, {8, 8}, {17, 17}};

/// The upper triangle, or with `below` = 1 the Hessenberg part.
template <typename T> static Array<T> upper(Array<T> a, int64_t below = 0) {
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < std::min(a.columns, i - below); ++j)
      a(i, j) = T(0);
  return a;
}

template <typename T> static Array<T> hermitian(int64_t n, unsigned seed) {
  Array<T> a = Array<T>::random(n, n, seed), b = a.adjoint();
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] += b.data[i];
  return a;
}

/// Makes the square Q of reflectors below the diagonal of `qr`.
template <typename T>
static Array<T> makeQ(const Array<T> &qr, const Array<T> &tau) {
  Array<T> q = Array<T>::identity(qr.rows), product = q;
  EXPECT_EQ(XLA_OK, Call(lapack<T>("ormqr", "unmqr"))
                        .matrix(qr)
                        .vector(tau)
                        .matrix(q)
                        .number("left", 1)
                        .number("transpose", 0)
                        .outMatrix(product)
                        .run());
  return product;
}

TYPED_TEST(LinearAlgebra, QR) {
  using T = TypeParam;
  for (auto [m, n] : kShapes) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n));
    int64_t k = std::min(m, n);
    Array<T> a = Array<T>::random(m, n, 1), qr(m, n), tau(k, 1);
    ASSERT_EQ(
        XLA_OK,
        Call(lapack<T>("geqrf")).matrix(a).outMatrix(qr).outVector(tau).run());
    Array<T> q = makeQ(qr, tau);
    EXPECT_LT(orthogonality(q), 10);
    EXPECT_LT(residual(a, q * upper(qr)), 10);
    for (int64_t i = 0; i < k; ++i) // LAPACK's R has a real diagonal.
      EXPECT_EQ(0, std::imag(std::complex<double>(qr(i, i))));
    // The first columns of Q alone.
    Array<T> first(m, k), vectors = qr.block(m, k);
    ASSERT_EQ(XLA_OK, Call(lapack<T>("orgqr", "ungqr"))
                          .matrix(vectors)
                          .vector(tau)
                          .outMatrix(first)
                          .run());
    EXPECT_LT(residual(q.block(m, k), first), 10);
  }
}

TYPED_TEST(LinearAlgebra, MultiplyByQ) {
  using T = TypeParam;
  Array<T> a = Array<T>::random(6, 4, 2), qr(6, 4), tau(4, 1);
  ASSERT_EQ(
      XLA_OK,
      Call(lapack<T>("geqrf")).matrix(a).outMatrix(qr).outVector(tau).run());
  Array<T> q = makeQ(qr, tau);
  for (bool left : {false, true})
    for (bool adjoint : {false, true}) {
      Array<T> c = left ? Array<T>::random(6, 3, 3) : Array<T>::random(3, 6, 3);
      Array<T> product = c, by = adjoint ? q.adjoint() : q;
      ASSERT_EQ(XLA_OK, Call(lapack<T>("ormqr", "unmqr"))
                            .matrix(qr)
                            .vector(tau)
                            .matrix(c)
                            .number("left", left)
                            .number("transpose", adjoint)
                            .outMatrix(product)
                            .run());
      EXPECT_LT(residual(left ? by * c : c * by, product), 10);
    }
}

TYPED_TEST(LinearAlgebra, PivotedQR) {
  using T = TypeParam;
  for (auto [m, n] : kShapes) {
    Array<T> a = Array<T>::random(m, n, 4), qr(m, n), tau(std::min(m, n), 1);
    if (n > 2)
      for (int64_t i = 0; i < m; ++i) // rank deficient
        a(i, 2) = a(i, 0);
    Array<int32_t> none(n, 1), pivots(n, 1);
    ASSERT_EQ(XLA_OK, Call(lapack<T>("geqp3"))
                          .matrix(a)
                          .vector(none)
                          .outMatrix(qr)
                          .outVector(pivots)
                          .outVector(tau)
                          .run());
    Array<T> permuted(m, n);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i)
        permuted(i, j) = a(i, pivots.data[j] - 1);
    EXPECT_LT(residual(permuted, makeQ(qr, tau) * upper(qr)), 10);
    for (int64_t i = 1; i < std::min(m, n); ++i)
      EXPECT_LE(std::abs(qr(i, i)),
                std::abs(qr(i - 1, i - 1)) * Real<T>(1.001));
  }
}

TYPED_TEST(LinearAlgebra, LU) {
  using T = TypeParam;
  for (auto [m, n] : kShapes) {
    int64_t k = std::min(m, n);
    Array<T> a = Array<T>::random(m, n, 5), lu(m, n);
    Array<int32_t> pivots(k, 1);
    int32_t info = -1;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("getrf"))
                          .matrix(a)
                          .outMatrix(lu)
                          .outVector(pivots)
                          .outScalar(info)
                          .run());
    EXPECT_EQ(m * n == 0 ? info : 0, info);
    Array<T> lower = lu.block(m, k), permuted = a;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = i; j < k; ++j)
        lower(i, j) = T(i == j);
    for (int64_t i = 0; i < k; ++i) {
      ASSERT_GE(pivots.data[i], i + 1);
      for (int64_t j = 0; j < n; ++j)
        std::swap(permuted(i, j), permuted(pivots.data[i] - 1, j));
      for (int64_t j = i + 1; j < m; ++j) // partial pivoting bounds L
        EXPECT_LE(std::abs(lower(j, i)), 1.5);
    }
    EXPECT_LT(residual(permuted, lower * upper(lu).block(k, n)), 10);
  }
}

TYPED_TEST(LinearAlgebra, LUOfASingularMatrix) {
  using T = TypeParam;
  Array<T> a(3, 3), lu(3, 3);
  a(0, 0) = a(1, 2) = T(1);
  Array<int32_t> pivots(3, 1), permutation(3, 1);
  int32_t info = -1;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("getrf"))
                        .matrix(a)
                        .outMatrix(lu)
                        .outVector(pivots)
                        .outScalar(info)
                        .run());
  EXPECT_EQ(2, info);
  // Pivots of the other interface count from 0.
  ASSERT_EQ(XLA_OK, Call("LuDecomposition")
                        .matrix(a)
                        .outMatrix(lu)
                        .outVector(pivots)
                        .outVector(permutation)
                        .run());
  EXPECT_EQ((std::vector<int32_t>{0, 1, 2}), pivots.data);
}

TEST(LinearAlgebraTest, PivotsToPermutation) {
  Array<int32_t> pivots(2, 1), permutation(4, 1);
  pivots.data = {3, 2};
  ASSERT_EQ(XLA_OK, Call("cu_lu_pivots_to_permutation")
                        .vector(pivots)
                        .outVector(permutation)
                        .run());
  EXPECT_EQ((std::vector<int32_t>{3, 2, 1, 0}), permutation.data);
}

TYPED_TEST(LinearAlgebra, Cholesky) {
  using T = TypeParam;
  for (int64_t n : {0, 1, 2, 7, 16})
    for (char uplo : {'L', 'U'}) {
      Array<T> b = Array<T>::random(n, n + 2, 6), a = b * b.adjoint(), f(n, n);
      Array<T> given = a;
      for (int64_t i = 0; i < n; ++i) // the other triangle is not read
        for (int64_t j = 0; j < n; ++j)
          if (uplo == 'L' ? j > i : j < i)
            given(i, j) = T(std::nan(""));
      int32_t info = 0;
      ASSERT_EQ(XLA_OK, Call(lapack<T>("potrf"))
                            .matrix(given)
                            .letter("uplo", uplo)
                            .outMatrix(f)
                            .outScalar(info)
                            .run());
      EXPECT_EQ(0, info);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < n; ++j)
          if (uplo == 'L' ? j > i : j < i)
            f(i, j) = T(0);
      EXPECT_LT(residual(a, uplo == 'L' ? f * f.adjoint() : f.adjoint() * f),
                10);
    }
  // Not positive definite from the second order on.
  Array<T> a = Array<T>::identity(3), f(3, 3);
  a(1, 1) = T(-1);
  int32_t info = 0;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("potrf"))
                        .matrix(a)
                        .letter("uplo", 'L')
                        .outMatrix(f)
                        .outScalar(info)
                        .run());
  EXPECT_EQ(2, info);
}

TYPED_TEST(LinearAlgebra, TriangularSolve) {
  using T = TypeParam;
  for (char side : {'L', 'R'})
    for (char uplo : {'L', 'U'})
      for (char trans : {'N', 'T', 'C'})
        for (char diag : {'N', 'U'}) {
          Array<T> given = Array<T>::random(4, 4, 7), b(4, 4), x(4, 4);
          Array<T> a(4, 4), solution = Array<T>::random(4, 4, 8);
          for (int64_t i = 0; i < 4; ++i)
            for (int64_t j = 0; j < 4; ++j) {
              bool inside = uplo == 'L' ? j < i : j > i;
              given(i, j) += T(i == j ? 4 : 0);
              T value = i == j   ? (diag == 'U' ? T(1) : given(i, j))
                        : inside ? given(i, j)
                                 : T(0);
              (trans == 'N' ? a(i, j) : a(j, i)) =
                  trans == 'C' ? conjugate(value) : value;
            }
          b = side == 'L' ? a * solution : solution * a;
          ASSERT_EQ(XLA_OK, Call(lapack<T>("trsm"))
                                .matrix(given)
                                .matrix(b)
                                .letter("side", side)
                                .letter("uplo", uplo)
                                .letter("trans_x", trans)
                                .letter("diag", diag)
                                .outMatrix(x)
                                .run());
          EXPECT_LT(residual(b, side == 'L' ? a * x : x * a), 20);
        }
}

TYPED_TEST(LinearAlgebra, TridiagonalSolve) {
  using T = TypeParam;
  for (int64_t n : {1, 2, 3, 9}) {
    Array<T> dl = Array<T>::random(n, 1, 9), d = Array<T>::random(n, 1, 10),
             du = Array<T>::random(n, 1, 11), b = Array<T>::random(n, 2, 12);
    Array<T> a(n, n), x(n, 2), out[3] = {dl, d, du};
    for (int64_t i = 0; i < n; ++i) {
      a(i, i) = d.data[i];
      if (i > 0)
        a(i, i - 1) = dl.data[i];
      if (i + 1 < n)
        a(i, i + 1) = du.data[i];
    }
    int32_t info = -1;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("gtsv"))
                          .vector(dl)
                          .vector(d)
                          .vector(du)
                          .matrix(b)
                          .outVector(out[0])
                          .outVector(out[1])
                          .outVector(out[2])
                          .outMatrix(x)
                          .outScalar(info)
                          .run());
    EXPECT_EQ(0, info);
    // Backward stable: relative to the sizes of A and x.
    EXPECT_LT(norm(b - a * x),
              10 * double(n) * epsilon<T>() * (norm(a) * norm(x) + norm(b)));
  }
  Array<T> zero(2, 1), b(2, 1), x(2, 1), out[3] = {zero, zero, zero};
  int32_t info = -1;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("gtsv"))
                        .vector(zero)
                        .vector(zero)
                        .vector(zero)
                        .matrix(b)
                        .outVector(out[0])
                        .outVector(out[1])
                        .outVector(out[2])
                        .outMatrix(x)
                        .outScalar(info)
                        .run());
  EXPECT_EQ(1, info);
}

/// Q of the reflectors that a reduction leaves `shift` below the diagonal.
template <typename T>
static Array<T> makeShiftedQ(const Array<T> &a, const Array<T> &tau) {
  int64_t n = a.rows;
  Array<T> q = Array<T>::identity(n);
  if (n < 2)
    return q;
  Array<T> vectors(n - 1, n - 1);
  for (int64_t i = 0; i + 1 < n; ++i)
    for (int64_t j = 0; j + 1 < n; ++j)
      vectors(i, j) = a(i + 1, j);
  Array<T> inner = makeQ(vectors, tau);
  for (int64_t i = 0; i + 1 < n; ++i)
    for (int64_t j = 0; j + 1 < n; ++j)
      q(i + 1, j + 1) = inner(i, j);
  return q;
}

TYPED_TEST(LinearAlgebra, Hessenberg) {
  using T = TypeParam;
  for (int64_t n : {1, 2, 3, 10}) {
    Array<T> a = Array<T>::random(n, n, 13), h(n, n), tau(n - 1, 1);
    int32_t info = -1;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("gehrd"))
                          .matrix(a)
                          .number("low", 1)
                          .number("high", int32_t(n))
                          .outMatrix(h)
                          .outVector(tau)
                          .outScalar(info)
                          .run());
    EXPECT_EQ(0, info);
    Array<T> q = makeShiftedQ(h, tau);
    EXPECT_LT(residual(a, q * upper(h, 1) * q.adjoint()), 10);
  }
}

TYPED_TEST(LinearAlgebra, Tridiagonal) {
  using T = TypeParam;
  for (int64_t n : {1, 2, 3, 10}) {
    Array<T> a = hermitian<T>(n, 14), reflectors(n, n), tau(n - 1, 1);
    Array<Real<T>> d(n, 1), e(n - 1, 1), d2 = d, e2 = e;
    int32_t info = -1;
    ASSERT_EQ(XLA_OK, Call(lapack<T>("sytrd", "hetrd"))
                          .matrix(a)
                          .letter("uplo", 'L')
                          .outMatrix(reflectors)
                          .outVector(d)
                          .outVector(e)
                          .outVector(tau)
                          .outScalar(info)
                          .run());
    Array<T> t(n, n);
    for (int64_t i = 0; i < n; ++i) {
      t(i, i) = d.data[i];
      if (i + 1 < n)
        t(i + 1, i) = t(i, i + 1) = e.data[i];
    }
    Array<T> q = makeShiftedQ(reflectors, tau);
    EXPECT_LT(residual(a, q * t * q.adjoint()), 10);
    // From the other triangle: another form of the same eigenvalues, of which
    // the sums of powers tell.
    ASSERT_EQ(XLA_OK, Call(lapack<T>("sytrd", "hetrd"))
                          .matrix(a)
                          .letter("uplo", 'U')
                          .outMatrix(reflectors)
                          .outVector(d2)
                          .outVector(e2)
                          .outVector(tau)
                          .outScalar(info)
                          .run());
    Array<T> u(n, n);
    for (int64_t i = 0; i < n; ++i) {
      u(i, i) = d2.data[i];
      if (i + 1 < n)
        u(i + 1, i) = u(i, i + 1) = e2.data[i];
    }
    auto getTrace = [&](const Array<T> &m) {
      T sum(0);
      for (int64_t i = 0; i < n; ++i)
        sum += m(i, i);
      return sum;
    };
    double limit = 20 * double(n) * epsilon<T>();
    EXPECT_LT(std::abs(getTrace(t) - getTrace(u)), limit * norm(a));
    EXPECT_LT(std::abs(getTrace(t * t) - getTrace(u * u)),
              limit * norm(a) * norm(a));
    EXPECT_LT(std::abs(getTrace(t * t * t) - getTrace(u * u * u)),
              limit * norm(a) * norm(a) * norm(a));
  }
}

// Several matrices, in memory by columns: the order that JAX asks for.
TYPED_TEST(LinearAlgebra, BatchesInAnyOrder) {
  using T = TypeParam;
  Array<T> a = Array<T>::random(3, 2, 15), b = Array<T>::random(3, 2, 16);
  std::vector<T> both(12), qr(12), tau(4);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 2; ++j) {
      both[j * 3 + i] = a(i, j);
      both[6 + j * 3 + i] = b(i, j);
    }
  int32_t code = Traits<T>::code;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("geqrf"))
                        .argument(both.data(), code, {2, 3, 2}, {1, 2, 0})
                        .result(qr.data(), code, {2, 3, 2}, {1, 2, 0})
                        .result(tau.data(), code, {2, 2})
                        .run());
  Array<T> expected(3, 2), expectedTau(2, 1);
  for (int64_t batch = 0; batch < 2; ++batch) {
    ASSERT_EQ(XLA_OK, Call(lapack<T>("geqrf"))
                          .matrix(batch ? b : a)
                          .outMatrix(expected)
                          .outVector(expectedTau)
                          .run());
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < 2; ++j)
        EXPECT_EQ(expected(i, j), qr[batch * 6 + j * 3 + i]);
    EXPECT_EQ(expectedTau.data[0], tau[batch * 2]);
    EXPECT_EQ(expectedTau.data[1], tau[batch * 2 + 1]);
  }
}

TEST(LinearAlgebraTest, RefusesWrongFrames) {
  Array<float> a = Array<float>::random(2, 3, 17), out(2, 3);
  Array<double> wide(2, 3);
  int32_t info = 0;
  auto expectRefused = [&](Call call, const char *reason) {
    EXPECT_EQ(XLA_INVALID_ARGUMENT, call.run());
    EXPECT_NE(nullptr, std::strstr(call.message, reason)) << call.message;
  };
  expectRefused(Call("lapack_sgetrf_ffi").matrix(a).outMatrix(out),
                "expected 1 arguments and 3 results, but got 1 and 1");
  expectRefused(Call("lapack_spotrf_ffi")
                    .matrix(a)
                    .letter("uplo", 'L')
                    .outMatrix(out)
                    .outScalar(info),
                "expected a matrix of 2 x 2, but got 2 x 3");
  expectRefused(Call("lapack_spotrf_ffi")
                    .matrix(wide)
                    .letter("uplo", 'L')
                    .outMatrix(out)
                    .outScalar(info),
                "expected elements of type f32 in argument 0, but got f64");
  expectRefused(Call("lapack_spotrf_ffi")
                    .matrix(a)
                    .letter("uplo", 'X')
                    .outMatrix(out)
                    .outScalar(info),
                "expected the letter 76 ('L') or 85 ('U') in attribute 'uplo', "
                "but got 88 ('X')");
  expectRefused(
      Call("lapack_spotrf_ffi").matrix(a).outMatrix(out).outScalar(info),
      "expected an attribute 'uplo'");
  EXPECT_EQ(XLA_UNIMPLEMENTED, Call("lapack_snone_ffi").run());
  EXPECT_EQ(XLA_UNIMPLEMENTED, Call("lapack_sungqr_ffi").run());
}

TEST(LinearAlgebraTest, MatricesThatNoMemoryHolds) {
  int64_t rows = int64_t(1) << 31, columns = int64_t(1) << 30;
  EXPECT_EQ(XLA_OUT_OF_MEMORY, Call("Qr")
                                   .argument(nullptr, XLA_F32, {rows, columns})
                                   .result(nullptr, XLA_F32, {rows, columns})
                                   .result(nullptr, XLA_F32, {columns})
                                   .run());
}
