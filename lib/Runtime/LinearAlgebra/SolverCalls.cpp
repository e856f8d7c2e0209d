//===- SolverCalls.cpp - Solvers and reflectors by name -------------------===//
//
// One function for each routine: it says what arguments, results and attributes
// the routine has in a program, and hands matrix by matrix to the algorithm.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "LinearAlgebra.h"

#include <algorithm>

using namespace xla_runtime;

//===----------------------------------------------------------------------===//
// Solvers
//===----------------------------------------------------------------------===//

template <typename T> static int32_t callPotrf(Frame &frame) {
  frame.expectCounts(1, 2);
  auto a = frame.argument<T>(0, 2), factor = frame.result<T>(0, 2);
  auto info = frame.result<int32_t>(1, 0);
  char uplo = frame.getLetter("uplo", "LU");
  frame.expectSquare(a, "a matrix");
  frame.expectShape(factor, "a factor", a.rows, a.columns);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i);
    info.store(i, factorCholesky(m.view(), uplo == 'L'));
    factor.store(i, m);
  });
}

/// (lu, pivots) of each matrix, with pivots from `base` on.
template <typename T>
static int32_t
factorAll(Frame &frame, int32_t base,
          const std::function<void(int64_t, int32_t, std::vector<int32_t> &)>
              &finish) {
  auto a = frame.argument<T>(0, 2), lu = frame.result<T>(0, 2);
  auto pivots = frame.result<int32_t>(1, 1);
  frame.expectShape(lu, "factors", a.rows, a.columns);
  frame.expectShape(pivots, "pivots", std::min(a.rows, a.columns), 1);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i);
    std::vector<int32_t> rows(pivots.rows);
    int32_t code = factorLU(m.view(), rows.data());
    for (int32_t &row : rows)
      row += base - 1;
    lu.store(i, m);
    pivots.store(i, rows.data());
    finish(i, code, rows);
  });
}

template <typename T> static int32_t callGetrf(Frame &frame) {
  frame.expectCounts(1, 3);
  auto info = frame.result<int32_t>(2, 0);
  return factorAll<T>(frame, 1,
                      [&](int64_t i, int32_t code, std::vector<int32_t> &) {
                        info.store(i, code);
                      });
}

/// The order of rows after exchanges with `pivots`, from 0.
static std::vector<int32_t> getPermutation(const std::vector<int32_t> &pivots,
                                           int64_t size) {
  std::vector<int32_t> order(size);
  for (int64_t i = 0; i < size; ++i)
    order[i] = static_cast<int32_t>(i);
  for (size_t i = 0; i < pivots.size(); ++i)
    if (pivots[i] >= 0 && pivots[i] < size)
      std::swap(order[i], order[pivots[i]]);
  return order;
}

template <typename T> static int32_t callLuDecomposition(Frame &frame) {
  frame.expectCounts(1, 3);
  auto a = frame.argument<T>(0, 2);
  auto permutation = frame.result<int32_t>(2, 1);
  frame.expectShape(permutation, "a permutation", a.rows, 1);
  return factorAll<T>(
      frame, 0, [&](int64_t i, int32_t, std::vector<int32_t> &pivots) {
        permutation.store(i, getPermutation(pivots, a.rows).data());
      });
}

int32_t xla_runtime::callPivotsToPermutation(Frame &frame) {
  frame.expectCounts(1, 1);
  auto pivots = frame.argument<int32_t>(0, 1);
  auto permutation = frame.result<int32_t>(0, 1);
  if (permutation.rows < pivots.rows)
    frame.reject("expected a permutation of at least as many rows as pivots");
  return frame.run([&](int64_t i) {
    permutation.store(
        i, getPermutation(pivots.load(i).data, permutation.rows).data());
  });
}

template <typename T> static int32_t callTrsm(Frame &frame) {
  frame.expectCounts(2, 1);
  auto a = frame.argument<T>(0, 2), b = frame.argument<T>(1, 2);
  auto x = frame.result<T>(0, 2);
  char side = frame.getLetter("side", "LR"),
       uplo = frame.getLetter("uplo", "LU");
  char trans = frame.getLetter("trans_x", "NTC");
  char diag = frame.getLetter("diag", "NU");
  frame.expectShape(a, "a triangle", side == 'L' ? b.rows : b.columns,
                    side == 'L' ? b.rows : b.columns);
  frame.expectShape(x, "a solution", b.rows, b.columns);
  TriangleForm form = trans == 'N'   ? TriangleForm::Plain
                      : trans == 'T' ? TriangleForm::Transposed
                                     : TriangleForm::Adjoint;
  return frame.run([&](int64_t i) {
    Matrix<T> triangle = a.load(i), right = b.load(i);
    solveTriangular(triangle.view(), right.view(), side == 'L', uplo == 'L',
                    diag == 'U', form);
    x.store(i, right);
  });
}

template <typename T> static int32_t callGtsv(Frame &frame) {
  frame.expectCounts(4, 5);
  Batch<T> diagonals[3], factors[3];
  for (int32_t i = 0; i < 3; ++i) {
    diagonals[i] = frame.argument<T>(i, 1);
    factors[i] = frame.result<T>(i, 1);
  }
  auto b = frame.argument<T>(3, 2), x = frame.result<T>(3, 2);
  auto info = frame.result<int32_t>(4, 0);
  for (int32_t i = 0; i < 3; ++i) {
    frame.expectShape(diagonals[i], "a diagonal", b.rows, 1);
    frame.expectShape(factors[i], "a diagonal", b.rows, 1);
  }
  frame.expectShape(x, "a solution", b.rows, b.columns);
  return frame.run([&](int64_t i) {
    Matrix<T> lower = diagonals[0].load(i), main = diagonals[1].load(i);
    Matrix<T> upper = diagonals[2].load(i), right = b.load(i);
    // The diagonal below the main one has its first element unused.
    T *first = lower.data.data() + (b.rows > 0);
    info.store(i, solveTridiagonal(first, main.data.data(), upper.data.data(),
                                   right.view()));
    factors[0].store(i, lower);
    factors[1].store(i, main);
    factors[2].store(i, upper);
    x.store(i, right);
  });
}

//===----------------------------------------------------------------------===//
// Reflectors
//===----------------------------------------------------------------------===//

template <typename T> static int32_t callGeqrf(Frame &frame) {
  frame.expectCounts(1, 2);
  auto a = frame.argument<T>(0, 2), qr = frame.result<T>(0, 2);
  auto tau = frame.result<T>(1, 1);
  frame.expectShape(qr, "factors", a.rows, a.columns);
  frame.expectShape(tau, "reflectors", std::min(a.rows, a.columns), 1);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i), factors(tau.rows, 1);
    factorQR(m.view(), factors.data.data());
    qr.store(i, m);
    tau.store(i, factors);
  });
}

template <typename T> static int32_t callGeqp3(Frame &frame) {
  frame.expectCounts(2, 3);
  auto a = frame.argument<T>(0, 2), qr = frame.result<T>(0, 2);
  auto fixed = frame.argument<int32_t>(1, 1);
  auto pivots = frame.result<int32_t>(1, 1);
  auto tau = frame.result<T>(2, 1);
  frame.expectShape(qr, "factors", a.rows, a.columns);
  frame.expectShape(fixed, "pivots", a.columns, 1);
  frame.expectShape(pivots, "pivots", a.columns, 1);
  frame.expectShape(tau, "reflectors", std::min(a.rows, a.columns), 1);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i), factors(tau.rows, 1);
    Matrix<int32_t> order = fixed.load(i);
    factorPivotedQR(m.view(), order.data.data(), factors.data.data());
    qr.store(i, m);
    pivots.store(i, order);
    tau.store(i, factors);
  });
}

template <typename T> static int32_t callOrgqr(Frame &frame) {
  frame.expectCounts(2, 1);
  auto a = frame.argument<T>(0, 2), q = frame.result<T>(0, 2);
  auto tau = frame.argument<T>(1, 1);
  frame.expectShape(q, "columns", a.rows, a.columns);
  if (tau.rows > a.columns || a.columns > a.rows)
    frame.reject("expected no more reflectors than columns and no more columns "
                 "than rows");
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i);
    formQ(m.view(), tau.load(i).data.data(), tau.rows);
    q.store(i, m);
  });
}

template <typename T> static int32_t callOrmqr(Frame &frame) {
  frame.expectCounts(3, 1);
  auto a = frame.argument<T>(0, 2), c = frame.argument<T>(2, 2);
  auto tau = frame.argument<T>(1, 1), product = frame.result<T>(0, 2);
  bool left = frame.getInteger("left"), adjoint = frame.getInteger("transpose");
  int64_t size = left ? c.rows : c.columns;
  if (a.rows != size || tau.rows > a.columns || tau.rows > size)
    frame.reject("expected reflectors of the size of the side of the matrix "
                 "that they are applied to");
  frame.expectShape(product, "a product", c.rows, c.columns);
  return frame.run([&](int64_t i) {
    Matrix<T> vectors = a.load(i), m = c.load(i);
    multiplyByQ(vectors.view(), tau.load(i).data.data(), tau.rows, m.view(),
                left, adjoint);
    product.store(i, m);
  });
}

template <typename T> static int32_t callGehrd(Frame &frame) {
  frame.expectCounts(1, 3);
  auto a = frame.argument<T>(0, 2), h = frame.result<T>(0, 2);
  auto tau = frame.result<T>(1, 1);
  auto info = frame.result<int32_t>(2, 0);
  int64_t low = frame.getInteger("low"), high = frame.getInteger("high");
  frame.expectSquare(a, "a matrix");
  frame.expectShape(h, "a Hessenberg matrix", a.rows, a.rows);
  frame.expectShape(tau, "reflectors", std::max<int64_t>(a.rows - 1, 0), 1);
  if (a.rows > 0 && (low < 1 || high > a.rows || low > high))
    frame.reject("expected 1 <= low <= high <= " + std::to_string(a.rows) +
                 ", but got " + std::to_string(low) + " and " +
                 std::to_string(high));
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i), factors(tau.rows, 1);
    if (m.rows > 0)
      reduceToHessenberg(m.view(), low, high, factors.data.data());
    h.store(i, m);
    tau.store(i, factors);
    info.store(i, 0);
  });
}

template <typename T> static int32_t callSytrd(Frame &frame) {
  frame.expectCounts(1, 5);
  auto a = frame.argument<T>(0, 2), q = frame.result<T>(0, 2);
  auto d = frame.result<RealOf<T>>(1, 1), e = frame.result<RealOf<T>>(2, 1);
  auto tau = frame.result<T>(3, 1);
  auto info = frame.result<int32_t>(4, 0);
  char uplo = frame.getLetter("uplo", "LU");
  int64_t rest = std::max<int64_t>(a.rows - 1, 0);
  frame.expectSquare(a, "a matrix");
  frame.expectShape(q, "reflectors", a.rows, a.rows);
  frame.expectShape(d, "a diagonal", a.rows, 1);
  frame.expectShape(e, "a diagonal", rest, 1);
  frame.expectShape(tau, "factors", rest, 1);
  return frame.run([&](int64_t i) {
    Matrix<T> m = a.load(i), factors(rest, 1);
    Matrix<RealOf<T>> diagonal(m.rows, 1), beside(rest, 1);
    reduceToTridiagonal(m.view(), uplo == 'L', diagonal.data.data(),
                        beside.data.data(), factors.data.data());
    q.store(i, m);
    d.store(i, diagonal);
    e.store(i, beside);
    tau.store(i, factors);
    info.store(i, 0);
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Entries xla_runtime::getSolverEntries() {
  static const Entry entries[] = {XLA_ROUTINE("potrf", callPotrf),
                                  XLA_ROUTINE("getrf", callGetrf),
                                  XLA_ROUTINE("trsm", callTrsm),
                                  XLA_ROUTINE("gtsv", callGtsv),
                                  XLA_ROUTINE("geqrf", callGeqrf),
                                  XLA_ROUTINE("geqp3", callGeqp3),
                                  XLA_REAL_ROUTINE("orgqr", callOrgqr),
                                  XLA_COMPLEX_ROUTINE("ungqr", callOrgqr),
                                  XLA_REAL_ROUTINE("ormqr", callOrmqr),
                                  XLA_COMPLEX_ROUTINE("unmqr", callOrmqr),
                                  XLA_ROUTINE("gehrd", callGehrd),
                                  XLA_REAL_ROUTINE("sytrd", callSytrd),
                                  XLA_COMPLEX_ROUTINE("hetrd", callSytrd)};
  return {entries, std::size(entries)};
}

Entries xla_runtime::getOtherSolverEntries() {
  static const Entry entries[] = {
      XLA_ROUTINE("Qr", callGeqrf),
      XLA_ROUTINE("ProductOfElementaryHouseholderReflectors", callOrgqr),
      XLA_ROUTINE("LuDecomposition", callLuDecomposition)};
  return {entries, std::size(entries)};
}
