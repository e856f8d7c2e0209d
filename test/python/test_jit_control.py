"""Branches and loops of traced functions, and functions of JAX."""

import dataclasses

import numpy as np
import pytest

import xla_mlir


def test_cond():
    @xla_mlir.jit
    def f(x):
        return xla_mlir.cond(x.sum() > 0, lambda x: (x * 2, 1.5), lambda x: (x - y, 2), x)

    y = np.float32(3)
    for sign in (1, -1):
        x = sign * np.ones(4, np.float32)
        array, number = f(x)
        np.testing.assert_array_equal(array, x * 2 if sign > 0 else x - 3)
        assert number == (1.5 if sign > 0 else 2)
    with pytest.raises(xla_mlir.TraceError, match=r"true_fun returns \(float32\[4\]\), "
                                                  r"false_fun \(float32\[\]\)"):
        xla_mlir.jit(lambda x: xla_mlir.cond(x[0] > 0, lambda: x, lambda: x[0]))(x)


def test_while_loop():
    @xla_mlir.jit
    def collatz(n):
        return xla_mlir.while_loop(
            lambda s: s[0] != 1,
            lambda s: (np.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (n, 0))[1]

    assert collatz(np.int64(27)) == 111 and collatz(27) == 111
    with pytest.raises(xla_mlir.TraceError, match=r"expected the carry to stay "
                                                  r"\(int32\[\]\), but it becomes "
                                                  r"\(float64\[\]\)"):
        xla_mlir.jit(lambda n: xla_mlir.while_loop(lambda n: n < 9, np.sqrt, n))(np.int32(2))


def test_scan():
    def step(carry, x):
        carry = carry * np.float32(0.5) + x["a"]
        return carry, (carry.sum(), x["b"] * 2)

    def run(xs, init):
        return xla_mlir.scan(step, init, xs)

    xs = {"a": np.arange(12, dtype=np.float32).reshape(4, 3), "b": np.arange(4)}
    init = np.ones(3, np.float32)
    (carry, (sums, twice)), (carry2, (sums2, twice2)) = run(xs, init), xla_mlir.jit(run)(
        xs, init)
    np.testing.assert_array_equal(carry2, carry)
    np.testing.assert_allclose(sums2, sums)
    np.testing.assert_array_equal(twice2, twice)
    assert twice2.dtype == twice.dtype


def test_scan_by_length():
    fibonacci = xla_mlir.jit(lambda: xla_mlir.scan(
        lambda s, _: ((s[1], s[0] + s[1]), s[0]), (np.int64(0), np.int64(1)), None, 10)[1])
    assert fibonacci().tolist() == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]


@pytest.mark.parametrize("init", [0, 0.0, 0j, np.float32(0)])
def test_carries_of_python_take_on_dtypes(init):
    def run(x):
        carry, ys = xla_mlir.scan(lambda c, x: (c + x, (c + x) / 2), init, x)
        loop = xla_mlir.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * x[0]),
                                   (0, 2 + init))
        return carry, ys, loop[1], x * loop[0]

    x = np.arange(4, dtype=np.float32)
    for got, wanted in zip(xla_mlir.jit(run)(x), run(x)):
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(got, wanted)


def test_carries_of_python_grow():
    half = lambda n: xla_mlir.while_loop(lambda s: s[0] < n,  # noqa: E731
                                         lambda s: (s[0] + 1, s[0] + s[1] / 2), (0, 1))
    assert xla_mlir.jit(half)(4)[1] == half(4)[1] == 4.3125
    with pytest.raises(xla_mlir.TraceError, match=r"expected the carry to stay \(int32\[\]\), "
                                                  r"but it becomes \(float64\[\]\)"):
        xla_mlir.jit(lambda n: xla_mlir.while_loop(lambda s: s < 9, lambda s: 1.5, n))(
            np.int32(2))


@pytest.mark.parametrize("wrap", [lambda f: f, xla_mlir.jit])
def test_a_scan_has_steps(wrap):
    f = wrap(lambda x: xla_mlir.scan(lambda c, x: (c + x, x), 0.0, x))
    with pytest.raises(xla_mlir.TraceError, match="a length of at least 1, got 0"):
        f(np.ones((0, 2)))


def test_loops_in_loops():
    def sums(x):
        def row(_, r):
            return _, xla_mlir.while_loop(lambda s: s[0] < 3,
                                          lambda s: (s[0] + 1, s[1] + r[s[0]]), (0, 0.0))[1]
        return xla_mlir.scan(row, 0, x)[1]

    x = np.arange(12.).reshape(4, 3)
    np.testing.assert_array_equal(xla_mlir.jit(sums)(x), x.sum(1))


def test_dynamic_slices():
    def f(x, i):
        part = xla_mlir.dynamic_slice(x, (i, 0), (2, 3))
        return part, xla_mlir.dynamic_update_slice(x, -part, (i + 1, 0))

    x = np.arange(12.).reshape(4, 3)
    for i in (0, 1, 7):
        for got, wanted in zip(xla_mlir.jit(f)(x, i), f(x, i)):
            np.testing.assert_array_equal(got, wanted)


def test_a_tracer_does_not_leave_its_function():
    kept = []
    xla_mlir.jit(lambda x: kept.append(x) or x)(np.ones(2))
    with pytest.raises(xla_mlir.TraceError, match="has left the function"):
        xla_mlir.jit(lambda x: x + kept[0])(np.ones(2))
    for function in (lambda x: 1 + x, np.transpose, lambda x: -x):
        with pytest.raises(xla_mlir.TraceError, match="has left the function"):
            function(kept[0])


def test_arrays_of_numpy_and_of_jax_have_programs_of_their_own():
    jax = pytest.importorskip("jax")
    f = xla_mlir.jit(lambda x: x * np.pi)
    x = np.arange(3, dtype=np.int32)
    with jax.enable_x64(False):  # Other tests of the process turn it on.
        for _ in range(2):
            assert f(x).dtype == np.float64
            assert f(jax.numpy.asarray(x)).dtype == np.float32
    assert f.cache_info() == (2, 2, 2)


def test_functions_of_jax():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def f(params, x):
        return {"y": jnp.tanh(x @ params["w"] + params["b"]), "n": 2.0}

    params = {"w": np.ones((3, 2), np.float32), "b": np.zeros(2, np.float32)}
    x = jnp.arange(12., dtype=jnp.float32).reshape(4, 3) / 10
    for function in (f, jax.jit(f)):
        ours = xla_mlir.jit(function)
        got = ours(params, x)
        np.testing.assert_allclose(got["y"], f(params, x)["y"], 1e-5)
        assert got["n"] == 2 and ours.cache_info() == (0, 1, 1)
    lowered = ours.lower(params, x)
    assert "stablehlo.dot_general" in lowered.as_text()
    compiled = lowered.compile()
    assert "xla.call_kernel" in compiled.as_text(stage="fusion")
    cost = compiled.cost_analysis()
    assert cost["flops"] >= 2 * 4 * 3 * 2 and cost["transcendentals"] == 4 * 2


def test_functions_that_use_jax_numpy():
    """JAX traces them, whatever they are called with."""
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def f(x, n):
        return jnp.tanh(x) * n, {"sum": x.sum()}

    ours = xla_mlir.jit(f)
    x = np.linspace(-1, 1, 5, dtype=np.float32)
    for _ in range(3):
        got, more = ours(x, 2.0)
        np.testing.assert_allclose(got, np.tanh(x) * 2, 1e-5)
        assert type(got) is np.ndarray and more["sum"].shape == ()
    assert ours.cache_info() == (2, 1, 1)
    with pytest.raises(TypeError, match="dot_general requires contracting dimensions"):
        xla_mlir.jit(jnp.dot)(x, x[:2])
    # What is not JAX's stays what it is.
    with pytest.raises(xla_mlir.TraceError, match="numpy.unique"):
        xla_mlir.jit(lambda x: (jnp.ones(2), np.unique(x)))(x)


def test_arrays_of_jax_take_the_short_way():
    jax = pytest.importorskip("jax")
    x = np.arange(3, dtype=np.float32)
    own, other = jax.numpy.asarray(x), jax.numpy.arange(4, dtype=np.int32)
    f = xla_mlir.jit(jax.jit(lambda x: x + 1))
    for _ in range(3):
        for value in (own, x, other):
            np.testing.assert_array_equal(f(value), np.asarray(value) + 1)
    assert f.cache_info() == (7, 2, 2)
    traced = []
    f = xla_mlir.jit(lambda x: traced.append(type(x)) or x + 1)
    for value in (x, own, x, own):
        assert f(value).tolist() == [1, 2, 3]
    assert len(traced) == 2  # By NumPy's protocols, and by JAX.


def test_functions_of_numpy_take_arrays_of_jax():
    jax = pytest.importorskip("jax")
    f = xla_mlir.jit(lambda x: {"y": np.tanh(x) + np.cumsum(x)})
    x = np.linspace(-1, 1, 5, dtype=np.float32)
    for value in (jax.numpy.asarray(x), x, jax.numpy.asarray(x)):
        np.testing.assert_allclose(f(value)["y"], np.tanh(x) + np.cumsum(x), 1e-5, 1e-6)
    assert f.cache_info() == (2, 1, 1)
    with pytest.raises(jax.errors.TracerArrayConversionError):
        xla_mlir.jit(lambda x: np.tanh(jax.numpy.sin(x)))(x)


def test_what_is_registered_with_jax_is_nested():
    jax = pytest.importorskip("jax")

    @dataclasses.dataclass
    class Layer:
        w: object
        b: object
        name: str = "?"

    jax.tree_util.register_dataclass(Layer, ["w", "b"], ["name"])
    layer, x = Layer({"w": np.ones((3, 2))}, None, "first"), np.arange(3.0)
    for function in (lambda layer, x: Layer(x @ layer.w["w"], 1.0, layer.name),
                     jax.jit(lambda layer, x: Layer(x @ layer.w["w"], 1.0, layer.name))):
        f = xla_mlir.jit(function)
        for name in ("first", "second", "first"):
            result = f(dataclasses.replace(layer, name=name), x)
            assert type(result) is Layer and (result.name, result.b) == (name, 1)
            assert result.w.tolist() == [3, 3]
        assert f.cache_info() == (1, 2, 2)
    with pytest.raises(TypeError, match="got object; other arguments have to be static"):
        f(object(), x)


def test_keys_of_jax_are_refused():
    jax = pytest.importorskip("jax")
    f = xla_mlir.jit(lambda key: jax.random.bits(key, (2,)))
    with pytest.raises(TypeError, match="got one of key<fry>; of keys of JAX pass"):
        f(jax.random.key(0))
    wanted = jax.random.bits(jax.random.PRNGKey(0), (2,))
    np.testing.assert_array_equal(f(jax.random.PRNGKey(0)), wanted)


def test_jax_has_types_of_64_bits_where_asked_to():
    jax = pytest.importorskip("jax")
    f = xla_mlir.jit(jax.jit(lambda x, i: x + i))
    x, i = np.ones(3), np.arange(3)
    for _ in range(2):
        with jax.enable_x64(False):
            result = f(x, i)
        assert result.dtype == np.float32 and result.tolist() == [1, 2, 3]
