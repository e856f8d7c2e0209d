//===- EigenvalueCalls.cpp - Eigenvalues and singular values by name ------===//
//
// As SolverCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "LinearAlgebra.h"

#include <algorithm>
#include <cstdlib>

using namespace xla_runtime;

/// (vectors, values) of each matrix.
template <typename T>
static int32_t
findAllEigen(Frame &frame, bool lower, bool wantVectors,
             const std::function<void(int64_t, int32_t)> &finish) {
  auto a = frame.argument<T>(0, 2), vectors = frame.result<T>(0, 2);
  auto values = frame.result<RealOf<T>>(1, 1);
  frame.expectSquare(a, "a matrix");
  frame.expectShape(vectors, "eigenvectors", a.rows, a.rows);
  frame.expectShape(values, "eigenvalues", a.rows, 1);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i);
    Matrix<RealOf<T>> found(m.rows, 1);
    int32_t code = findSymmetricEigen(m, lower, wantVectors, found.data.data());
    vectors.store(i, m);
    values.store(i, found);
    finish(i, code);
  });
}

template <typename T> static int32_t callSyevd(Frame &frame) {
  frame.expectCounts(1, 3);
  auto info = frame.result<int32_t>(2, 0);
  char mode = frame.getLetter("mode", "NV"),
       uplo = frame.getLetter("uplo", "LU");
  return findAllEigen<T>(frame, uplo == 'L', mode == 'V',
                         [&](int64_t i, int32_t code) { info.store(i, code); });
}

template <typename T> static int32_t callEigh(Frame &frame) {
  // "lower,sort,sweeps,tolerance": the rest is about another algorithm.
  frame.expectCounts(1, 2);
  bool lower = std::atoi(frame.getText()) != 0;
  return findAllEigen<T>(frame, lower, true, [](int64_t, int32_t) {});
}

namespace {
/// Eigenvalues of general matrices: one result of complex numbers, or two with
/// real and imaginary parts where matrices are real.
template <typename T> class EigenvalueResults {
public:
  static constexpr int32_t count = isComplex<T> ? 1 : 2;

  EigenvalueResults(Frame &frame, int32_t first, int64_t size) {
    for (int32_t i = 0; i < count; ++i) {
      results[i] = frame.result<T>(first + i, 1);
      frame.expectShape(results[i], "eigenvalues", size, 1);
    }
  }

  /// The eigenvalues of `form`, divided by `scale`.
  void store(int64_t index, const Matrix<T> &form, RealOf<T> scale = 1) const {
    std::vector<ComplexOf<T>> found = getSchurEigenvalues(form);
    for (ComplexOf<T> &value : found)
      value /= scale;
    if constexpr (isComplex<T>) {
      results[0].store(index, found.data());
      return;
    } else {
      std::vector<T> parts[2];
      for (ComplexOf<T> value : found) {
        parts[0].push_back(value.real());
        parts[1].push_back(value.imag());
      }
      results[0].store(index, parts[0].data());
      results[1].store(index, parts[1].data());
    }
  }

private:
  Batch<T> results[2];
};
} // namespace

template <typename T> static int32_t callGees(Frame &frame) {
  constexpr int32_t numValues = EigenvalueResults<T>::count;
  frame.expectCounts(1, 4 + numValues);
  auto a = frame.argument<T>(0, 2), form = frame.result<T>(0, 2);
  auto vectors = frame.result<T>(1, 2);
  EigenvalueResults<T> values(frame, 2, a.rows);
  auto numSelected = frame.result<int32_t>(2 + numValues, 0);
  auto info = frame.result<int32_t>(3 + numValues, 0);
  char mode = frame.getLetter("mode", "NV");
  frame.getLetter("sort", "N");
  frame.expectSquare(a, "a matrix");
  frame.expectShape(form, "a Schur form", a.rows, a.rows);
  frame.expectShape(vectors, "Schur vectors", a.rows, a.rows);
  return frame.run([&](int64_t i) {
    Matrix<T> t = a.load(i), z;
    info.store(i, findSchurForm(t, z, mode == 'V'));
    numSelected.store(i, 0);
    form.store(i, t);
    vectors.store(i, mode == 'V' ? z : Matrix<T>(t.rows, t.rows));
    values.store(i, t);
  });
}

template <typename T> static int32_t callGeev(Frame &frame) {
  constexpr int32_t numValues = EigenvalueResults<T>::count;
  frame.expectCounts(1, 3 + numValues);
  auto a = frame.argument<T>(0, 2);
  EigenvalueResults<T> values(frame, 0, a.rows);
  auto left = frame.result<ComplexOf<T>>(numValues, 2);
  auto right = frame.result<ComplexOf<T>>(numValues + 1, 2);
  auto info = frame.result<int32_t>(numValues + 2, 0);
  bool wantLeft = frame.getLetter("compute_left", "NV") == 'V';
  bool wantRight = frame.getLetter("compute_right", "NV") == 'V';
  frame.expectSquare(a, "a matrix");
  frame.expectShape(left, "eigenvectors", a.rows, a.rows);
  frame.expectShape(right, "eigenvectors", a.rows, a.rows);
  return frame.run([&](int64_t i) {
    Matrix<T> t = a.load(i), z;
    // Vectors want all digits of the form, which tiny numbers would not have.
    RealOf<T> scale = getSafeScale(t.getMaximum());
    t.scale(scale);
    info.store(i, findSchurForm(t, z, wantLeft || wantRight));
    values.store(i, t, scale);
    Matrix<ComplexOf<T>> none(t.rows, t.rows);
    left.store(i, wantLeft ? findSchurEigenvectors(t, z, true) : none);
    right.store(i, wantRight ? findSchurEigenvectors(t, z, false) : none);
  });
}

template <typename T> static int32_t callGesdd(Frame &frame) {
  frame.expectCounts(1, 5);
  auto a = frame.argument<T>(0, 2), left = frame.result<T>(0, 2);
  auto values = frame.result<RealOf<T>>(1, 1);
  auto u = frame.result<T>(2, 2), vAdjoint = frame.result<T>(3, 2);
  auto info = frame.result<int32_t>(4, 0);
  char mode = frame.getLetter("mode", "ASN");
  int64_t rank = std::min(a.rows, a.columns);
  frame.expectShape(left, "a matrix", a.rows, a.columns);
  frame.expectShape(values, "singular values", rank, 1);
  // Without vectors the two may be of either form.
  bool all = mode == 'A' ||
             (mode == 'N' && (u.columns != rank || vAdjoint.rows != rank));
  frame.expectShape(u, "U", a.rows, all ? a.rows : rank);
  frame.expectShape(vAdjoint, "V", all ? a.columns : rank, a.columns);
  SingularVectors wanted = mode == 'N' ? SingularVectors::None
                           : all       ? SingularVectors::All
                                       : SingularVectors::Some;
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i), foundU, foundV;
    Matrix<RealOf<T>> found(rank, 1);
    info.store(
        i, findSingularValues(m, wanted, found.data.data(), foundU, foundV));
    left.store(i, m);
    values.store(i, found);
    bool none = wanted == SingularVectors::None;
    u.store(i, none ? Matrix<T>(u.rows, u.columns) : foundU);
    vAdjoint.store(i,
                   none ? Matrix<T>(vAdjoint.rows, vAdjoint.columns) : foundV);
  });
}

Entries xla_runtime::getEigenvalueEntries() {
  static const Entry entries[] = {XLA_REAL_ROUTINE("syevd", callSyevd),
                                  XLA_COMPLEX_ROUTINE("heevd", callSyevd),
                                  XLA_ROUTINE("gees", callGees),
                                  XLA_ROUTINE("geev", callGeev),
                                  XLA_ROUTINE("gesdd", callGesdd),
                                  XLA_ROUTINE("gesvd", callGesdd)};
  return {entries, std::size(entries)};
}

Entries xla_runtime::getOtherEigenvalueEntries() {
  static const Entry entries[] = {XLA_ROUTINE("Eigh", callEigh)};
  return {entries, std::size(entries)};
}
