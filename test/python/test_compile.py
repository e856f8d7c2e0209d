"""Programs compiled in this process and called on NumPy arrays."""

import ctypes
import json
import threading

import numpy as np
import pytest

import xla_mlir
from xla_mlir import ir

ADD = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
SWAP = """
func.func @main(%x: tensor<2xi32>, %y: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xi32>) {
  %0 = stablehlo.negate %y : tensor<3x2xf64>
  %1 = stablehlo.multiply %x, %x : tensor<2xi32>
  return %0, %1 : tensor<3x2xf64>, tensor<2xi32>
}
"""


@pytest.fixture(scope="module")
def add():
    return xla_mlir.compile(ADD)


def floats(*values):
    return np.array(values, np.float32)


def test_call(add):
    x, y = floats(1, 2, 3, 4), floats(10, 20, 30, 40)
    result = add(x, y)
    assert result.dtype == np.float32 and result.tolist() == [11, 22, 33, 44]
    assert x.tolist() == [1, 2, 3, 4]


def test_description(add):
    assert [(t.shape, t.dtype) for t in add.arguments] == [((4,), np.float32)] * 2
    assert [(t.shape, t.dtype) for t in add.results] == [((4,), np.float32)]
    assert add.num_kernels == 1


def test_several_results():
    f = xla_mlir.compile(SWAP)
    y = np.arange(6.0).reshape(3, 2)
    first, second = f(np.array([3, -4], np.int32), y)
    assert (first == -y).all() and second.tolist() == [9, 16]


@ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p * 2))
def take_addresses(_, custom_call):
    """A custom call that takes down the addresses that its entry was called with."""
    call = ctypes.cast(custom_call.contents[1], ctypes.POINTER(ctypes.c_void_p * 3))
    for which, count in ((1, 2), (2, 1)):
        buffers = ctypes.cast(call.contents[which],
                              ctypes.POINTER(ctypes.c_void_p * count)).contents
        addresses.append(list(buffers))
    return 0


addresses = []


def test_nothing_is_copied():
    """Compiled code gets the arrays' own addresses, and the result is the memory
    that it wrote."""
    xla_mlir.register_custom_call("python_addresses", take_addresses)
    f = xla_mlir.compile(ADD.replace("  %0 =", """
  %1 = stablehlo.custom_call @python_addresses(%x) {has_side_effect = true}
      : (tensor<4xf32>) -> tensor<4xf32>
  %0 ="""))
    x, y, out = floats(1, 2, 3, 4), floats(5, 6, 7, 8), floats(0, 0, 0, 0)
    fresh = f(x, y)
    assert fresh.tolist() == [6, 8, 10, 12]
    returned = f(x, y, out=out)
    assert returned is out and out.tolist() == [6, 8, 10, 12]
    address = [a.__array_interface__["data"][0] for a in (x, y, fresh, out)]
    assert addresses == [address[:2], address[2:3], address[:2], address[3:]]
    assert not fresh.flags.owndata and fresh.flags.writeable


def test_result_may_take_a_part_of_an_array(add):
    table = np.zeros((3, 4), np.float32)
    add(floats(1, 2, 3, 4), floats(1, 1, 1, 1), out=table[1])
    assert table.tolist() == [[0] * 4, [2, 3, 4, 5], [0] * 4]


def test_result_outlives_program_and_buffer_is_reused():
    f = xla_mlir.compile(ADD)
    result = f(floats(1, 2, 3, 4), floats(1, 1, 1, 1))
    view = result[1:]
    del f, result
    assert view.tolist() == [3, 4, 5]


@pytest.mark.parametrize("bad,error,message", [
    (np.zeros(4), TypeError, "argument 1: expected dtype float32, got float64"),
    (np.zeros(5, np.float32), ValueError, r"expected shape \(4,\), got \(5,\)"),
    (np.zeros((4, 1), np.float32), ValueError, "expected shape"),
    (np.zeros(8, np.float32)[::2], ValueError, "not row-major"),
    ([0, 0, 0, 0], TypeError, "expected a numpy.ndarray or an array with DLPack, got list"),
    (np.zeros(4, ">f4"), TypeError, "expected dtype float32, got >f4"),
])
def test_wrong_argument_is_refused(add, bad, error, message):
    with pytest.raises(error, match=message):
        add(floats(0, 0, 0, 0), bad)


def test_wrong_call_is_refused(add):
    x = floats(0, 0, 0, 0)
    with pytest.raises(TypeError, match="expected 2 arguments, got 1"):
        add(x)
    frozen = x.copy()
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        add(x, x, out=frozen)
    with pytest.raises(RuntimeError):
        add(x, x, out=x)  # not donated: an overlap


def test_bad_program_is_refused_with_its_place():
    with pytest.raises(ValueError, match=r"model:3:26: error: .*") as caught:
        xla_mlir.compile(ADD.replace("%x, %y :", "%x, %z :"), name="model")
    assert "stablehlo.add %x, %z" in str(caught.value)
    with pytest.raises(ValueError, match="no-such-option"):
        xla_mlir.compile(ADD, no_such_option=1)
    with pytest.raises(TypeError, match="got int"):
        xla_mlir.compile(3)


def test_bytes_that_are_no_text_are_refused_as_a_program():
    """Messages quote lines as they are."""
    program = ADD.replace("%x, %y : tensor<4xf32>", "%x, %z : tensor<4xf32> // \udcff")
    with pytest.raises(xla_mlir.CompileError, match="%x, %z : tensor<4xf32> // \ufffd"):
        xla_mlir.compile(program.encode(errors="surrogateescape"))


def test_modules_compile(context):
    text = ADD.replace("stablehlo", "hlo")
    x = floats(1, 2, 3, 4)
    assert xla_mlir.compile(ir.Module.parse(text))(x, x).tolist() == [2, 4, 6, 8]


def test_programs_are_read_into_modules(context):
    module = xla_mlir.read_module(ADD, name="add.mlir")
    names = []
    module.operation.walk(lambda op: names.append(op.name) or ir.WalkResult.ADVANCE)
    assert names == ["hlo.add", "func.return", "func.func", "builtin.module"]
    assert "add.mlir" in module.operation.get_asm(enable_debug_info=True)
    with pytest.raises(xla_mlir.CompileError, match="add.mlir:1:1: error") as raised:
        xla_mlir.read_module("?", name="add.mlir")
    assert (raised.value.line, raised.value.column) == (1, 1)


def test_modules_are_read_in_a_context():
    with pytest.raises(ValueError, match="expected a context to read the module into"):
        xla_mlir.read_module(ADD)


def test_threads_may_call_at_once(add):
    failures = []

    def work(k):
        x = np.full(4, k, np.float32)
        for _ in range(200):
            if add(x, x).tolist() != [2 * k] * 4:
                failures.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    f = xla_mlir.compile(ADD.replace("f32", "bf16"))
    x = np.array([1, 2, 3, 4.5], ml_dtypes.bfloat16)
    result = f(x, x)
    assert result.dtype == ml_dtypes.bfloat16 and result.tolist() == [2, 4, 6, 9]


def test_decisions_are_lines_of_json(tmp_path):
    path = tmp_path / "decisions.json"
    xla_mlir.compile(ADD, name="add.mlir", decisions=str(path))
    decisions = [json.loads(line) for line in path.read_text().splitlines()]
    kernel = next(one for one in decisions if one["decision"] == "kernel")
    assert kernel["why"] == "hlo.add" and kernel["flops"] == 4
    assert kernel["file"] == "add.mlir" and kernel["line"] == 3
    # A known program is compiled again for them, with the same code.
    path.unlink()
    xla_mlir.compile(ADD, name="add.mlir", decisions=str(path))
    assert len(path.read_text().splitlines()) == len(decisions)


def test_temporaries_that_are_too_large_are_refused():
    program = """
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
"""
    with pytest.raises(ValueError, match=r"at most 64 bytes of temporaries \(max-temp-bytes\)"):
        xla_mlir.compile(program, max_temp_bytes=64)
    xla_mlir.compile(program, max_temp_bytes=1 << 20)
