"""Programs are compiled once: in a process, and across processes."""

import ctypes
import gc
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import xla_mlir

from conftest import BUILD

DTYPES = {"float32": "f32", "float64": "f64", "int32": "i32"}


@pytest.fixture(autouse=True)
def no_folder(monkeypatch):
    monkeypatch.delenv("XLA_CACHE_DIR", raising=False)
    xla_mlir.cache_clear()
    yield
    xla_mlir.cache_clear()


def get_mse(x, y):
    """mean((x - y)**2), by a program for the shapes and dtypes of this call."""
    dtype = DTYPES[x.dtype.name]
    tensor = "tensor<" + "".join(f"{n}x" for n in x.shape) + dtype + ">"
    scalar = f"tensor<{dtype}>"
    dims = ", ".join(str(d) for d in range(x.ndim))
    return xla_mlir.compile(f"""
func.func @main(%x: {tensor}, %y: {tensor}) -> {scalar} {{
  %zero = stablehlo.constant dense<0.0> : {scalar}
  %count = stablehlo.constant dense<{x.size}.0> : {scalar}
  %0 = stablehlo.subtract %x, %y : {tensor}
  %1 = stablehlo.multiply %0, %0 : {tensor}
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across
      dimensions = [{dims}] : ({tensor}, {scalar}) -> {scalar}
  %3 = stablehlo.divide %2, %count : {scalar}
  return %3 : {scalar}
}}""")(x, y)


class MallInfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks "
                "keepcost".split()]


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="wants glibc 2.33")
def test_what_is_compiled_and_forgotten_leaves_nothing():
    get_info = ctypes.CDLL(None).mallinfo2
    get_info.restype = MallInfo

    def compile_and_forget():
        for n in range(1, 41):
            xla_mlir.compile(f"""func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
              %0 = stablehlo.add %x, %x : tensor<{n}xf32>
              return %0 : tensor<{n}xf32>
            }}""")
        xla_mlir.cache_clear()
        gc.collect()
        return get_info().uordblks

    before = compile_and_forget()
    assert compile_and_forget() < before + 40 * 256


def test_known_signature_is_not_compiled_again():
    one = lambda value: np.array(value, np.float32)
    assert get_mse(one(3), one(1)) == 4
    assert get_mse(one(5), one(2)) == 9
    assert get_mse(one([[1, 2], [3, 4]]), one([[1, 2], [3, 8]])) == 4
    info = xla_mlir.cache_info()
    assert (info.misses, info.hits, info.kept) == (2, 1, 2)
    assert get_mse(np.array(3.0), np.array(1.0)) == 4  # float64
    assert xla_mlir.cache_info().misses == 3


def test_versions_of_a_dynamic_program_count():
    f = xla_mlir.compile("""
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}""")
    before = xla_mlir.cache_info()
    for size in (3, 4, 3, 3):
        assert f(np.ones(size, np.float32)).tolist() == [2] * size
    info = xla_mlir.cache_info()
    assert (info.misses - before.misses, info.hits - before.hits) == (2, 2)


def test_clearing_leaves_executables():
    f = xla_mlir.compile(PROGRAM)
    xla_mlir.cache_clear()
    assert xla_mlir.cache_info().kept == 0
    assert f(np.ones(16, np.float32)).tolist() == [2] * 16


PROGRAM = """
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %c = stablehlo.constant dense<2.0> : tensor<16xf32>
  %1 = stablehlo.multiply %0, %c : tensor<16xf32>
  return %1 : tensor<16xf32>
}
"""

CHILD = """
import json, sys
import numpy as np
import xla_mlir
f = xla_mlir.compile(sys.stdin.read())
x = np.arange(16, dtype=np.float32)[::-1].copy()
assert f(x).tolist() == sorted((2 * x).tolist()), "wrong result"
print(json.dumps(xla_mlir.cache_info()._asdict()))
"""


def start(folder):
    """A process that compiles the program, with a cache in `folder`."""
    environment = dict(os.environ, XLA_CACHE_DIR=str(folder),
                       PYTHONPATH=str(BUILD / "python"))
    return subprocess.Popen([sys.executable, "-c", CHILD], env=environment,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def finish(process, text=PROGRAM) -> dict:
    output, _ = process.communicate(text)
    assert process.returncode == 0
    return json.loads(output)


def test_other_processes_find_the_code(tmp_path):
    cold = finish(start(tmp_path))
    assert cold["parts_compiled"] == 3 and cold["loaded"] == 0
    warm = finish(start(tmp_path))
    assert warm["loaded"] == 1 and warm["parts_compiled"] == 0
    assert warm["parts_loaded"] == 3 and warm["files_written"] == 0
    # One kernel of two has another constant.
    edited = finish(start(tmp_path), PROGRAM.replace("dense<2.0>", "dense<1.0>")
                    .replace("multiply %0, %c", "add %0, %0"))
    assert edited["loaded"] == 0 and edited["parts_loaded"] == 1


def test_processes_may_write_at_once(tmp_path):
    processes = [start(tmp_path) for _ in range(4)]
    infos = [finish(process) for process in processes]
    assert sum(info["files_rejected"] for info in infos) == 0
    assert finish(start(tmp_path))["loaded"] == 1
    assert not [name for name in os.listdir(tmp_path) if "new-" in name]


def test_folder_can_be_an_option(tmp_path):
    f = xla_mlir.compile(PROGRAM, cache_dir=str(tmp_path / "a;b"))
    assert len(os.listdir(tmp_path / "a;b")) > 3
    assert "cache-dir=" + str(tmp_path / "a\\;b") in f.options


def test_tools_use_it_too(tmp_path, tools):
    program = tmp_path / "program.mlir"
    program.write_text(PROGRAM)
    environment = dict(os.environ, XLA_CACHE_DIR=str(tmp_path / "cache"))

    def run():
        output = subprocess.run(
            [tools / "xla-run", program, "--cache-stats", "--format=json"],
            env=environment, capture_output=True, text=True, check=True).stdout
        return json.loads(output)["cache"]

    assert run()["parts_compiled"] == 3
    warm = run()
    assert warm["programs_loaded"] == 1 and warm["parts_compiled"] == 0
