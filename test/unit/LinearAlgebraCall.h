//===- LinearAlgebraCall.h - Calls of the run time's own functions
//---------===//
//
// Builds the frame of a custom call and calls what the default host has for its
// target, and the matrix arithmetic that checks of its results need.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_UNIT_LINEARALGEBRACALL_H
#define XLA_TEST_UNIT_LINEARALGEBRACALL_H

#include "xla/Runtime/xla_runtime.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <deque>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace linalg {

template <typename T> struct Traits {
  using Real = T;
  static constexpr int32_t code =
      sizeof(T) == 4 ? int32_t(XLA_F32) : int32_t(XLA_F64);
  static constexpr char letter = sizeof(T) == 4 ? 's' : 'd';
  static constexpr bool isComplex = false;
};
template <> struct Traits<int32_t> {
  using Real = int32_t;
  static constexpr int32_t code = XLA_I32;
};
template <typename R> struct Traits<std::complex<R>> {
  using Real = R;
  static constexpr int32_t code =
      sizeof(R) == 4 ? int32_t(XLA_C64) : int32_t(XLA_C128);
  static constexpr char letter = sizeof(R) == 4 ? 'c' : 'z';
  static constexpr bool isComplex = true;
};
template <typename T> using Real = typename Traits<T>::Real;

template <typename T> T conjugate(T x) { return x; }
template <typename R> std::complex<R> conjugate(std::complex<R> x) {
  return std::conj(x);
}
template <typename T> T makeScalar(Real<T> re, Real<T> im) {
  if constexpr (Traits<T>::isComplex)
    return {re, im};
  else
    return re;
}

/// A row-major matrix, or a vector as one column.
template <typename T> struct Array {
  Array() = default;
  Array(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), data(rows * columns) {}
  static Array identity(int64_t n) {
    Array result(n, n);
    for (int64_t i = 0; i < n; ++i)
      result(i, i) = T(1);
    return result;
  }
  static Array random(int64_t rows, int64_t columns, unsigned seed) {
    std::mt19937 engine(seed);
    std::normal_distribution<double> normal;
    Array result(rows, columns);
    for (T &x : result.data)
      x = makeScalar<T>(Real<T>(normal(engine)), Real<T>(normal(engine)));
    return result;
  }

  T &operator()(int64_t i, int64_t j) { return data[i * columns + j]; }
  const T &operator()(int64_t i, int64_t j) const {
    return data[i * columns + j];
  }
  Array adjoint() const {
    Array result(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        result(j, i) = conjugate((*this)(i, j));
    return result;
  }
  Array block(int64_t numRows, int64_t numColumns) const {
    Array result(numRows, numColumns);
    for (int64_t i = 0; i < numRows; ++i)
      for (int64_t j = 0; j < numColumns; ++j)
        result(i, j) = (*this)(i, j);
    return result;
  }
  template <typename U> Array<U> as() const {
    Array<U> result(rows, columns);
    std::copy(data.begin(), data.end(), result.data.begin());
    return result;
  }

  int64_t rows = 0, columns = 0;
  std::vector<T> data;
};

template <typename T> Array<T> operator*(const Array<T> &a, const Array<T> &b) {
  Array<T> result(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        result(i, j) += a(i, k) * b(k, j);
  return result;
}
template <typename T> Array<T> operator-(Array<T> a, const Array<T> &b) {
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] -= b.data[i];
  return a;
}
/// The Frobenius norm; NaN if an element is.
template <typename T> double norm(const Array<T> &a) {
  double sum = 0;
  for (const T &x : a.data)
    sum += double(std::abs(x)) * double(std::abs(x));
  return std::sqrt(sum);
}
template <typename T> double epsilon() {
  return std::numeric_limits<Real<T>>::epsilon();
}
/// How far the columns of `q` are from orthonormal, in units of rounding.
template <typename T> double orthogonality(const Array<T> &q) {
  return norm(q.adjoint() * q - Array<T>::identity(q.columns)) /
         (epsilon<T>() * double(std::max<int64_t>(q.rows, 1)));
}
/// |a - b| relative to |a|, in units of rounding.
template <typename T> double residual(const Array<T> &a, const Array<T> &b) {
  double size = norm(a);
  return norm(a - b) / (epsilon<T>() * double(std::max<int64_t>(a.rows, 1)) *
                        (size == 0 ? 1 : size));
}

/// A call under construction.
class Call {
public:
  explicit Call(std::string target) : target(std::move(target)) {}

  /// Matrices, vectors (one column, of rank 1) and scalars (of rank 0).
  template <typename T> Call &matrix(const Array<T> &a) {
    return add(arguments, const_cast<T *>(a.data.data()), Traits<T>::code,
               {a.rows, a.columns});
  }
  template <typename T> Call &vector(const Array<T> &a) {
    return add(arguments, const_cast<T *>(a.data.data()), Traits<T>::code,
               {a.rows});
  }
  template <typename T> Call &outMatrix(Array<T> &a) {
    return add(results, a.data.data(), Traits<T>::code, {a.rows, a.columns});
  }
  template <typename T> Call &outVector(Array<T> &a) {
    return add(results, a.data.data(), Traits<T>::code, {a.rows});
  }
  Call &outScalar(int32_t &x) { return add(results, &x, XLA_I32, {}); }
  /// Any dimensions, in any order in memory.
  Call &argument(void *data, int32_t code, std::vector<int64_t> dims,
                 std::vector<int64_t> order = {}) {
    return add(arguments, data, code, std::move(dims), std::move(order));
  }
  Call &result(void *data, int32_t code, std::vector<int64_t> dims,
               std::vector<int64_t> order = {}) {
    return add(results, data, code, std::move(dims), std::move(order));
  }
  Call &letter(const char *name, char value) {
    bytes.push_back(value);
    attributes.push_back({name, &bytes.back(), 1, XLA_UI8, 0});
    return *this;
  }
  Call &number(const char *name, int32_t value) {
    numbers.push_back(value);
    attributes.push_back({name, &numbers.back(), 1, XLA_I32, 0});
    return *this;
  }
  Call &text(const char *value) {
    config = value;
    return *this;
  }

  int32_t run() {
    xla_call call = {};
    call.abi_version = XLA_ABI_VERSION;
    call.struct_size = sizeof(call);
    call.host = xla_default_host();
    call.error = message;
    call.error_capacity = sizeof(message);
    void *context = nullptr;
    xla_custom_call_fn function = call.host->find_custom_call(
        call.host->context, target.c_str(), &context);
    if (!function)
      return XLA_UNIMPLEMENTED;
    xla_custom_call frame = {};
    frame.abi_version = XLA_ABI_VERSION;
    frame.struct_size = sizeof(frame);
    frame.call = &call;
    frame.target = target.c_str();
    frame.backend_config = config;
    frame.arguments = arguments.data();
    frame.results = results.data();
    frame.num_arguments = static_cast<int32_t>(arguments.size());
    frame.num_results = static_cast<int32_t>(results.size());
    frame.attributes = attributes.data();
    frame.num_attributes = static_cast<int32_t>(attributes.size());
    return function(context, &frame);
  }

  char message[256] = "";

private:
  Call &add(std::vector<xla_buffer> &side, void *data, int32_t code,
            std::vector<int64_t> dims, std::vector<int64_t> order = {}) {
    lists.push_back(std::move(dims));
    xla_buffer buffer = {};
    buffer.data = data;
    buffer.dims = lists.back().data();
    buffer.rank = static_cast<int32_t>(lists.back().size());
    buffer.element_type = code;
    if (!order.empty()) {
      lists.push_back(std::move(order));
      buffer.minor_to_major = lists.back().data();
    }
    side.push_back(buffer);
    return *this;
  }

  std::string target;
  const char *config = "";
  std::vector<xla_buffer> arguments, results;
  std::vector<xla_attribute> attributes;
  // Their elements keep their places.
  std::deque<std::vector<int64_t>> lists;
  std::deque<char> bytes;
  std::deque<int32_t> numbers;
};

/// lapack_<letter><routine>_ffi.
template <typename T> std::string lapack(const char *routine) {
  return std::string("lapack_") + Traits<T>::letter + routine + "_ffi";
}
/// The same where complex numbers have another name.
template <typename T>
std::string lapack(const char *real, const char *complex) {
  return lapack<T>(Traits<T>::isComplex ? complex : real);
}

} // namespace linalg

#endif // XLA_TEST_UNIT_LINEARALGEBRACALL_H
