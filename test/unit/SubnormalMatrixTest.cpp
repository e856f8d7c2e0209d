//===- SubnormalMatrixTest.cpp - Decompositions of subnormal matrices -----===//
//
// Eigenvalues, singular values and vectors of matrices whose elements are a few
// units of the smallest number there is.
//
//===----------------------------------------------------------------------===//

#include "LinearAlgebraCall.h"

#include <gtest/gtest.h>

using namespace linalg;

namespace {
template <typename T> class SubnormalMatrix : public ::testing::Test {};
using Types =
    ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
} // namespace
TYPED_TEST_SUITE(SubnormalMatrix, Types);

/// What a routine finds for a matrix of whole numbers, in the units of the
/// matrix, and the vectors.
template <typename T> struct Decomposition {
  std::vector<double> values;
  std::vector<Array<std::complex<Real<T>>>> vectors;
};

template <typename T>
static Decomposition<T> decompose(const char *routine, const Array<T> &a,
                                  Real<T> unit) {
  using C = std::complex<Real<T>>;
  int64_t n = a.rows;
  Array<T> given = a, v(n, n), u(n, n), w(n, 1), wi(n, 1);
  Array<C> left(n, n), right(n, n);
  Array<Real<T>> real(n, 1);
  for (T &x : given.data)
    x *= unit;
  int32_t info = -1;
  Call call(lapack<T>(routine));
  call.matrix(given).letter("mode", 'V').letter("uplo", 'L');
  call.letter("compute_left", 'V').letter("compute_right", 'V');
  std::string name = routine;
  if (name == "geev") {
    call.outVector(w);
    if (!Traits<T>::isComplex)
      call.outVector(wi);
    call.outMatrix(left).outMatrix(right);
  } else {
    call.outMatrix(v).outVector(real);
  }
  EXPECT_EQ(XLA_OK, call.outScalar(info).run()) << call.message;
  EXPECT_EQ(0, info);
  Decomposition<T> result;
  for (int64_t i = 0; i < n; ++i)
    for (double part :
         {double(std::real(w.data[i]) / unit),
          double(std::imag(w.data[i]) / unit),
          double(std::real(wi.data[i]) / unit), double(real.data[i] / unit)})
      result.values.push_back(part);
  result.vectors = {left, right, v.template as<C>()};
  return result;
}

/// As powers of two change no digit, subnormal matrices have the vectors of
/// normal ones, and their values, rounded.
TYPED_TEST(SubnormalMatrix, Eigenvalues) {
  using T = TypeParam;
  Array<T> a = Array<T>::random(4, 4, 60);
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      auto re = std::round(100 * std::real(a(i, j)));
      auto im = i == j ? 0 : std::round(100 * std::imag(a(i, j)));
      a(i, j) = makeScalar<T>(re, im);
      a(j, i) = conjugate(a(i, j));
    }
  for (const char *routine :
       {Traits<T>::isComplex ? "heevd" : "syevd", "geev"}) {
    SCOPED_TRACE(routine);
    auto normal = decompose(routine, a, Real<T>(1));
    auto small =
        decompose(routine, a, std::numeric_limits<Real<T>>::denorm_min());
    for (size_t i = 0; i < normal.values.size(); ++i)
      EXPECT_NEAR(normal.values[i], small.values[i], 1);
    for (size_t i = 0; i < normal.vectors.size(); ++i)
      EXPECT_LT(norm(normal.vectors[i] - small.vectors[i]), 20 * epsilon<T>());
    a(0, 1) += T(50); // no longer Hermitian
  }
}

/// The same of singular values, which are those of a Hermitian matrix here.
TYPED_TEST(SubnormalMatrix, SingularValues) {
  using T = TypeParam;
  const Real<T> unit = std::numeric_limits<Real<T>>::denorm_min();
  Array<T> a(3, 3), small(3, 3), left(3, 3), u(3, 3), vh(3, 3);
  for (int64_t i = 0; i < 3; ++i)
    a(i, i) = T(300 - 100 * i);
  a(0, 1) = a(1, 0) = T(7);
  for (size_t i = 0; i < a.data.size(); ++i)
    small.data[i] = a.data[i] * unit;
  Array<Real<T>> s(3, 1);
  int32_t info = -1;
  ASSERT_EQ(XLA_OK, Call(lapack<T>("gesdd"))
                        .matrix(small)
                        .letter("mode", 'A')
                        .outMatrix(left)
                        .outVector(s)
                        .outMatrix(u)
                        .outMatrix(vh)
                        .outScalar(info)
                        .run());
  EXPECT_EQ(0, info);
  const double half = std::sqrt(50.0 * 50 + 7 * 7);
  const double expected[] = {250 + half, 250 - half, 100};
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_NEAR(expected[i], double(s.data[i] / unit), 1);
  EXPECT_LT(orthogonality(u), 20);
  EXPECT_LT(orthogonality(vh.adjoint()), 20);
}
