"""Portable artifacts: what JAX exports runs, and jaxlib reads what we write."""

import importlib
import io
import pkgutil
import subprocess

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax._src.internal_test_util import export_back_compat_test_data as data  # noqa: E402
from jax._src.interpreters import mlir as jax_mlir  # noqa: E402
from jaxlib.mlir.dialects import stablehlo  # noqa: E402

import xla_mlir  # noqa: E402


def loop(x):
    return jax.lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] * x), (0, x))[1]


def scatter(x):
    return x.at[jnp.array([0, 2])].add(1.0)


CASES = [
    (lambda x: jax.nn.softmax(x @ x.T), np.arange(12, dtype=np.float32).reshape(3, 4)),
    (loop, np.array(1.5, np.float32)),
    (scatter, np.ones(4, np.float32)),
    (lambda x: jax.random.normal(jax.random.key(0), x.shape) + x, np.zeros(6, np.float32)),
    (lambda x: jnp.sort(x)[::-1], np.array([3, 1, 2], np.int32)),
]


def as_text(artifact):
    """The program in StableHLO text, as jaxlib reads it."""
    with jax_mlir.make_ir_context() as context:
        return str(stablehlo.deserialize_portable_artifact(context, artifact))


@pytest.mark.parametrize("function, argument", CASES)
def test_exported_program_runs(function, argument):
    exported = jax.export.export(jax.jit(function))(argument)
    program = xla_mlir.compile(exported.mlir_module_serialized)
    np.testing.assert_allclose(np.asarray(program(argument)), jax.jit(function)(argument),
                               rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("version", ["1.17.0", "1.13.7", "1.9.0", "1.0.0"])
@pytest.mark.parametrize("function, argument", CASES)
def test_jaxlib_reads_what_we_write(function, argument, version, tools):
    artifact = jax.export.export(jax.jit(function))(argument).mlir_module_serialized
    written = subprocess.run(
        [tools / "xla-translate", "-", "--to=portable-artifact",
         f"--target-version={version}"],
        input=artifact, stdout=subprocess.PIPE, check=True).stdout
    assert f"StableHLO_v{version}".encode() in written[:32]
    assert as_text(written) == as_text(artifact)


def saved_programs():
    """The artifacts that releases of JAX saved over the years."""
    def records(value):
        if isinstance(value, dict) and "mlir_module_serialized" in value:
            yield value["mlir_module_serialized"]
        elif isinstance(value, (dict, list, tuple)):
            for nested in value.values() if isinstance(value, dict) else value:
                yield from records(nested)

    for info in pkgutil.walk_packages(data.__path__, data.__name__ + "."):
        if info.ispkg:
            continue
        module = importlib.import_module(info.name)
        for key, value in vars(module).items():
            if key.startswith("data"):
                yield from records(value)


def test_saved_programs_read(tools, tmp_path):
    artifacts = list(saved_programs())
    assert len(artifacts) == 139
    for index, artifact in enumerate(artifacts):
        path = tmp_path / f"{index}.bc"
        path.write_bytes(artifact)
        out = subprocess.run([tools / "xla-translate", path], check=True,
                             stdout=subprocess.PIPE).stdout
        assert b"func.func" in out and b"vhlo." not in out


def test_bytecode_of_stablehlo_itself_is_refused_by_name():
    file = io.BytesIO()
    function, argument = CASES[0]
    jax.jit(function).lower(argument).compiler_ir().operation.write_bytecode(file)
    with pytest.raises(xla_mlir.CompileError, match="but got bytecode of StableHLO, .*; write "
                                                    "the program as text or as a portable"):
        xla_mlir.compile(file.getvalue())
