"""Functions of NumPy as programs: each gives what NumPy gives, dtype and shape included."""

import collections
import pathlib

import numpy as np
import pytest

import xla_mlir

RNG = np.random.default_rng(1)


def numbers(shape=(3, 4), dtype=np.float32):
    if np.dtype(dtype).kind in "iu":
        return RNG.integers(-9 if np.dtype(dtype).kind == "i" else 0, 9, shape).astype(dtype)
    if np.dtype(dtype).kind == "b":
        return RNG.integers(0, 2, shape).astype(bool)
    return (RNG.standard_normal(shape) * 2).astype(dtype)


def check(function, *arguments, rtol=3e-6, zeros=True):
    with np.errstate(all="ignore"):
        expected = function(*arguments)
    got = xla_mlir.jit(function)(*arguments)
    expected = expected if isinstance(expected, tuple) else (expected,)
    got = got if isinstance(got, tuple) else (got,)
    assert len(got) == len(expected)
    for one, wanted in zip(got, map(np.asarray, expected)):
        assert one.dtype == wanted.dtype and one.shape == wanted.shape
        if wanted.dtype.kind in "fc":
            np.testing.assert_allclose(one, wanted, rtol, rtol)
            for a, b in ((one.real, wanted.real), (one.imag, wanted.imag)) if zeros else ():
                np.testing.assert_array_equal(np.signbit(a)[b == 0], np.signbit(b)[b == 0])
        elif wanted.dtype.kind == "V":  # bfloat16
            one, wanted = one.astype(np.float32), wanted.astype(np.float32)
            np.testing.assert_array_equal(one, wanted)
            np.testing.assert_array_equal(np.signbit(one)[wanted == 0],
                                          np.signbit(wanted)[wanted == 0])
        else:
            np.testing.assert_array_equal(one, wanted)


UNARY = """absolute negative positive sign rint floor ceil trunc square exp expm1 exp2 sin cos
tan tanh sinh cosh arctan arcsinh deg2rad rad2deg isnan isinf isfinite cbrt signbit
logical_not""".split()
EXTREMA = "maximum minimum fmax fmin".split()
BINARY = """add subtract multiply divide remainder fmod floor_divide arctan2 hypot logaddexp
copysign equal not_equal less less_equal greater greater_equal logical_and logical_or
logical_xor""".split()


def test_unary():
    x = np.concatenate([numbers((20,)), np.float32([0, -0., np.inf, -np.inf, np.nan])])
    check(lambda x: tuple(getattr(np, name)(x) for name in UNARY), x)
    y = np.abs(numbers((9,), np.float64))
    check(lambda y: (np.sqrt(y), np.log(y), np.log1p(y), np.log2(y), np.log10(y), 1 / y,
                     np.reciprocal(y), np.arccosh(y + 1), np.arcsin(y / 9),
                     np.arccos(y / 9), np.arctanh(y / 9)), y)


def test_binary():
    special = np.float32([0, -0., 1, -2.5, np.inf, -np.inf, np.nan])
    x, y = (grid.ravel() for grid in np.meshgrid(special, special))
    check(lambda x, y: tuple(getattr(np, name)(x, y) for name in BINARY), x, y)
    # Which zero it is depends on the processor in NumPy.
    check(lambda x, y: tuple(getattr(np, name)(x, y) for name in EXTREMA), x, y, zeros=False)
    x, y = numbers((50,)), numbers((50,))
    check(lambda x, y: tuple(getattr(np, name)(x, y) for name in BINARY + EXTREMA), x, y)


@pytest.mark.parametrize("dtype", [np.int32, np.int8, np.uint16, np.int64])
def test_integers(dtype):
    x, y = numbers((60,), dtype), numbers((60,), dtype)
    check(lambda x, y: (x + y, x - y, x * y, x // y, x % y, np.fmod(x, y), x / y, x & y, x | y,
                        x ^ y, ~x, x << (y & 3), x >> (y & 3), abs(x), np.sign(x), x == y,
                        x < y, np.maximum(x, y), np.sqrt(x * x), x.mean(), x.sum(), x.max(),
                        y.min(), x.prod(), np.floor(x), np.ceil(x), np.trunc(x)), x, y,
          rtol=1e-12)


def test_dtypes_are_those_of_numpy():
    f4, i4, b1 = numbers(), numbers(dtype=np.int32), numbers(dtype=bool)
    check(lambda f, i, b: (f + 1, f * 2.5, f + i, i + 1, i / 2, i * 2.5, b + b, b + 1, b * f,
                           f > 1, np.sin(i), -i, i ** 2, f ** 2, b.sum(), b.mean(),
                           f.astype(np.int16), f.astype(bool), i.astype(np.complex64)),
          f4, i4, b1)


def test_python_numbers_are_weak():
    x = numbers()
    for value in (2, 2.5):
        got = xla_mlir.jit(lambda x, y: x * y)(x, value)
        assert got.dtype == np.float32
        np.testing.assert_array_equal(got, x * np.float32(value))
    assert xla_mlir.jit(lambda a, b: a + b * 2)(1, 2.5) == 6


def test_shapes():
    x = numbers((2, 3, 4))
    check(lambda x: (x.reshape(6, 4), x.reshape(-1), x.ravel(), x.T, x.transpose(1, 0, 2),
                     np.swapaxes(x, 0, 2), np.moveaxis(x, 0, -1), x[None], x[..., None],
                     np.expand_dims(x, (0, 2)), np.squeeze(x[:1]), np.flip(x, 1), np.flip(x),
                     np.roll(x, 1), np.roll(x, -1, 2), np.tile(x, (2, 1, 1)),
                     np.repeat(x, 2, 1), np.broadcast_to(x[0], (5, 3, 4)),
                     np.concatenate([x, x * 2], 1), np.stack([x, x], 3),
                     np.vstack([x[0], x[1]]), np.hstack([x[0], x[1]]),
                     np.pad(x, 1), np.pad(x, ((0, 0), (1, 2), (0, 1)), constant_values=7),
                     np.tril(x), np.triu(x, 1), np.zeros_like(x), np.full_like(x, 3)), x)


def test_indexing():
    x, i = numbers((4, 5, 6)), np.array([0, 3, -1])
    check(lambda x: (x[0], x[-1, 2], x[1:3], x[::2, ::-1], x[..., 1], x[:, None, 2:],
                     x[i], x[:, i], x[i.reshape(3, 1)], x[3:1], np.take(x, i, 2), x[::-2]), x)
    check(lambda x, k: (x[k], x[:, k, 1:], x[0, -k]), x, np.int32(2))
    check(lambda x, k: (x[k], x[..., k]), x, i)


def test_numbers_beside_an_array_of_indices():
    x, i = numbers((4, 5, 6)), np.array([[0, 3], [-1, 2]])
    check(lambda x, k: (x[0, :, i], x[i, :, 0], x[:, 0, i], x[0, i], x[0, None, i], x[k, :, i],
                        x[0, ..., i], x[0, 1, ..., i], x[None, 1, i], x[i, None, k],
                        x[:, None, 1, i]), x, np.int32(2))
    for index in (True, np.True_, (0, False)):
        with pytest.raises(xla_mlir.TraceError, match="an index of booleans"):
            xla_mlir.jit(lambda x: x[index])(x)


def test_reductions():
    x = numbers((3, 4, 5))
    x[0, 1, 2] = x[1, 1, 1]
    check(lambda x: (x.sum(), x.sum(1), x.sum((0, 2), keepdims=True), x.mean(), x.mean(-1),
                     x.max(0), x.min((1, 2)), x.prod(2), x.var(), x.std(1, ddof=1),
                     x.argmax(), x.argmin(1), (x > 0).any(1), (x > 0).all(), np.cumsum(x, 1),
                     np.cumsum(x), np.sort(x, 1), np.argsort(x), np.linalg.norm(x),
                     np.linalg.norm(x, axis=1), np.clip(x, -1, 1), np.round(x),
                     np.add.reduce(x), np.maximum.reduce(x, 1)), x)
    y = np.float32([1, np.nan, 3, np.nan])
    check(lambda y: (y.argmax(), y.max(), np.sort(y), np.argsort(y), np.where(y > 1, y, 0)), y)
    check(lambda h: (h.sum(), h.mean()), np.full(3000, 1.5, np.float16))


def test_products():
    a, b, v = numbers((3, 4)), numbers((4, 5)), numbers((4,))
    s, t = numbers((2, 1, 3, 4)), numbers((6, 4, 5))
    check(lambda a, b, v, s, t: (a @ b, a @ v, v @ b, v @ v, s @ t, s @ b, t @ t.swapaxes(1, 2),
                                 np.dot(a, b), np.dot(a, 2), np.outer(v, 2), np.inner(a, a),
                                 np.tensordot(a, b, 1), np.tensordot(s, t, ([3], [1]))),
          a, b, v, s, t, rtol=1e-5)


def test_complex():
    z = numbers((5,)) + 1j * numbers((5,))
    check(lambda z: (z * z, z + 1, z + 2j, z + np.complex64([1, 2j, 3, 4, 5]), abs(z), z.real, z.imag, np.conj(z), np.exp(z), z == z,
                     z.sum()), z.astype(np.complex64))
    z = np.array([1 + 2.5j, np.inf, np.nan, complex(0, -np.inf), -0.5 - 0j])
    check(lambda z: (np.isfinite(z), np.isinf(z), np.isnan(z), np.rint(z)), z)


@pytest.mark.parametrize("function", [
    np.max, np.argmin, np.sort, np.argsort, lambda z: np.maximum(z, 1), lambda z: z < 1])
def test_complex_numbers_have_no_order(function):
    with pytest.raises(xla_mlir.TraceError, match="of complex numbers cannot be traced"):
        xla_mlir.jit(function)(np.ones(3, complex))


def test_bfloat16():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    special = np.array([0, -0., 1, -2.5, 300, np.inf, -np.inf, np.nan], bfloat16)
    x, y = (grid.ravel() for grid in np.meshgrid(special, special))
    check(lambda x, y: (np.isfinite(x), np.isinf(x), np.isnan(x), x % y, np.fmod(x, y), x // y,
                        np.copysign(x, y), np.floor(x), x + y), x, y)
    check(lambda x: (np.sort(x), np.argsort(x), x.argmax(), x.argmin(), x.max()), special)
    x = np.array([3, -4, 1], bfloat16)
    check(lambda x: (x.max(), x.min(), x.argmax(), x.argmin(), np.sort(x)), x)
    # NumPy's sum stays at 256, ours is of float32.
    ones = np.ones(1000, bfloat16)
    assert [float(v) for v in xla_mlir.jit(lambda x: (x.sum(), x.mean()))(ones)] == [1000, 1]


def test_constants():
    zeros, empty, nan = np.array([0., -0., 0.]), np.zeros(0, bool), np.full(3, np.nan)
    check(lambda x: (zeros * x, -0. * x, np.concatenate([empty, x > 0]), nan * x), np.ones(3))


def test_nested_arguments():
    Pair = collections.namedtuple("Pair", "left right")

    @xla_mlir.jit
    def f(batch, scale=1.0):
        return {"sum": batch["x"] + batch["pair"].left * scale, "rest": [batch["none"], (1,)]}

    x = numbers()
    result = f({"x": x, "pair": Pair(x, x), "none": None}, scale=2.0)
    np.testing.assert_allclose(result["sum"], 3 * x, 1e-6)
    assert result["rest"][0] is None and result["rest"][1] == (1,)


def test_static_arguments():
    @xla_mlir.jit(static_argnames="count")
    def power(x, count):
        result = x
        for _ in range(count - 1):
            result = result * x
        return result

    x = numbers()
    np.testing.assert_allclose(power(x, 3), x**3, 1e-5)
    np.testing.assert_allclose(power(x, count=2), x**2, 1e-5)
    power(x, 3)
    assert power.cache_info()[:2] == (1, 2)


@pytest.mark.parametrize("values", [(1, 1.0, True, np.float32(1)), (0.0, -0.0), ((1,), (1.0,))])
def test_static_arguments_that_are_equal(values):
    seen = []
    f = xla_mlir.jit(lambda x, value: seen.append(value) or x, static_argnums=-1)
    for value in values * 2:
        f(np.ones(2), value)
    assert list(map(repr, seen)) == list(map(repr, values))
    assert f.cache_info()[:2] == (len(values), len(values))


def test_static_arguments_are_refused():
    with pytest.raises(TypeError, match="static argument 1 to be hashable, got list"):
        xla_mlir.jit(lambda x, sizes: x, static_argnums=1)(np.ones(2), [2])
    with pytest.raises(ValueError, match="static_argnums of at least -1, got -2"):
        xla_mlir.jit(lambda x: x, static_argnums=-2)


def test_the_name_of_a_program(tmp_path):
    f = xla_mlir.jit(np.tanh, name="mine", trace=tmp_path / "trace.json")
    f.lower(np.ones(3)).compile().aot(tmp_path / "tanh.xla")
    assert xla_mlir.load(tmp_path / "tanh.xla").metadata("source") == "mine"


@pytest.mark.parametrize("kind", [
    collections.OrderedDict, collections.Counter,
    lambda pairs: collections.defaultdict(list, pairs)])
def test_dicts_of_other_types(kind):
    tree = kind({"b": np.ones(2), "a": np.zeros(2)})
    result = xla_mlir.jit(lambda tree: tree)(tree)
    assert type(result) is type(tree) and result.keys() == tree.keys()
    np.testing.assert_array_equal(result["b"], tree["b"])
    assert getattr(result, "default_factory", None) == getattr(tree, "default_factory", None)


def test_a_known_signature_is_not_compiled_again():
    @xla_mlir.jit
    def get_mse(a, b):
        return np.mean((a - b)**2)

    assert get_mse(1.0, 2.0) == 1 and get_mse(3.0, 5.0) == 4
    assert get_mse(np.ones((2, 2)), np.zeros((2, 2))) == 1
    assert get_mse.cache_info() == (1, 2, 2)


def test_functions_in_functions():
    half = xla_mlir.jit(lambda x: x / 2)
    x = numbers()
    np.testing.assert_array_equal(xla_mlir.jit(lambda x: half(x) + 1)(x), x / 2 + 1)
    assert half.cache_info() == (0, 0, 0)


def test_strided_arrays_are_taken():
    x = numbers((6, 8))
    check(lambda x: x + 1, x[::2, ::2])


def test_other_arrays_are_refused():
    f = xla_mlir.jit(lambda x: x * x)
    with pytest.raises(TypeError, match="expected a numpy.ndarray, got matrix"):
        f(np.matrix([[1.0, 2.0]]))
    with pytest.raises(TypeError, match="got str; other arguments have to be static"):
        f("x")


def test_flops_of_batches():
    f = xla_mlir.jit(np.matmul).lower(numbers((5, 2, 3)), numbers((5, 3, 4))).compile()
    assert f.cost_analysis()["flops"] == 2 * 5 * 2 * 3 * 4


def test_lowered_and_compiled():
    lowered = xla_mlir.jit(lambda a, b: np.tanh(a @ b)).lower(numbers((8, 16)),
                                                              numbers((16, 4)))
    assert "hlo.dot_general" in lowered.as_text()
    assert "module @jit__lambda_ " in lowered.as_text()  # as in JAX
    compiled = lowered.compile()
    assert "xla.call_kernel" in compiled.as_text(stage="fusion")
    assert "llvm.func" in compiled.as_text(stage="lower")
    with pytest.raises(ValueError, match="expected one of hlo-optimize"):
        compiled.as_text(stage="none")
    cost = compiled.cost_analysis()
    assert cost["flops"] == 2 * 8 * 16 * 4 and cost["transcendentals"] == 8 * 4
    memory = compiled.memory_analysis()
    assert memory.argument_size_in_bytes == 4 * (8 * 16 + 16 * 4)
    assert memory.output_size_in_bytes == 4 * 8 * 4
    a, b = numbers((8, 16)), numbers((16, 4))
    np.testing.assert_allclose(compiled(a, b), np.tanh(a @ b), 1e-4, 1e-5)
    with pytest.raises(TypeError, match="nested as"):
        compiled(a)


def line_of(text: str) -> int:
    lines = pathlib.Path(__file__).read_text().splitlines()
    (number,) = (i for i, line in enumerate(lines, 1) if line.rstrip().endswith(text))
    return number


def test_what_cannot_be_traced_is_refused_by_name_and_line():
    def shapes(x):
        return x.reshape(2, 1, 2) @ np.ones((3, 2, 1), x.dtype)  # refused: shapes

    def branch(x):
        if x.sum() > 0:  # refused: branch
            return x
        return -x

    def in_place(x):
        x += 1  # refused: in place
        return x

    def written(x):
        x[0] = 1  # refused: written
        return x

    def unknown(x):
        return np.unique(x)  # refused: unknown

    def converted(x):
        return np.array([x[0], 1])  # refused: converted

    def ranged(x):
        return [i for i in range(x[0])]  # refused: ranged

    for function, text in [(shapes, "numpy.matmul: shape mismatch"),
                           (branch, "the truth of a traced array.*xla_mlir.cond"),
                           (in_place, "not changed in place"), (written, "not written to"),
                           (unknown, r"numpy.unique cannot be traced"),
                           (converted, "use numpy.stack"), (ranged, "static argument")]:
        name = function.__name__.replace("_", " ")
        place = f"{__file__}:{line_of('# refused: ' + name)}: "
        with pytest.raises(xla_mlir.TraceError, match=place + ".*" + text):
            xla_mlir.jit(function)(np.arange(4, dtype=np.int32))
