//===- LinearAlgebra.h - Factorisations and eigenvalues ---------*- C++ -*-===//
//
// Small implementations of what programs call by LAPACK's names. Results are
// those of LAPACK's definitions, with its conventions for signs where it has
// any: factors of Householder reflectors H = 1 - tau v v^H with v[0] = 1,
// pivots counted from 1, `info` 0 when all is well.
//
// `T` is float, double, or a complex of them; every template is instantiated
// for these four (for reals alone or complex alone where it says so). Nothing
// is blocked: time is that of the textbook.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_LINEARALGEBRA_LINEARALGEBRA_H
#define XLA_LIB_RUNTIME_LINEARALGEBRA_LINEARALGEBRA_H

#include "Matrix.h"

namespace xla_runtime {

//===----------------------------------------------------------------------===//
// Householder.cpp
//===----------------------------------------------------------------------===//

/// Makes the reflector whose adjoint maps (alpha, x) to (beta, 0) with a real
/// beta: `alpha` becomes beta, `x` the rest of v. Returns tau; 0 if there is
/// nothing to do.
template <typename T> T makeReflector(T &alpha, T *x, int64_t n);

/// c := (1 - tau v v^H) c, where v[0] counts as 1.
template <typename T> void reflectRows(MatrixView<T> c, const T *v, T tau);

/// c := c (1 - tau v v^H), where v[0] counts as 1.
template <typename T>
void reflectColumns(MatrixView<T> c, const T *v, T tau, std::vector<T> &work);

/// geqrf: R in the upper triangle of `a`, below it the vectors of the
/// reflectors whose product is Q. `tau` has min(rows, columns) elements.
template <typename T> void factorQR(MatrixView<T> a, T *tau);

/// geqp3: the same of a with columns permuted so that R's diagonal does not
/// grow. `pivots`: on entry nonzero for columns to keep in front; on return
/// entry j is the number, from 1, of the column that became j.
template <typename T>
void factorPivotedQR(MatrixView<T> a, int32_t *pivots, T *tau);

/// orgqr: the first `a.columns` columns of Q from the `count` reflectors in the
/// first columns of `a`, in place.
template <typename T> void formQ(MatrixView<T> a, const T *tau, int64_t count);

/// ormqr: c := Q c, Q^H c, c Q or c Q^H, with Q of the `count` reflectors in
/// the columns of `a`.
template <typename T>
void multiplyByQ(MatrixView<T> a, const T *tau, int64_t count, MatrixView<T> c,
                 bool left, bool adjoint);

/// gehrd: a Hessenberg matrix Q^H A Q in place, the vectors of Q's reflectors
/// below its first subdiagonal. Rows and columns from `low` to `high` (counted
/// from 1) take part. `tau` has n - 1 elements.
template <typename T>
void reduceToHessenberg(MatrixView<T> a, int64_t low, int64_t high, T *tau);

//===----------------------------------------------------------------------===//
// Solvers.cpp
//===----------------------------------------------------------------------===//

/// potrf: the Cholesky factor in one triangle of `a`; the other is left. Info:
/// 0, or the first order whose minor is not positive definite.
template <typename T> int32_t factorCholesky(MatrixView<T> a, bool lower);

/// getrf: P A = L U in place. Pivots: the row, from 1, with which each row was
/// exchanged. Info: 0, or the first zero on U's diagonal, from 1.
template <typename T> int32_t factorLU(MatrixView<T> a, int32_t *pivots);

enum class TriangleForm { Plain, Transposed, Adjoint };

/// trsm: x with op(a) x = b, or x op(a) = b, in place of b.
template <typename T>
void solveTriangular(MatrixView<T> a, MatrixView<T> b, bool leftSide,
                     bool lower, bool unitDiagonal, TriangleForm form);

/// gtsv: x of a tridiagonal system in place of b; the diagonals (`lower` and
/// `upper` have n - 1 elements) become those of the factor U, `lower` its
/// second one above the main. Info: 0, or the first zero pivot, from 1.
template <typename T>
int32_t solveTridiagonal(T *lower, T *diagonal, T *upper, MatrixView<T> b);

//===----------------------------------------------------------------------===//
// SymmetricEigen.cpp
//===----------------------------------------------------------------------===//

/// sytrd, hetrd: Q^H A Q = tridiagonal, from one triangle of `a`, which takes
/// the vectors of the reflectors. `d` has n elements, `e` and `tau` n - 1.
template <typename T>
void reduceToTridiagonal(MatrixView<T> a, bool lower, RealOf<T> *d,
                         RealOf<T> *e, T *tau);

/// syevd, heevd: eigenvalues in ascending order and, if wanted, eigenvectors in
/// the columns of `a`, of which one triangle is read. Info: 0, or how many
/// eigenvalues were not found, then results are unspecified; 1 and NaN if an
/// element is not finite.
template <typename T>
int32_t findSymmetricEigen(Matrix<T> &a, bool lower, bool wantVectors,
                           RealOf<T> *values);

//===----------------------------------------------------------------------===//
// Schur.cpp
//===----------------------------------------------------------------------===//

/// gees: A = Z T Z^H in place of `a`, with Z in `z` (n x n, if wanted). T is
/// upper triangular; of a real matrix, blocks of 2 x 2 on its diagonal with
/// equal diagonal elements and off-diagonal ones of opposite sign stand for
/// pairs of complex eigenvalues. Info: 0, or the number of eigenvalues that
/// were not found.
template <typename T>
int32_t findSchurForm(Matrix<T> &a, Matrix<T> &z, bool wantVectors);

/// The eigenvalues on the diagonal of a Schur form.
template <typename T>
std::vector<ComplexOf<T>> getSchurEigenvalues(const Matrix<T> &t);

/// Eigenvectors of Z T Z^H as columns of length 1 whose largest element is
/// real: right ones, or left ones (u^H A = lambda u^H).
template <typename T>
Matrix<ComplexOf<T>> findSchurEigenvectors(const Matrix<T> &t,
                                           const Matrix<T> &z, bool left);

//===----------------------------------------------------------------------===//
// SingularValues.cpp
//===----------------------------------------------------------------------===//

enum class SingularVectors { None, Some, All };

/// gesdd, gesvd: A = U S V^H. `values` in descending order, min(m, n) of them;
/// U and V^H with that many columns and rows, or square ones for All. Info: 0;
/// -4 and NaN if an element is not finite; positive if the iteration does not
/// settle.
template <typename T>
int32_t findSingularValues(const Matrix<T> &a, SingularVectors wanted,
                           RealOf<T> *values, Matrix<T> &u,
                           Matrix<T> &vAdjoint);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_LINEARALGEBRA_LINEARALGEBRA_H
