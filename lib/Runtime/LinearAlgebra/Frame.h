//===- Frame.h - What a call of linear algebra is handed --------*- C++ -*-===//
//
// Reads the buffers and attributes of an xla_custom_call. Whatever a program
// can get wrong about them is found before anything is computed: the first
// mistake is kept and reported by `run`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_LINEARALGEBRA_FRAME_H
#define XLA_LIB_RUNTIME_LINEARALGEBRA_FRAME_H

#include "../Runtime.h"
#include "Matrix.h"

#include <functional>
#include <new>
#include <stdexcept>
#include <string>

namespace xla_runtime {

/// The xla_element_type of a C++ type.
template <typename T> constexpr int32_t elementCode = XLA_INVALID_TYPE;
template <> inline constexpr int32_t elementCode<int32_t> = XLA_I32;
template <> inline constexpr int32_t elementCode<float> = XLA_F32;
template <> inline constexpr int32_t elementCode<double> = XLA_F64;
template <> inline constexpr int32_t elementCode<std::complex<float>> = XLA_C64;
template <>
inline constexpr int32_t elementCode<std::complex<double>> = XLA_C128;

/// The matrices of a buffer: its last two dimensions, or its last one as a
/// column, or single elements; all dimensions before count them.
template <typename T> class Batch {
public:
  Batch() = default;
  Batch(const xla_buffer &buffer, int32_t coreRank);

  Matrix<T> load(int64_t index) const;
  /// `matrix` must have the shape of the batch's.
  void store(int64_t index, const Matrix<T> &matrix) const;
  /// The same from `rows * columns` elements, column by column.
  void store(int64_t index, const T *elements) const;
  void store(int64_t index, T element) const { store(index, &element); }

  int64_t count = 0, rows = 0, columns = 0;

private:
  int64_t getOffset(int64_t index) const;

  T *data = nullptr;
  int64_t rowStride = 0, columnStride = 0;
  /// Of the dimensions that count matrices, slowest first.
  std::vector<int64_t> dims, strides;
};

class Frame {
public:
  explicit Frame(const xla_custom_call &call) : call(call) {}

  /// Expects so many arguments and results.
  void expectCounts(int32_t numArguments, int32_t numResults);

  template <typename T> Batch<T> argument(int32_t index, int32_t coreRank) {
    return get<T>("argument", call.arguments, call.num_arguments, index,
                  coreRank);
  }
  template <typename T> Batch<T> result(int32_t index, int32_t coreRank) {
    return get<T>("result", call.results, call.num_results, index, coreRank);
  }

  template <typename T>
  void expectShape(const Batch<T> &batch, const char *what, int64_t rows,
                   int64_t columns) {
    if (batch.rows != rows || batch.columns != columns)
      reject(std::string("expected ") + what + " of " + std::to_string(rows) +
             " x " + std::to_string(columns) + ", but got " +
             std::to_string(batch.rows) + " x " +
             std::to_string(batch.columns));
  }
  template <typename T>
  void expectSquare(const Batch<T> &batch, const char *what) {
    expectShape(batch, what, batch.rows, batch.rows);
  }

  /// An attribute that is a letter, and among `letters`.
  char getLetter(const char *name, const char *letters);
  /// An attribute that is an integer or a boolean.
  int64_t getInteger(const char *name);
  const char *getText() const { return call.backend_config; }

  void reject(std::string message) {
    if (mistake.empty())
      mistake = std::move(message);
  }
  bool isRejected() const { return !mistake.empty(); }

  /// Calls `compute` with the number of each matrix, perhaps on several
  /// threads. Returns XLA_OK or the code of what went wrong.
  int32_t run(const std::function<void(int64_t)> &compute);

private:
  template <typename T>
  Batch<T> get(const char *side, const xla_buffer *buffers, int32_t size,
               int32_t index, int32_t coreRank) {
    if (!checkBuffer(side, buffers, size, index, coreRank, elementCode<T>))
      return {};
    Batch<T> batch(buffers[index], coreRank);
    if (count < 0)
      count = batch.count;
    if (count != batch.count)
      reject("expected the same number of matrices in each buffer");
    return batch;
  }
  bool checkBuffer(const char *side, const xla_buffer *buffers, int32_t size,
                   int32_t index, int32_t coreRank, int32_t elementType);

  const xla_custom_call &call;
  std::string mistake;
  /// Matrices in each buffer, -1 before the first.
  int64_t count = -1;
};

/// Calls `function` and returns its code. What it throws, for lack of memory,
/// becomes a code too: no exception may leave through C and compiled code.
template <typename Function> int32_t runGuarded(Function function) {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return XLA_OUT_OF_MEMORY;
  } catch (const std::length_error &) { // more than any memory
    return XLA_OUT_OF_MEMORY;
  } catch (...) {
    return XLA_FAILED;
  }
}

/// What computes the matrices of a call.
using Routine = int32_t (*)(Frame &);

/// The function for a target of the lapack_*_ffi family and its kin, or null;
/// `context` takes what it wants.
xla_custom_call_fn findLinearAlgebra(const char *target, void **context);

//===----------------------------------------------------------------------===//
// Batch
//===----------------------------------------------------------------------===//

template <typename T>
Batch<T>::Batch(const xla_buffer &buffer, int32_t coreRank)
    : count(1), rows(1), columns(1), data(static_cast<T *>(buffer.data)) {
  std::vector<int64_t> all(buffer.rank);
  int64_t distance = 1;
  for (int32_t i = 0; i < buffer.rank; ++i) {
    int64_t dim =
        buffer.minor_to_major ? buffer.minor_to_major[i] : buffer.rank - 1 - i;
    all[dim] = distance;
    distance *= buffer.dims[dim];
  }
  int32_t numOuter = buffer.rank - coreRank;
  dims.assign(buffer.dims, buffer.dims + numOuter);
  strides.assign(all.begin(), all.begin() + numOuter);
  for (int64_t dim : dims)
    count *= dim;
  if (coreRank >= 1) {
    rows = buffer.dims[numOuter];
    rowStride = all[numOuter];
  }
  if (coreRank == 2) {
    columns = buffer.dims[numOuter + 1];
    columnStride = all[numOuter + 1];
  }
}

template <typename T> int64_t Batch<T>::getOffset(int64_t index) const {
  int64_t offset = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    offset += index % dims[i] * strides[i];
    index /= dims[i];
  }
  return offset;
}

template <typename T> Matrix<T> Batch<T>::load(int64_t index) const {
  Matrix<T> matrix(rows, columns);
  const T *from = data + getOffset(index);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      matrix(i, j) = from[i * rowStride + j * columnStride];
  return matrix;
}

template <typename T>
void Batch<T>::store(int64_t index, const Matrix<T> &matrix) const {
  store(index, matrix.data.data());
}

template <typename T>
void Batch<T>::store(int64_t index, const T *elements) const {
  T *to = data + getOffset(index);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      to[i * rowStride + j * columnStride] = *elements++;
}

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_LINEARALGEBRA_FRAME_H
