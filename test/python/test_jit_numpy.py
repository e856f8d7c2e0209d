"""What simulations take from NumPy: einsum, Fourier transforms, masks, differences,
statistics. Each gives what NumPy gives, dtype and shape included."""

import inspect
import os
import subprocess
import sys

import numpy as np
import pytest

import xla_mlir
from test_jit import check, numbers

# In NumPy 1 values of scalars decide dtypes, and a few arguments are not there.
HAS_NUMPY_2 = np.__version__ >= "2."

# NumPy 1 has the second name only.
trapezoid = getattr(np, "trapezoid", None) or np.trapz


def test_einsum_casts_as_it_is_told_to():
    x = np.ones((2, 2))
    single = xla_mlir.jit(lambda x: np.einsum("ij,jk", x, x, dtype=np.float32,
                                              casting="same_kind"))
    assert single(x).dtype == np.float32
    with pytest.raises(xla_mlir.TraceError, match="float64 to float32 is not a cast of the "
                       "kind 'safe'"):
        xla_mlir.jit(lambda x: np.einsum("ij,jk", x, x, dtype=np.float32))(x)


def refuses(function, *arguments, match="numpy."):
    with pytest.raises(xla_mlir.TraceError, match=match):
        xla_mlir.jit(function)(*arguments)


EINSUMS = [
    ("ij,jk->ik", (3, 4), (4, 5)), ("ij,jk", (3, 4), (4, 5)), ("ij->ji", (3, 4)),
    ("ii", (4, 4)), ("ii->i", (4, 4)), ("iij->j", (3, 3, 2)), ("ij->", (3, 4)),
    ("ji", (3, 4)), ("i,i", (5,), (5,)), ("i,j->ij", (3,), (4,)), ("bij,bjk->bik", (2, 3, 4),
                                                                   (2, 4, 5)),
    ("bqhd,bkhd->bhqk", (2, 3, 2, 4), (2, 5, 2, 4)), ("...ij,...jk->...ik", (2, 3, 4), (4, 5)),
    ("...i->...", (2, 3, 4)), ("i...,i...", (3, 2), (3, 2)), ("ijk,k->ij", (2, 3, 4), (4,)),
    ("ij,ij->ij", (3, 4), (3, 4)), ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)),
    ("i,ij,j->", (3,), (3, 4), (4,)), ("ij,j->i", (3, 1), (4,)), ("ab,b,c->ac", (2, 3), (3,),
                                                                  (4,)),
    ("...,...", (2, 1, 3), (4, 1)), ("ij,kj->", (2, 3), (4, 3)), (" i j -> j ", (3, 4)),
    ("iji->j", (3, 2, 3)), ("a,ab,abc->abc", (2,), (2, 3), (2, 3, 4)), (",i->i", (), (4,))]


@pytest.mark.parametrize("case", EINSUMS, ids=lambda case: case[0])
def test_einsum(case):
    text, *shapes = case
    check(lambda *x: np.einsum(text, *x), *(numbers(s, np.float64) for s in shapes),
          rtol=1e-12, zeros=False)


def test_einsum_of_other_types():
    check(lambda x, y: np.einsum("ij,jk", x, y), numbers((3, 4), np.int32),
          numbers((4, 2), np.int64))
    check(lambda x, y: np.einsum("ij,j", x, y, optimize=True), numbers(), numbers((4,),
                                                                              np.float64))
    z = numbers((3, 3)) + 1j * numbers((3, 3))
    check(lambda z: np.einsum("ij,jk->ki", z, z), z.astype(np.complex64), rtol=1e-5,
          zeros=False)
    with pytest.raises(xla_mlir.TraceError, match=r"test_jit_numpy.py:\d+: numpy.einsum of boo"):
        xla_mlir.jit(lambda x: np.einsum("ii", x))(np.eye(2) > 0)
    if HAS_NUMPY_2:  # Python's numbers count as arrays here.
        check(lambda x: np.einsum("i,->i", x, 2.0), numbers((3,)))
    for text in "ij,jk->iz", "i", "ij,jk", "i$->i", "...i->i":
        with pytest.raises(xla_mlir.TraceError, match="numpy.einsum"):
            xla_mlir.jit(lambda x: np.einsum(text, x))(np.eye(2))
    with pytest.raises(xla_mlir.TraceError, match="label 'j' do not fit"):
        xla_mlir.jit(lambda x, y: np.einsum("ij,jk", x, y))(np.ones((2, 3)), np.ones((4, 2)))


def test_matrix_parts():
    x, y = numbers((4, 6), np.float64), numbers((3, 3))
    check(lambda x, y: (np.trace(x), x.trace(1), np.diagonal(x), x.diagonal(-2), np.diag(x, 2),
                        np.diag(y), np.trace(y, -1), x.diagonal(9)), x, y, rtol=1e-12)
    check(lambda v: (np.diag(v), np.diag(v, 2), np.diag(v, -1)), numbers((4,)))
    check(lambda x, y: (np.kron(x, y), np.vdot(x, x), np.cross(y, y[::-1]),
                        np.cross(y.T, y, axisa=0)), x, y)
    check(lambda x: np.diagonal(x, 1, 2, 0), numbers((3, 2, 4)))


NORMS = [None, "ortho", "forward"]


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("n", [None, 4, 9])
def test_fft(norm, n):
    x = numbers((3, 6), np.float64)
    z = x + 1j * numbers((3, 6), np.float64)
    check(lambda x, z: (np.fft.fft(x, n, norm=norm), np.fft.fft(z, n, 0, norm),
                        np.fft.ifft(z, n, norm=norm), np.fft.rfft(x, n, norm=norm),
                        np.fft.irfft(z, n, norm=norm), np.fft.irfft(z, n, 0, norm=norm)),
          x, z, rtol=1e-12, zeros=False)


@pytest.mark.parametrize("norm", NORMS)
def test_fft_of_several_dimensions(norm):
    x = numbers((2, 4, 6), np.float64)
    z = x + 1j * numbers((2, 4, 6), np.float64)
    check(lambda x, z: (np.fft.fft2(x, norm=norm), np.fft.ifft2(z, (3, 8), norm=norm),
                        np.fft.fftn(z, norm=norm), np.fft.ifftn(z, axes=(0, 2), norm=norm),
                        np.fft.rfft2(x, norm=norm), np.fft.irfft2(z, norm=norm),
                        np.fft.rfftn(x, norm=norm),
                        np.fft.irfftn(z, (2, 4, 9), (0, 1, 2), norm=norm)),
          x, z, rtol=1e-12, zeros=False)


def test_fft_of_other_types():
    check(lambda x, i: (np.fft.fft(x), np.fft.rfft(x), np.fft.irfft(np.fft.rfft(x)),
                        np.fft.fft(i), np.fft.fftshift(x), np.fft.ifftshift(x, axes=1)),
          numbers((3, 5)), numbers((3, 5), np.int32), rtol=2e-5, zeros=False)
    with pytest.raises(xla_mlir.TraceError, match="expected 1 or more points, got 0"):
        xla_mlir.jit(lambda x: np.fft.fft(x, 0))(np.ones(3))
    if HAS_NUMPY_2:
        check(lambda z: (np.fft.irfftn(z, (-1, -1), (0, 1)), np.fft.fftn(z, (-1, 2), (0, 1))),
              numbers((3, 4)) + 1j * numbers((3, 4)), rtol=2e-5, zeros=False)
    with pytest.raises(xla_mlir.TraceError, match="numpy.fft.hfft cannot be traced"):
        xla_mlir.jit(np.fft.hfft)(np.ones(3))


def test_poisson_equation():
    """A field by its Fourier transform, as simulations solve for it."""
    n = 32
    k = np.fft.fftfreq(n, 1 / n) * 2 * np.pi
    k2 = k[:, None] ** 2 + k[None, :] ** 2
    k2[0, 0] = 1

    def solve(density):
        transformed = np.fft.fft2(density) / -k2
        return np.real(np.fft.ifft2(np.where(k2 == 1, 0, transformed)))

    check(solve, numbers((n, n), np.float64), rtol=1e-10, zeros=False)


def test_masks():
    x = numbers((4, 5), np.float64)
    rows, both = np.array([True, False, True, True]), np.arange(20).reshape(4, 5) % 3 == 0
    columns = np.arange(5) > 2
    check(lambda x: (x[rows], x[both], x[:, columns], x[1, columns], x[rows, 2:]), x)
    check(lambda x: (np.sum(x, where=x > 0), np.mean(x, 1, where=x > -1), x.std(where=x < 1),
                     np.var(x, 0, where=both, ddof=1), np.prod(x, 0, where=both),
                     np.max(x, initial=-5, where=both), x.min(1, initial=9, where=x > 0),
                     np.any(x > 2, 1, where=both), np.all(x > 0, where=rows[:, None]),
                     np.count_nonzero(x > 0), np.count_nonzero(x, 1)), x, rtol=1e-12)
    for function in (lambda x: x[x > 0], np.nonzero, lambda x: np.where(x > 0), np.unique,
                     lambda x: np.extract(x > 0, x), lambda x: np.argwhere(x)):
        with pytest.raises(xla_mlir.TraceError, match="decides? the shape"):
            xla_mlir.jit(function)(x)
    with pytest.raises(xla_mlir.TraceError, match="shape \\(4,\\) does not fit"):
        xla_mlir.jit(lambda x: x[:, rows])(x)


def test_differences():
    x, t = numbers((4, 5), np.float64), np.sort(numbers((5,), np.float64))
    check(lambda x, t: (np.diff(x), np.diff(x, 2, 0), np.diff(t), np.gradient(x)[0],
                        np.gradient(x)[1], np.gradient(t, 0.5), np.gradient(x, 2.0, axis=0),
                        np.gradient(x, t, axis=1), trapezoid(x, t), trapezoid(x, dx=2),
                        trapezoid(x, axis=0)), x, t, rtol=1e-12)
    check(lambda i, u: (np.diff(i), np.gradient(i), np.diff(i > 0), np.diff(u)),
          numbers((6,), np.int32), numbers((6,), np.uint8))


def test_gradients_have_the_dtype_of_the_values():
    x, t = numbers((4,)), np.sort(numbers((4,), np.float64))
    check(lambda x, t, i: (np.gradient(x, t), np.gradient(x, t[0]), np.gradient(x, np.float64(2)),
                           np.gradient(x, i), np.gradient(i, x), np.gradient(x * 1j, t)),
          x, t, np.array([1, 4, 5, 9], np.uint8), rtol=1e-5)
    for function in (lambda x, t: np.gradient(x, t), lambda x, t: np.gradient(x, 1, 2, 3),
                     lambda x, t: np.gradient(x, t[:3], axis=1), lambda x, t: np.gradient(x > 0)):
        refuses(function, np.ones((4, 4)), t)


def test_statistics():
    x, w = numbers((4, 5), np.float64), np.abs(numbers((5,), np.float64))
    holes = x.copy()
    holes[1, 2] = holes[3] = np.nan
    check(lambda x, w: (np.median(x), np.median(x, 0), np.median(x, 1, keepdims=True),
                        np.average(x), np.average(x, 1, w), np.average(x, weights=x * x),
                        np.ptp(x, 0), np.cumprod(x, 1), x.cumprod(),
                        np.average(x, 0, w[:4])), x, w, rtol=1e-11)
    if HAS_NUMPY_2:
        check(lambda x: np.average(x.T, (1, 0), x), x, rtol=1e-11)
    for function in (lambda x: np.average(x, 1, x[0, :1]), lambda x: np.average(x, 1, x[:, 0]),
                     lambda x: np.average(x, weights=x[0]), lambda x: np.median(x * 1j)):
        refuses(function, x)
    with pytest.warns(RuntimeWarning):
        check(lambda x: (np.nansum(x, 0), np.nanmean(x, 1), np.nanmax(x, 1), np.nanmin(x),
                         np.nanprod(x), np.median(x, 1), np.nan_to_num(x, nan=7.0)), holes,
              rtol=1e-12)
    check(lambda i: (np.median(i), np.nansum(i), np.average(i)), numbers((7,), np.int32))


def test_statistics_of_complex_numbers():
    z = (numbers((4, 5)) + 1j * numbers((4, 5))).astype(np.complex64)
    z[1, 2], z[3, 1] = np.nan, complex(1, np.nan)
    check(lambda z: (np.nansum(z, 0), np.nanprod(z, 1), np.nanmean(z, 1)), z, rtol=1e-5)


def test_medians():
    x = numbers((2, 3, 4), np.float64)
    check(lambda x: (np.median(x, (0, 2)), np.median(x, (2, 1), keepdims=True),
                     np.median(x[0, 0, 0]), np.median(x, keepdims=True), np.median(x > 0, 1),
                     np.median(x[0, 0, 0], keepdims=True)), x)
    with pytest.warns(RuntimeWarning):
        check(lambda x: (np.median(x[:0]), np.median(x[:0], 0), np.median(x[:, :0], 0),
                         np.median(x[:, :0], (1, 2), keepdims=True)), x.astype(np.float32))


#: Reductions with arguments by position, as NumPy orders them.
BY_POSITION = [(np.sum, 0, None, None, True, 2, True), (np.prod, 0, np.float64, None, True, 2),
               (np.max, 0, None, True, 1.5), (np.min, 0, None, True), (np.any, 0, None, True),
               (np.all, 0, None, True), (np.mean, 0, None, None, True),
               (np.var, 0, None, None, 1, True), (np.std, 0, np.float64, None, 1, True),
               (np.argmax, 0, None), (np.cumsum, 0, np.float64, None),
               (np.nansum, 0, np.float64, None, True), (np.nanprod, 0, np.float64, None, True),
               (np.nanmax, 0, None, True), (np.nanmean, 0, np.float64, None, True),
               (np.median, 0, None, False, True), (np.ptp, 0, None, True)]


@pytest.mark.parametrize("case", BY_POSITION, ids=lambda case: case[0].__name__)
def test_arguments_by_position(case):
    function, *arguments = case
    check(lambda x: function(x, *arguments), numbers((4, 3)), rtol=1e-5)


def test_parameters_are_those_of_numpy():
    """Where a parameter stands, and its name."""
    from xla_mlir.tracing import functions

    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    for function, implementation in list(functions._TABLE.items()):
        try:
            theirs = inspect.signature(function).parameters.values()
        except ValueError:  # Those in C of NumPy 1.
            continue
        ours = inspect.signature(implementation).parameters.values()
        positional = [p.name for p in ours if p.kind in kinds]
        wanted = [{"newshape": "shape"}.get(p.name, p.name) for p in theirs
                  if p.kind in kinds]
        if any(p.kind == inspect.Parameter.VAR_KEYWORD for p in theirs):
            continue  # numpy.pad names what may follow in its text only.
        assert positional == wanted[:len(positional)], function.__name__
        for p in ours:
            if p.kind == inspect.Parameter.KEYWORD_ONLY and not p.name.startswith("_"):
                assert p.name in [q.name for q in theirs], function.__name__


def test_out_is_refused():
    for function in (lambda x: np.sum(x, 0, None, np.empty(4)), lambda x: np.max(x, out=x),
                     lambda x: np.clip(x, 0, 1, x), lambda x: np.add.reduce(x, out=x)):
        refuses(function, np.ones((3, 4)), match="with out cannot be traced")


def test_reductions_of_few():
    x = np.array([1.5, 2.5])
    with pytest.warns(RuntimeWarning):
        check(lambda x: (np.var(x, ddof=3), np.std(x, ddof=3), np.var(x, ddof=3, where=x > 2),
                         np.var(x, ddof=0.5)), x)
    check(lambda x: (np.sum(x, initial=None), np.prod(x, initial=None)), x)
    check(lambda x: (np.cumsum(x), np.cumprod(x), np.cumsum(x * 1j)), np.array([-0., -0., 3]))
    check(lambda z: np.cumprod(z), np.array([complex(np.inf, 0), 2, 1j]), zeros=False)
    refuses(lambda x: np.sum(x[:0], initial=None), x)
    refuses(lambda x: np.sum(x, where=np.ones((2, 2), bool)), x, match="expected where to fit")
    refuses(lambda x: np.mean(x, where=np.ones(2, int)), x, match="expected booleans in where")


def test_choices_between_dtypes():
    x, y = numbers((9,)), numbers((9,), np.float64)
    check(lambda x, y: (np.select([x > 1, x > 0], [x, 1]), np.select([x > 1], [x], 2.5),
                        np.select([x > 1, y > 0], [x, y]), np.select([x > 1], [1], 2),
                        np.isclose(x, y), np.isclose(y, x)), x, y)
    if HAS_NUMPY_2:
        check(lambda x: np.select([x > 1], [x], np.float64(1)), x)
    refuses(lambda x: np.select([x], [x]), x, match="expected conditions of booleans")
    u, i = np.array([1, 3, 200], np.uint8), np.array([-128, 3, 7], np.int8)
    check(lambda u, i: (np.isclose(u, 2), np.isclose(u, u[::-1]), np.isclose(u, u + 1, atol=1),
                        np.isclose(u > 2, i > 4), np.isclose(i, i, atol=0), np.isclose(1, u),
                        np.allclose(u, i), np.isclose(i, i * 1.5, equal_nan=True)), u, i)


def test_choices():
    x, y = numbers((20,), np.float64), numbers((20,), np.float64)
    check(lambda x, y: (np.select([x > 1, x > 0], [x, y], 5), np.isclose(x, x + 1e-9),
                        np.allclose(x, y), np.array_equal(x, x), *np.split(x, 4),
                        *np.split(x, [3, 17]), np.column_stack([x, y]),
                        *np.broadcast_arrays(x, y[:, None])), x, y)


def test_interpolation():
    xp, fp = np.sort(numbers((9,), np.float64)), numbers((9,), np.float64)
    x = np.concatenate([numbers((30,), np.float64) * 2, xp])
    check(lambda x, xp, fp: (np.interp(x, xp, fp), np.interp(x, xp, fp, left=-1, right=2),
                             np.interp(0.5, xp, fp), np.interp(x, xp[:1], fp[:1])), x, xp, fp,
          rtol=1e-9, zeros=False)
    inf = np.inf
    x = np.array([-1, 0, .5, 1, 1.5, 2, 2.5, 3, 4, np.nan])
    for fp in ([inf, inf, 1, inf], [-inf, inf, inf, 2], [1, -inf, 2, inf], [0, 0, inf, inf]):
        check(lambda x, xp, fp: (np.interp(x, xp, fp), np.interp(x, xp[:1], fp[:1])), x,
              np.arange(4.0), np.array(fp))
        check(lambda x, xp, fp: np.interp(x, xp, fp), x, np.array([0, 2, 2, inf]), np.array(fp))
    refuses(lambda x: np.interp(x, x, x[1:]), x, match="expected xp and fp")


def test_convolution():
    check(lambda a, v: tuple(np.convolve(*pair, mode) for mode in ("full", "same", "valid")
                             for pair in ((a, v), (v, a))), numbers((9,), np.float64),
          numbers((4,), np.float64), rtol=1e-12)
    refuses(lambda a: np.convolve(a, a, "ful"), np.ones(3), match="expected mode 'full'")


def test_traces_are_the_same_in_each_process():
    """Strings have other hashes there; the same program is in the cache."""
    program = ("import numpy as np, xla_mlir\n"
               "print(xla_mlir.jit(lambda x: np.einsum('iijjkk->kji', x)).lower("
               "np.ones((2,) * 6)).as_text())")
    texts = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True,
                            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH":
                                 os.pathsep.join(sys.path)}).stdout for seed in "1234"]
    assert len(set(texts)) == 1


def test_powers_of_two_are_exact():
    n = np.arange(-14, 15).astype(np.float32)
    np.testing.assert_array_equal(xla_mlir.jit(np.exp2)(n), np.exp2(n))
    half = n.astype(np.float16)
    np.testing.assert_array_equal(xla_mlir.jit(np.exp2)(half), np.exp2(half))
    np.testing.assert_array_equal(xla_mlir.jit(np.log2)(np.exp2(half)), half)


def test_what_is_not_traced_has_its_module():
    with pytest.raises(xla_mlir.TraceError, match="numpy.linalg.svd cannot be traced"):
        xla_mlir.jit(np.linalg.svd)(np.eye(2))
