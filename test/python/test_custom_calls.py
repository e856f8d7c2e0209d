"""Custom calls registered from Python."""

import ctypes
import ctypes.util

import numpy as np
import pytest

import xla_mlir


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dims", ctypes.POINTER(ctypes.c_int64)),
                ("minor_to_major", ctypes.POINTER(ctypes.c_int64)),
                ("rank", ctypes.c_int32), ("element_type", ctypes.c_int32)]


class Call(ctypes.Structure):
    _fields_ = [("abi_version", ctypes.c_uint32), ("struct_size", ctypes.c_uint32),
                ("call", ctypes.c_void_p), ("target", ctypes.c_char_p),
                ("backend_config", ctypes.c_char_p),
                ("arguments", ctypes.POINTER(Buffer)),
                ("results", ctypes.POINTER(Buffer)),
                ("num_arguments", ctypes.c_int32), ("num_results", ctypes.c_int32)]


FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(Call))

PROGRAM = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @python_reverse(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %0, %x : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
"""


def as_array(buffer):
    shape = tuple(buffer.dims[i] for i in range(buffer.rank))
    count = int(np.prod(shape))
    return np.ctypeslib.as_array((ctypes.c_float * count).from_address(buffer.data)
                                 ).reshape(shape)


@FUNCTION
def reverse(context, call):
    frame = call.contents
    as_array(frame.results[0])[...] = as_array(frame.arguments[0])[::-1, ::-1]
    return 0


def capsule(function):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p,
                                                   ctypes.c_void_p]
    return new(ctypes.cast(function, ctypes.c_void_p), b"function", None)


@pytest.mark.parametrize("form", [lambda f: f, capsule,
                                  lambda f: ctypes.cast(f, ctypes.c_void_p).value])
def test_register(form):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    run = xla_mlir.compile(PROGRAM)
    xla_mlir.register_custom_call("python_reverse", form(reverse))
    try:
        np.testing.assert_array_equal(run(x), x + x[::-1, ::-1])
    finally:
        xla_mlir.register_custom_call("python_reverse", None)
    with pytest.raises(RuntimeError, match="custom call 'python_reverse', but none is"):
        run(x)


def test_no_function():
    with pytest.raises(TypeError, match="expected a ctypes function"):
        xla_mlir.register_custom_call("python_reverse", "text")
    with pytest.raises(RuntimeError, match="none.so"):
        xla_mlir.load_library("./none.so")
