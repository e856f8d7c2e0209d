"""Protos and text of HLO: what JAX writes runs, jaxlib reads what we write, and the
protobuf library that we use lives beside those of other packages."""

import importlib.util
import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jaxlib import _hlo  # noqa: E402

import xla_mlir  # noqa: E402


def loop(x):
    return jax.lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] * x), (0, x))[1]


CASES = [
    (lambda x: jax.nn.softmax(x @ x.T), np.arange(12, dtype=np.float32).reshape(3, 4)),
    (loop, np.array(1.5, np.float32)),
    (lambda x: x.at[jnp.array([0, 2])].add(1.0), np.ones(4, np.float32)),
    (lambda x: jax.random.normal(jax.random.key(0), x.shape) + x, np.zeros(6, np.float32)),
    (lambda x: jnp.sort(x)[::-1], np.array([3, 1, 2], np.int32)),
    (lambda x: jnp.cumsum(x), np.arange(7, dtype=np.float32)),
]


def lowered(function, argument):
    return jax.jit(function).lower(argument)


def optimised(function, argument):
    return lowered(function, argument).compile().runtime_executable().hlo_modules()[0]


FORMS = {
    "proto": lambda *case: lowered(*case).compiler_ir("hlo").as_serialized_hlo_module_proto(),
    "text": lambda *case: lowered(*case).as_text("hlo"),
    "optimised proto": lambda *case: optimised(*case).as_serialized_hlo_module_proto(),
    "optimised text": lambda *case: optimised(*case).to_string(),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("function, argument", CASES)
def test_what_jax_writes_runs(function, argument, form):
    result = xla_mlir.compile(FORMS[form](function, argument))(argument)
    np.testing.assert_allclose(np.asarray(result), jax.jit(function)(argument),
                               rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("function, argument", CASES)
def test_jaxlib_reads_what_we_write(function, argument, tools):
    written = subprocess.run([tools / "xla-translate", "-", "--to=hlo-proto"],
                             input=lowered(function, argument).as_text().encode(),
                             stdout=subprocess.PIPE, check=True).stdout
    computation = _hlo.XlaComputation(written)
    assert computation.as_serialized_hlo_module_proto()
    assert "ENTRY" in computation.as_hlo_text()


def test_dumps_from_python(tmp_path):
    code = ("import xla_mlir\n"
            "xla_mlir.compile('func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> "
            "{return %x : tensor<4xf32>}')")
    run_python(code, XLA_FLAGS=f"--xla_dump_to={tmp_path}")
    assert (tmp_path / "module_0000.main.before_optimizations.txt").exists()


def run_python(code, **environment):
    package = pathlib.Path(xla_mlir.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(package), **environment}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_nothing_of_protobuf_is_shown():
    maps = pathlib.Path("/proc/self/maps").read_text().splitlines()
    library = next(line.split()[-1] for line in maps if "libxla_compiler" in line)
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], text=True,
                             stdout=subprocess.PIPE, check=True).stdout
    assert "xla_compile" in symbols
    assert "protobuf" not in symbols and "descriptor" not in symbols


# Each has a protobuf library, and perhaps a schema, of its own.
NEIGHBOURS = [name for name in ["jaxlib", "torch", "tensorflow", "google.protobuf"]
              if importlib.util.find_spec(name.split(".")[0])]


@pytest.mark.parametrize("order", [
    order for name in NEIGHBOURS
    for order in itertools.permutations([name, "xla_mlir"])], ids="-".join)
def test_lives_beside_other_protobufs(order, tmp_path):
    function, argument = CASES[0]
    (tmp_path / "module.pb").write_bytes(FORMS["proto"](function, argument))
    imports = "".join(f"import {name}\n" for name in order)
    if "jaxlib" in order:
        imports += "import jax\njax.jit(lambda x: x + 1).lower(1.0).compiler_ir('hlo')\n"
    run_python(f"{imports}import numpy as np\n"
               f"program = xla_mlir.compile(open({str(tmp_path / 'module.pb')!r}, 'rb').read())\n"
               "program(np.zeros((3, 4), np.float32))\n")


# In a process of its own: TensorFlow takes long to load, and stays.
TENSORFLOW = """
import numpy as np, tensorflow as tf, xla_mlir
f = tf.function(lambda x: tf.nn.softmax(tf.tanh(x) @ x), jit_compile=True)
x = tf.constant(np.arange(16, dtype=np.float32).reshape(4, 4) / 9)
for stage in ["stablehlo", "hlo", "hlo_no_metadata", "hlo_serialized", "optimized_hlo"]:
    program = xla_mlir.compile(f.experimental_get_compiler_ir(x)(stage=stage))
    np.testing.assert_allclose(program(x.numpy()), f(x), rtol=1e-5, err_msg=stage)
"""


@pytest.mark.skipif(not importlib.util.find_spec("tensorflow"), reason="no TensorFlow")
def test_every_stage_of_tensorflow_runs():
    run_python(TENSORFLOW, TF_CPP_MIN_LOG_LEVEL="2")
