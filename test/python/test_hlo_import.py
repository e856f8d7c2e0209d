"""Classic HLO as compilers of others write it: after optimisation, with layouts and
fusions. Runs to jaxlib's own numbers."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

import xla_mlir  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("XLA_SHARED_DIR", ROOT.parent / "shared"))
random = np.random.default_rng(0)


def normal(*shape):
    return random.standard_normal(shape).astype(np.float32)


def integers(limit, *shape):
    return random.integers(0, limit, shape).astype(np.int32)


def pool(x):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def convolve(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME")


KEY = np.array([1, 2], np.uint32)
CASES = {
    "transposes": (lambda x: jnp.transpose(x, (2, 0, 1)).reshape(4, -1).T, normal(3, 5, 4)),
    "einsum": (lambda a, b: jnp.einsum("bhqd,bkhd->bhqk", a, b),
               normal(2, 3, 4, 8), normal(2, 5, 3, 8)),
    "convolution": (lambda x, k: jax.grad(lambda k: convolve(x, k).sum() ** 2)(k),
                    normal(2, 3, 9, 8), normal(4, 3, 3, 3)),
    "sort": (lambda x: (jnp.sort(x, axis=0), jnp.argsort(x, axis=1)), normal(7, 9)),
    "fft": (jnp.fft.rfft2, normal(4, 8, 6)),
    "cumsum": (lambda x: jnp.cumsum(x, axis=1), normal(6, 50)),
    "scatter": (lambda x, i, u: x.at[i].add(u), normal(10, 4), integers(10, 6), normal(6, 4)),
    "gather": (lambda x, i: x[i, :, i], normal(10, 4, 10), integers(10, 6)),
    "scan": (lambda x: jax.lax.scan(lambda c, a: (c * 0.9 + a, jnp.sin(c)), jnp.zeros(4), x),
             normal(11, 4)),
    "while": (lambda x: jax.lax.while_loop(lambda s: s[0] < 7,
                                           lambda s: (s[0] + 1, s[1] @ s[1] / 3), (0, x)),
              normal(4, 4)),
    "switch": (lambda i, x: jax.lax.switch(i, [jnp.sin, jnp.cos, lambda x: x * 2], x),
               np.array(2, np.int32), normal(5, 4)),
    "random": (lambda k: jax.random.normal(jax.random.wrap_key_data(k), (5, 3)), KEY),
    "attention": (jax.nn.dot_product_attention, *(normal(2, 6, 3, 8) for _ in range(3))),
    "pool": (jax.grad(lambda x: (pool(x) ** 2).sum()), normal(2, 8, 8, 3)),
    "solve": (jnp.linalg.solve, normal(4, 4), normal(4, 2)),
    "bitcast": (lambda x: jax.lax.bitcast_convert_type(x, jnp.int32).T, normal(4, 6)),
    "top_k": (lambda x: jax.lax.top_k(x, 3), normal(5, 9)),
    "complex": (lambda x, y: jnp.abs((x + 1j * y) @ (y - 1j * x).T), normal(4, 6), normal(4, 6)),
    "bf16": (lambda x, w: (x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)).astype(jnp.float32),
             normal(8, 16), normal(16, 4)),
}


@pytest.mark.parametrize("name", CASES)
def test_optimised_module_runs(name, tools, tmp_path):
    function, *arguments = CASES[name]
    compiled = jax.jit(function).lower(*arguments).compile()
    module = compiled.runtime_executable().hlo_modules()[0]
    file = tmp_path / "module.pb"
    file.write_bytes(module.as_serialized_hlo_module_proto())
    text = subprocess.run([tools / "xla-test-hlo-import", file], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    results = xla_mlir.compile(text)(*arguments)
    results = results if isinstance(results, tuple) else (results,)
    wanted = jax.tree_util.tree_leaves(compiled(*arguments))
    assert len(results) == len(wanted)
    for result, want in zip(results, wanted):
        np.testing.assert_allclose(np.asarray(result), want, rtol=1e-4, atol=1e-4)


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data beside the checkout")
@pytest.mark.skipif("XLA_LONG_TESTS" not in os.environ,
                    reason="takes half an hour: set XLA_LONG_TESTS")
def test_samples_are_no_worse_than_recorded(tools):
    done = subprocess.run(
        [sys.executable, ROOT / "utils/run-hlo-samples.py", f"--build={tools.parent}",
         f"--expected={ROOT}/test/Target/HLOModule/Inputs/samples.tsv",
         SHARED / "programs/hlo_text"],
        capture_output=True, text=True, timeout=3600)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
