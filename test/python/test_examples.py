"""The scripts in examples/ that bring programs from frameworks here, each way by itself;
those of frameworks that are not installed are skipped. XLA_TENSORFLOW_PYTHON may name a
Python that has TensorFlow, which wants an environment of its own."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

import xla_mlir

PACKAGE = pathlib.Path(xla_mlir.__file__).parents[1]
JAX_WAYS = ["lowered", "exported", "text", "text-with-locations", "module", "hlo-text", "hlo-proto",
            "optimized-text", "artifact"]
if importlib.util.find_spec("flatbuffers"):
    JAX_WAYS.append("exported-file")
TENSORFLOW_WAYS = ["stablehlo", "hlo", "hlo_no_metadata", "hlo_serialized", "optimized_hlo",
                   "optimized_hlo_proto_serialized", "saved-model", "training"]


def run(python, script, way):
    done = subprocess.run([python, script, way], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE)})
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]
    return done.stdout


def find_python(framework):
    """A Python that has the framework, or None."""
    other = os.environ.get(f"XLA_{framework.upper()}_PYTHON")
    return other or (sys.executable if importlib.util.find_spec(framework) else None)


@pytest.mark.parametrize("way", JAX_WAYS)
def test_jax(way, examples):
    pytest.importorskip("jax")
    assert "agrees with JAX" in run(sys.executable, examples / "from_jax.py", way)


@pytest.mark.skipif(not find_python("tensorflow"), reason="no TensorFlow")
@pytest.mark.parametrize("way", TENSORFLOW_WAYS)
def test_tensorflow(way, examples):
    output = run(find_python("tensorflow"), examples / "from_tensorflow.py", way)
    assert "TensorFlow" in output


def test_pytorch(examples):
    for way in ("torch-xla-text", "torch-mlir-text", "torch-mlir-dynamic-text"):
        assert f"{way}: agrees" in run(sys.executable, examples / "from_pytorch.py", way)


def test_names_of_ways(examples):
    for script, ways in (("from_jax", JAX_WAYS), ("from_tensorflow", TENSORFLOW_WAYS)):
        framework = script.removeprefix("from_")
        if python := find_python(framework):
            done = subprocess.run([python, examples / f"{script}.py", "none"],
                                  capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": str(PACKAGE)})
            assert done.stderr.strip().endswith(
                f"expected one of {', '.join(ways)}, got 'none'")
