"""Functions of JAX, and of NumPy and JAX, that `jit` compiles: which of both traces them, and
which program a call runs."""

import dataclasses

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402

import xla_mlir  # noqa: E402


@pytest.fixture(autouse=True)
def of_32_bits():
    """JAX's own default, which other tests of the process change."""
    with jax.enable_x64(False):
        yield


@pytest.mark.parametrize("function", [np.tanh, jnp.tanh, jax.jit(jnp.tanh)])
def test_jitted_functions_are_jitted(function):
    x = np.ones(3, np.float32)
    inner = xla_mlir.jit(function)
    for _ in range(2):
        np.testing.assert_allclose(xla_mlir.jit(inner)(x), np.tanh(x), 1e-6)
        np.testing.assert_allclose(inner(x), np.tanh(x), 1e-6)


def test_the_width_of_types_decides_the_program():
    f = xla_mlir.jit(jax.jit(lambda x: x + jnp.arange(3)))
    # Both of what the short way takes, and of what it does not.
    for x in np.ones(3), np.ones(3, np.float32), jnp.ones(3):
        for _ in range(2):
            assert f(x).dtype == np.float32
            with jax.enable_x64(True):
                for _ in range(3):
                    assert f(x).dtype == jax.jit(lambda x: x + jnp.arange(3))(x).dtype
    i = xla_mlir.jit(jax.jit(lambda x: x.sum() * 0 + jnp.arange(3)[2].astype(int)))
    x = np.ones(2, np.int32)
    for _ in range(3):
        assert i(x).dtype == np.int32
        with jax.enable_x64(True):
            for _ in range(3):
                assert i(x).dtype == np.int64


def test_numbers_that_jax_holds_stay_weak():
    function = jax.jit(lambda s, b: s + b)
    f, b = xla_mlir.jit(function), jnp.ones(2, jnp.bfloat16)
    strong, weak = jnp.asarray(2.0, jnp.float32), jnp.asarray(2.0)
    for _ in range(3):
        for s in strong, weak, weak, strong:
            assert f(s, b).dtype == function(s, b).dtype
    assert xla_mlir.jit(np.negative)(weak) == -2


def test_other_classes_of_arrays_are_refused_after_a_call():
    f = xla_mlir.jit(jax.jit(lambda x: x * 2))
    x = np.arange(3, dtype=np.float32)
    for _ in range(2):
        f(x), f(jnp.asarray(x))
        with pytest.raises(TypeError, match="expected a numpy.ndarray, got MaskedArray"):
            f(np.ma.masked_array(x, x > 1))


def test_functions_of_numpy_here_and_of_jax_there():
    k = xla_mlir.jit(lambda x: np.tanh(x) if x.ndim == 1 else jnp.tanh(x))
    for _ in range(2):
        for shape in (3,), (2, 2), (4,), (3, 3), (3,):
            x = np.ones(shape, np.float32)
            for x in x, jnp.asarray(x):
                np.testing.assert_allclose(k(x), np.tanh(x), 1e-6)
        k.cache_clear()


def test_the_order_in_memory_decides_no_types():
    f = xla_mlir.jit(lambda x: x + 1 if x.ndim == 2 else jnp.sin(x))
    x = np.ones((2, 3))
    f(x), f(x)
    f(np.ones(3))
    assert {f(x).dtype, f(np.asfortranarray(x)).dtype, f(x[::-1]).dtype} == {f(x).dtype}
    # What failed turns nothing to JAX.
    g = xla_mlir.jit(lambda x: x + 1 if x.ndim == 2 else jnp.sin(x, x))
    with pytest.raises(TypeError):
        g(np.ones(3))
    assert g(x).dtype == np.float64


def test_errors_of_functions_that_jax_calls_are_those_of_numpy():
    def branch(x):
        return jax.tree_util.tree_map(lambda x: np.tanh(x) if x[0] > 0 else x, [x])

    with pytest.raises(xla_mlir.TraceError, match="the truth of a traced array"):
        xla_mlir.jit(branch)(np.ones(3))


def test_compiled_programs_convert_only_widths():
    compiled = xla_mlir.jit(jax.jit(lambda x: x * 2)).lower(np.ones(2)).compile()
    assert compiled(np.ones(2)).dtype == np.float32
    for other in np.complex64, np.complex128, np.int64, np.int32, np.float16, bool:
        with pytest.raises(TypeError, match="float32"):
            compiled(np.ones(2, other))
    number = xla_mlir.jit(jax.jit(lambda x: x * 2)).lower(1).compile()
    assert number(True) == 2
    for value in 2.5, 1j:
        with pytest.raises(TypeError, match="expected a number of dtype int32"):
            number(value)
    with pytest.raises(xla_mlir.TraceError, match="of 32 bits as arguments, got 0x1"):
        number(2**32)


def test_registered_classes_look_at_their_parts():
    @jax.tree_util.register_pytree_node_class
    @dataclasses.dataclass
    class Pair:
        a: np.ndarray
        b: np.ndarray

        @property
        def dtype(self):
            return self.a.dtype

        def tree_flatten(self):
            return (self.a, self.b), None

        @classmethod
        def tree_unflatten(cls, _, parts):
            a, b = parts
            assert a.shape == b.shape == (2,)
            return cls(a, b)

    f = xla_mlir.jit(lambda p: Pair(p.a + 1, p.b * 2))
    for _ in range(2):
        p = f(Pair(np.ones(2), np.ones(2)))
        assert p.a.tolist() == p.b.tolist() == [2, 2]
