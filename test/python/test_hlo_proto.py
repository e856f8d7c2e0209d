"""Protos and text of HLO: what JAX writes runs."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

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
