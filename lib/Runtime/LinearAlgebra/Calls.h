//===- Calls.h - Linear algebra by the names that programs call -*- C++ -*-===//

#ifndef XLA_LIB_RUNTIME_LINEARALGEBRA_CALLS_H
#define XLA_LIB_RUNTIME_LINEARALGEBRA_CALLS_H

#include "Frame.h"

namespace xla_runtime {

/// A routine for float, double and complex numbers of each; null where the name
/// is not for that type.
struct Entry {
  const char *name;
  Routine routines[4];
};

struct Entries {
  const Entry *first;
  size_t count;
  const Entry *begin() const { return first; }
  const Entry *end() const { return first + count; }
};

#define XLA_REAL_ROUTINE(name, function)                                       \
  {                                                                            \
    name, { function<float>, function<double>, nullptr, nullptr }              \
  }
#define XLA_COMPLEX_ROUTINE(name, function)                                    \
  {                                                                            \
    name, {                                                                    \
      nullptr, nullptr, function<std::complex<float>>,                         \
          function<std::complex<double>>                                       \
    }                                                                          \
  }
#define XLA_ROUTINE(name, function)                                            \
  {                                                                            \
    name, {                                                                    \
      function<float>, function<double>, function<std::complex<float>>,        \
          function<std::complex<double>>                                       \
    }                                                                          \
  }

/// What stands between "lapack_", the letter of the type, and "_ffi": solvers
/// and reflectors (SolverCalls.cpp), eigenvalues (EigenvalueCalls.cpp).
Entries getSolverEntries();
Entries getEigenvalueEntries();

/// Names as they are, for arguments of any of the types.
Entries getOtherSolverEntries();
Entries getOtherEigenvalueEntries();

/// (pivots from 0) -> the order of rows.
int32_t callPivotsToPermutation(Frame &frame);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_LINEARALGEBRA_CALLS_H
