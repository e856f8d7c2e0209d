"""Where numbers of Python meet dtypes: what NumPy computes, and what it refuses."""

import operator

import numpy as np
import pytest

import xla_mlir
from test_jit import check, numbers
from test_jit_numpy import HAS_NUMPY_2, refuses

# NumPy 1 looks at values; what is traced is that of NumPy 2.
pytestmark = pytest.mark.skipif(not HAS_NUMPY_2, reason="needs NumPy 2")

INTEGERS = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def ends(dtype):
    info = np.iinfo(dtype)
    return np.array([info.min, info.min + 1, 0, 3, info.max - 1, info.max], dtype)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_comparisons_with_integers_of_any_size(dtype):
    info, x = np.iinfo(dtype), ends(dtype)
    bounds = [info.min - 1, info.min, info.max, info.max + 1, -1, 2**63, 2**64, -10**40]
    check(lambda x: tuple(result for n in bounds for compare in COMPARISONS
                          for result in (compare(x, n), compare(n, x))), x)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_comparisons_between_dtypes(dtype):
    x = ends(dtype)
    for other in INTEGERS:
        y = ends(other)[:, None]
        check(lambda x, y: tuple(compare(x, y) for compare in COMPARISONS), x, y)


def test_comparisons_with_integers_that_are_arguments():
    f = xla_mlir.jit(lambda x, n: (x < n, n <= x, x == n))
    for dtype in (np.uint8, np.uint64):
        x = ends(dtype)
        for n in (-1, 3, 300):
            np.testing.assert_array_equal(f(x, n), [x < n, n <= x, x == n])


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_bounds_of_clip(dtype):
    info, x = np.iinfo(dtype), ends(dtype)
    check(lambda x: (np.clip(x, info.min - 1, 3), x.clip(1, info.max + 1), x.clip(-10**30, 10**30),
                     np.clip(x, info.min, info.max), np.clip(x, 1, 2.5), np.clip(300, x, x),
                     np.clip(x, None, 3), x.clip(max=5)), x)
    refuses(lambda x: np.clip(x, info.max + 1, None), x, match="expected an integer from")
    refuses(lambda x: np.clip(x, None, info.min - 1), x, match="expected an integer from")


def test_bounds_of_clip_that_are_arguments():
    clip = xla_mlir.jit(np.clip)
    x = np.array([0, 200, 255], np.uint8)
    for low, high in ((-1, 3), (-5, 999), (4, 2**40)):
        np.testing.assert_array_equal(clip(x, low, high), np.clip(x, low, high))


@pytest.mark.parametrize("function", [
    lambda x: x + 128, lambda x: x - -129, lambda x: 200 * x, lambda x: x & 511,
    lambda x: x // 300, lambda x: x % 2**70, lambda x: x**300, lambda x: np.maximum(x, -500),
    lambda x: np.full_like(x, -129), lambda x: x << 400, lambda x: np.max(x, initial=300),
    lambda x: x + 2**64, lambda x: (x > 0) < 2**70, lambda x: np.where(x > 0, x, 2**70),
    lambda x: xla_mlir.scan(lambda c, _: (c + x[0], None), 300, None, 2)[0],
    lambda x: x.astype(np.float32) * 10**400, lambda x: x.astype(float) < 10**400,
    lambda x: xla_mlir.dynamic_update_slice(x, np.ones(1, int) * 1, [2**64])])
def test_integers_that_a_dtype_has_not(function):
    refuses(function, np.array([1, 2], np.int8),
            match=r"test_jit_literals.py:\d+: .*(expected an integer from|too large)")


def test_long_integers():
    u, i, f = np.array([1, 2**64 - 1], np.uint64), np.array([-1, 5]), numbers((2,))
    check(lambda u, i, f: (u == 2**64 - 1, u + 2**63, i < 2**63, f * 10**40, f < 10**40,
                           np.dot(u, 2**63), np.full_like(u, 2**64 - 1), 2**63), u, i, f)
    f = xla_mlir.jit(lambda n: n)
    assert f(3) == 3
    with pytest.raises(xla_mlir.TraceError, match="literals.py.*64 bits as arguments, got 0x8"):
        f(2**63)


def test_numbers_are_cast_where_numpy_casts():
    u, i = np.array([0, 200, 255], np.uint8), np.array([1, -2], np.int8)
    check(lambda u, i: (np.full_like(i, 300.7), np.full_like(i, np.int64(300)),
                        np.where(u > 0, u, 300), np.where(u > 0, u, -1), u > 300.5,
                        np.select([u > 1], [u], 300), np.pad(u, 1, constant_values=300.5),
                        np.full_like(u, True), np.logical_and(u, 300), np.max(u, initial=2.5),
                        np.isclose(u, 300), np.full_like(u, 3, np.float32)), u, i)


def test_numbers_in_programs_that_are_of_no_dtype_yet():
    check(lambda x: (xla_mlir.cond(x[0] > -9, lambda: 1, lambda: 2), 5, 2.5), numbers((3,)))
    assert xla_mlir.jit(lambda x: xla_mlir.scan(lambda c, y: (c + y, None), 0, x)[0])(
        np.ones(3, np.float32)) == 3


def test_powers_of_integers():
    check(lambda b, i: (b**2, b**3, b**True, np.power(b, 2), i**2, i**2.0, i**-1.0,
                        np.float_power(i, -1)), np.array([True, False]), np.array([2, 3]))
    for function in (lambda i: i**-1, lambda i: i**np.array([1, -1]), lambda i: (i > 0)**-1,
                     lambda i: np.power(i, np.int8(-2))):
        refuses(function, np.array([2, 3]), match="negative integer powers")


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_reciprocals_of_integers(dtype):
    check(np.reciprocal, ends(dtype))
