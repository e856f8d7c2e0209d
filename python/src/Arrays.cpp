//===- Arrays.cpp - Arrays of NumPy and DLPack ----------------------------===//
//
// The only file that knows NumPy's C API: a look at an array's fields costs
// nanoseconds, asking for them by name in Python costs a microsecond.
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <new>

namespace nb = nanobind;
using namespace xla_python;

void xla_python::importNumPy() {
  if (_import_array() < 0)
    throw nb::python_error();
}

bool xla_python::isArrayOfNumPy(PyObject *object) {
  return PyArray_CheckExact(object);
}

bool xla_python::isOtherArrayOfNumPy(PyObject *object) {
  return PyArray_Check(object) && !PyArray_CheckExact(object);
}

bool xla_python::isWeak(PyObject *object) {
  nb::object weak = nb::getattr(object, "weak_type", nb::none());
  return weak.ptr() == Py_True;
}

/// Appends what decides a program; false for types that are not plain.
static bool describeType(int type, int rank, const npy_intp *dims,
                         std::string &text) {
  if (!PyTypeNum_ISNUMBER(type) && !PyTypeNum_ISBOOL(type) &&
      !PyTypeNum_ISUSERDEF(type))
    return false;
  auto append = [&](const void *bytes, size_t size) {
    text.append(static_cast<const char *>(bytes), size);
  };
  append(&type, sizeof(type));
  append(&rank, sizeof(rank));
  append(dims, sizeof(npy_intp) * static_cast<size_t>(rank));
  return true;
}

bool xla_python::describeArray(PyObject *object, std::string &text) {
  if (PyArray_CheckScalar(object)) {
    PyArray_Descr *dtype = PyArray_DescrFromScalar(object);
    int type = dtype->type_num;
    Py_DECREF(dtype);
    return describeType(type, 0, nullptr, text);
  }
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         !PyArray_ISBYTESWAPPED(array) &&
         describeType(PyArray_TYPE(array), PyArray_NDIM(array),
                      PyArray_DIMS(array), text);
}

bool xla_python::isScalarOfNumPy(PyObject *object) {
  return PyArray_IsScalar(object, Generic);
}

/// What memory of the pool has as its owner is called.
static constexpr const char *poolName = "xla_buffer";

bool xla_python::ownsItsMemory(PyObject *object) {
  if (!PyArray_CheckExact(object))
    return false;
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  PyObject *base = PyArray_BASE(array);
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY) &&
         (PyArray_CHKFLAGS(array, NPY_ARRAY_OWNDATA) ||
          (base && PyCapsule_IsValid(base, poolName)));
}

ArrayType::ArrayType(const xla_tensor_info &tensor, nb::object dtype)
    : dims(tensor.dims, tensor.dims + tensor.rank), bytes(tensor.byte_size),
      elementType(tensor.element_type), dtype(std::move(dtype)) {}

void *ArrayType::getData(PyObject *object, bool isWritten) const {
  if (!PyArray_Check(object))
    return nullptr;
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  auto *wanted = reinterpret_cast<PyArray_Descr *>(dtype.ptr());
  PyArray_Descr *given = PyArray_DESCR(array);
  if (given != wanted && !PyArray_EquivTypes(given, wanted))
    return nullptr;
  if (PyArray_NDIM(array) != static_cast<int>(dims.size()) ||
      !PyArray_CompareLists(PyArray_DIMS(array), dims.data(), dims.size()) ||
      !PyArray_CHKFLAGS(array,
                        isWritten ? NPY_ARRAY_CARRAY : NPY_ARRAY_CARRAY_RO))
    return nullptr;
  return PyArray_DATA(array);
}

nb::object ArrayType::allocate() const {
  void *data = xla_buffer_allocate(bytes);
  if (!data)
    throw std::bad_alloc();
  PyObject *owner = PyCapsule_New(data, poolName, [](PyObject *capsule) {
    xla_buffer_free(PyCapsule_GetPointer(capsule, poolName));
  });
  if (!owner) {
    xla_buffer_free(data);
    throw nb::python_error();
  }
  // Takes over a reference to the dtype.
  Py_INCREF(dtype.ptr());
  PyObject *array = PyArray_NewFromDescr(
      &PyArray_Type, reinterpret_cast<PyArray_Descr *>(dtype.ptr()),
      static_cast<int>(dims.size()), dims.data(), /*strides=*/nullptr, data,
      NPY_ARRAY_CARRAY, /*obj=*/nullptr);
  if (!array || PyArray_SetBaseObject(reinterpret_cast<PyArrayObject *>(array),
                                      owner) < 0) {
    // The latter takes the owner over, also when it fails.
    if (!array)
      Py_DECREF(owner);
    Py_XDECREF(array);
    throw nb::python_error();
  }
  return nb::steal(array);
}

/// DLPack's name of an element type of the C ABI: code and bits; bits 0 for
/// those that it has none for.
static nb::dlpack::dtype getDLPackType(int32_t type) {
  auto make = [](int code, int bits) {
    return nb::dlpack::dtype{static_cast<uint8_t>(code),
                             static_cast<uint8_t>(bits), 1};
  };
  enum { Int = 0, UInt = 1, Float = 2, BFloat = 4, Complex = 5, Bool = 6 };
  switch (type) {
  case XLA_I1:
    return make(Bool, 8);
  case XLA_I8:
    return make(Int, 8);
  case XLA_I16:
    return make(Int, 16);
  case XLA_I32:
    return make(Int, 32);
  case XLA_I64:
    return make(Int, 64);
  case XLA_UI8:
    return make(UInt, 8);
  case XLA_UI16:
    return make(UInt, 16);
  case XLA_UI32:
    return make(UInt, 32);
  case XLA_UI64:
    return make(UInt, 64);
  case XLA_F16:
    return make(Float, 16);
  case XLA_F32:
    return make(Float, 32);
  case XLA_F64:
    return make(Float, 64);
  case XLA_BF16:
    return make(BFloat, 16);
  case XLA_C64:
    return make(Complex, 64);
  case XLA_C128:
    return make(Complex, 128);
  case XLA_F8E3M4:
    return make(7, 8);
  case XLA_F8E4M3:
    return make(8, 8);
  case XLA_F8E4M3B11FNUZ:
    return make(9, 8);
  case XLA_F8E4M3FN:
    return make(10, 8);
  case XLA_F8E4M3FNUZ:
    return make(11, 8);
  case XLA_F8E5M2:
    return make(12, 8);
  case XLA_F8E5M2FNUZ:
    return make(13, 8);
  case XLA_F8E8M0FNU:
    return make(14, 8);
  default:
    return make(0, 0);
  }
}

/// Whether elements follow each other; so do none at all.
static bool isRowMajor(const nb::ndarray<nb::ro> &tensor) {
  int64_t stride = 1;
  bool isRowMajor = true;
  for (size_t i = tensor.ndim(); i-- > 0;) {
    auto size = static_cast<int64_t>(tensor.shape(i));
    isRowMajor &= size <= 1 || tensor.stride(i) == stride;
    stride *= size;
  }
  return isRowMajor || stride == 0;
}

static bool offersDLPack(nb::handle object) {
  return nb::hasattr(object, "__dlpack__");
}

void *ArrayType::getData(PyObject *object, Lent &lent) const {
  if (PyArray_Check(object))
    return getData(object);
  nb::ndarray<nb::ro> tensor;
  if (!offersDLPack(object) || !nb::try_cast(nb::handle(object), tensor, false))
    return nullptr;
  nb::dlpack::dtype type = getDLPackType(elementType);
  if (tensor.device_type() != nb::device::cpu::value ||
      tensor.dtype() != type || tensor.ndim() != dims.size() ||
      !isRowMajor(tensor))
    return nullptr;
  for (size_t i = 0; i < dims.size(); ++i)
    if (static_cast<intptr_t>(tensor.shape(i)) != dims[i])
      return nullptr;
  // No data is where the tensor is empty.
  static char nothing[1];
  auto *data = const_cast<void *>(tensor.data());
  auto alignment = static_cast<uintptr_t>(
      PyDataType_ALIGNMENT(reinterpret_cast<PyArray_Descr *>(dtype.ptr())));
  if (reinterpret_cast<uintptr_t>(data) % alignment != 0)
    return nullptr;
  lent.push_back(std::move(tensor));
  return data ? data : nothing;
}

nb::object xla_python::viewDLPack(nb::handle object, int32_t elementType,
                                  nb::handle dtype, bool isWritten) {
  if (!offersDLPack(object))
    return nb::object();
  nb::ndarray<nb::ro> tensor;
  nb::ndarray<> written;
  if (isWritten ? !nb::try_cast(object, written, false)
                : !nb::try_cast(object, tensor, false))
    throw nb::value_error(isWritten ? "the array is read-only"
                                    : "the array does not give its memory");
  if (isWritten)
    tensor = nb::ndarray<nb::ro>(written);
  if (tensor.device_type() != nb::device::cpu::value)
    throw nb::type_error("expected an array in this machine's memory, got one "
                         "on another device");
  nb::dlpack::dtype wanted = getDLPackType(elementType), given = tensor.dtype();
  if (given != wanted) {
    std::string text = "expected dtype " + std::string(nb::str(dtype).c_str()) +
                       ", got an array whose DLPack type has code " +
                       std::to_string(given.code) + " and " +
                       std::to_string(given.bits) + " bits";
    throw nb::type_error(text.c_str());
  }
  std::vector<npy_intp> dims(tensor.ndim());
  for (size_t i = 0; i < dims.size(); ++i)
    dims[i] = static_cast<npy_intp>(tensor.shape(i));
  if (!isRowMajor(tensor))
    throw nb::value_error("not row-major and aligned");
  Py_INCREF(dtype.ptr());
  PyObject *array = PyArray_NewFromDescr(
      &PyArray_Type, reinterpret_cast<PyArray_Descr *>(dtype.ptr()),
      static_cast<int>(dims.size()), dims.data(), /*strides=*/nullptr,
      const_cast<void *>(tensor.data()),
      isWritten ? NPY_ARRAY_CARRAY : NPY_ARRAY_CARRAY_RO, /*obj=*/nullptr);
  if (!array)
    throw nb::python_error();
  nb::object result = nb::steal(array);
  PyArray_UpdateFlags(reinterpret_cast<PyArrayObject *>(array),
                      NPY_ARRAY_ALIGNED);
  // The tensor holds the memory for as long as a view does.
  auto *kept = new nb::ndarray<nb::ro>(std::move(tensor));
  PyObject *owner =
      nb::capsule(kept,
                  [](void *tensor) noexcept {
                    delete static_cast<nb::ndarray<nb::ro> *>(tensor);
                  })
          .release()
          .ptr();
  if (PyArray_SetBaseObject(reinterpret_cast<PyArrayObject *>(array), owner) <
      0)
    throw nb::python_error();
  return result;
}
