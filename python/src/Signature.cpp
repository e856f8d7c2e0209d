//===- Signature.cpp - What decides the program of a call -----------------===//
//
// Arguments of functions that `jit` compiles, looked through without Python's
// interpreter: most are arrays and numbers in tuples, lists and dicts. Others
// are left to python/xla_mlir/tracing.
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Program.h"

namespace nb = nanobind;
using namespace xla_python;

namespace {
/// Leaves of a tree, and a text that is the same for the same nesting and
/// types.
class Signature {
public:
  /// False, perhaps with an error set, where `tree` has anything that is not
  /// plain.
  bool add(PyObject *tree) {
    if (tree == Py_None)
      return text += 'N', true;
    if (isArrayOfNumPy(tree))
      return text += 'a', describeArray(tree, text) && addLeaf(tree);
    if (char kind = getKindOfNumber(tree))
      return text += kind, addLeaf(tree);
    if (isScalarOfNumPy(tree)) // As an array of no dimensions.
      return text += 'a', describeArray(tree, text) && addLeaf(tree);
    if (Py_EnterRecursiveCall(" in the arguments of a function"))
      return false;
    bool isPlain = addNested(tree);
    Py_LeaveRecursiveCall();
    return isPlain;
  }

  /// (text, leaves).
  nb::tuple take() {
    return nb::make_tuple(nb::bytes(text.data(), text.size()), leaves);
  }

private:
  static char getKindOfNumber(PyObject *value) {
    if (PyFloat_CheckExact(value))
      return 'f';
    if (PyBool_Check(value))
      return 'b';
    if (PyLong_CheckExact(value))
      return 'i';
    return PyComplex_CheckExact(value) ? 'c' : 0;
  }

  bool addLeaf(PyObject *leaf) {
    leaves.append(nb::handle(leaf));
    return true;
  }

  bool addNested(PyObject *tree) {
    if (PyTuple_CheckExact(tree)) {
      addSize('(', PyTuple_GET_SIZE(tree));
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tree); ++i)
        if (!add(PyTuple_GET_ITEM(tree, i)))
          return false;
      return true;
    }
    if (PyList_CheckExact(tree)) {
      addSize('[', PyList_GET_SIZE(tree));
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(tree); ++i)
        if (!add(PyList_GET_ITEM(tree, i)))
          return false;
      return true;
    }
    return PyDict_CheckExact(tree) && addDict(tree);
  }

  /// A dict whose keys are strings.
  bool addDict(PyObject *dict) {
    nb::object keys = nb::steal(PyDict_Keys(dict));
    if (!keys.is_valid())
      return false;
    Py_ssize_t size = PyList_GET_SIZE(keys.ptr());
    for (Py_ssize_t i = 0; i < size; ++i)
      if (!PyUnicode_CheckExact(PyList_GET_ITEM(keys.ptr(), i)))
        return false;
    if (PyList_Sort(keys.ptr()) != 0)
      return false;
    addSize('{', size);
    for (Py_ssize_t i = 0; i < size; ++i) {
      PyObject *key = PyList_GET_ITEM(keys.ptr(), i);
      Py_ssize_t length;
      const char *name = PyUnicode_AsUTF8AndSize(key, &length);
      if (!name)
        return false;
      addSize(':', length);
      text.append(name, static_cast<size_t>(length));
      PyObject *part = PyDict_GetItemWithError(dict, key);
      if (!part || !add(part))
        return false;
    }
    return true;
  }

  void addSize(char kind, Py_ssize_t size) {
    text += kind;
    text.append(reinterpret_cast<const char *>(&size), sizeof(size));
  }

  std::string text;
  nb::list leaves;
};
} // namespace

/// (signature, leaves) of a tree, None where Python has to look.
static nb::object describe(nb::handle tree) {
  Signature signature;
  if (signature.add(tree.ptr()))
    return signature.take();
  PyErr_Clear();
  return nb::none();
}

void xla_python::addSignature(nb::module_ &m) {
  m.def("describe", describe, nb::arg("tree"));
}
