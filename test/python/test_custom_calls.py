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


@FUNCTION
def swap_halves(context, call):
    frame = call.contents
    size = (frame.arguments[0].dims[0] + 1) // 2
    source, target = ((ctypes.c_uint8 * size).from_address(values[0].data)
                      for values in (frame.arguments, frame.results))
    for i, byte in enumerate(source):
        target[i] = (byte >> 4) | (byte << 4) & 0xF0
    return 0


def test_elements_of_four_bits_are_packed():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    xla_mlir.register_custom_call("python_swap_halves", swap_halves)
    program = xla_mlir.compile("""
func.func @main(%x: tensor<6xi4>) -> tensor<6xi4> {
  %0 = stablehlo.custom_call @python_swap_halves(%x) : (tensor<6xi4>) -> tensor<6xi4>
  return %0 : tensor<6xi4>
}""")
    given = np.array([1, -2, 3, -4, 5, -6], ml_dtypes.int4)
    assert program(given).astype(np.int32).tolist() == [-2, 1, -4, 3, -6, 5]
