//===- Arrays.h - Arrays of NumPy and DLPack --------------------*- C++ -*-===//

#ifndef XLA_PYTHON_ARRAYS_H
#define XLA_PYTHON_ARRAYS_H

#include "xla/Runtime/xla_runtime.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <string>
#include <vector>

namespace xla_python {

/// Makes NumPy's C API usable; throws where NumPy cannot be imported.
void importNumPy();

/// Whether `object` is an array of NumPy, and of no class derived from it.
bool isArrayOfNumPy(PyObject *object);

/// Whether `object` is an array of a class derived from NumPy's.
bool isOtherArrayOfNumPy(PyObject *object);

/// Whether `object` is an array of JAX that came of a number of Python, whose
/// type decides less.
bool isWeak(PyObject *object);

/// Whether nobody else's memory changes when `object`, an array, is written:
/// it is one of NumPy that may be written and is no view of another.
bool ownsItsMemory(PyObject *object);

/// Whether `object` is a number of a type of NumPy's.
bool isScalarOfNumPy(PyObject *object);

/// Appends to `text` what of `array`, one of NumPy or a number of its types,
/// decides a program. False where it is of no plain type, row-major and
/// aligned.
bool describeArray(PyObject *array, std::string &text);

/// Tensors that others have lent for a call.
using Lent = std::vector<nanobind::ndarray<nanobind::ro>>;

/// What an array has to be to be an argument or result of static shape.
struct ArrayType {
  /// Of a tensor of compiled code whose elements arrays have as `dtype`.
  ArrayType(const xla_tensor_info &tensor, nanobind::object dtype);

  /// The memory of `array`, one of NumPy; null if it is no array of this type,
  /// row-major and aligned, or `isWritten` and it must not be.
  void *getData(PyObject *array, bool isWritten = false) const;

  /// The same for arrays that offer themselves by DLPack too; what `lent` takes
  /// has to live as long as the memory is read.
  void *getData(PyObject *array, Lent &lent) const;

  /// An array over fresh memory of the pool, which goes back when the array and
  /// all views of it are gone. Throws where there is no memory.
  nanobind::object allocate() const;

  int64_t getBytes() const { return bytes; }

private:
  std::vector<intptr_t> dims;
  int64_t bytes;
  int32_t elementType;
  nanobind::object dtype;
};

/// An array over the memory of `object`, which offers itself by DLPack; it
/// keeps `object` alive. Null where it does not offer itself. Throws TypeError
/// where it is not in this machine's memory, or its elements are not those that
/// the C ABI calls `elementType` and arrays have as `dtype`; ValueError where
/// it is not row-major, or `isWritten` and it must not be.
nanobind::object viewDLPack(nanobind::handle object, int32_t elementType,
                            nanobind::handle dtype, bool isWritten);

} // namespace xla_python

#endif // XLA_PYTHON_ARRAYS_H
