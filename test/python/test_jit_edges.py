"""What NumPy refuses `jit` refuses, with the user's line; and the edges of what it takes."""

import gc
import math
import weakref

import numpy as np
import pytest

import xla_mlir
from test_jit import check, numbers
from test_jit_numpy import refuses

PLACE = r"test_jit_edges.py:\d+: .*"


@pytest.mark.parametrize("function, text", [
    (lambda x: x.sum(axis=(0, 0)), "each axis once"), (lambda x: x.max((1, -1)), "each axis"),
    (lambda x: np.flip(x, (0, 0)), "each axis once"),
    (lambda x: np.moveaxis(x, (0, 0), (0, 1)), "each axis once"),
    (lambda x: np.moveaxis(x, (0, 1), 0), "as many destinations"),
    (lambda x: np.diagonal(x, 0, 1, 1), "each axis once"),
    (lambda x: np.gradient(x, axis=(0, 0)), "each axis once"),
    (lambda x: np.median(x, (1, 1)), "each axis once"),
    (lambda x: x.sum(axis=1.0), "cannot be interpreted as an integer"),
    (lambda x: np.pad(x, -1), "widths of 0 or more"), (lambda x: np.pad(x, 1.5), "integers"),
    (lambda x: np.sort(x, kind="zzz"), "sort kind"),
    (lambda x: np.argsort(x, kind="zzz"), "sort kind"),
    (lambda x: np.tile(x, -1), "repetitions of 0 or more"),
    (lambda x: x[5], "index 5 is out of bounds for a dimension of 2"),
    (lambda x: x[0, -4], "index -4 is out of bounds"), (lambda x: x[1.5], "got float"),
    (lambda x: np.swapaxes(x, 0, 5), "axis 5 is out of bounds"),
    (lambda x: np.roll(x, 1, 5), "axis 5 is out of bounds"),
    (lambda x: np.repeat(x, 2, 5), "axis 5 is out of bounds"),
    (lambda x: np.size(x, 5), "axis 5 is out of bounds"),
    (lambda x: np.fft.fftshift(x, 5), "axis 5 is out of bounds"),
    (lambda x: np.tensordot(x, x, 1), "do not fit"), (lambda x: np.inner(x, x.T), "do not fit"),
    (lambda x: x.astype(np.int8, casting="safe"), "casting='unsafe'")])
def test_what_numpy_refuses(function, text):
    x = np.ones((2, 3))
    with pytest.raises((ValueError, TypeError, IndexError)):
        function(x)
    refuses(function, x, match=PLACE + text)


def test_rolls_and_repetitions():
    x = numbers((2, 3))
    check(lambda x: (np.roll(x, (1, 2), (0, 1)), np.roll(x, (1, 2), (0, 0)), np.roll(x, (1, 2)),
                     np.roll(x, 1, (0, 1)), np.tile(x, 0), np.tile(x, (0, 2)), np.tile(x, (2, 0)),
                     np.tile(x[0], 3), np.tril(x[0]), np.triu(x[0], 1), np.tril(x[0], -1)), x)
    check(lambda x, k: (np.roll(x, k, 1), np.roll(x, k)), x, np.int64(2))
    refuses(lambda x, k: np.roll(x, k, (0, 1)), x, np.array([1, 2]), match="one after the other")


@pytest.mark.parametrize("function, text", [
    (lambda x: x.flat, "flat of a traced array cannot be traced; use numpy.ravel"),
    (lambda x: x.fill(0), "not changed in place; use numpy.full_like"),
    (lambda x: x.sort(), "not changed in place; use numpy.sort"),
    (lambda x: x.byteswap(), "byteswap of a traced array cannot be traced"),
    (lambda x: round(x[0]), "use numpy.round"), (lambda x: math.floor(x[0]), "use astype"),
    (lambda x: f"{x[0]:.2f}", "format '.2f' of a traced array"),
    (lambda x: x.view(np.int8), "a view of float32 as int8"),
    (lambda x: x.view(np.complex64), "a view of float32 as complex64"),
    (lambda x: setattr(x, "shape", (3, 1)), "use numpy.reshape"),
    (lambda x: setattr(x, "dtype", np.int32), "use astype or view")])
def test_what_tracers_have_not(function, text):
    refuses(function, np.ones(3, np.float32), match=PLACE + text)


def test_what_tracers_have():
    def about(x):
        assert (x.nbytes, x.itemsize, x.size) == (12, 4, 3) and f"{x}" == repr(x)
        assert not hasattr(x, "flat") and not hasattr(x, "nobody")
        return x.view(np.int32), x.view(np.int32).view("f4"), x.astype(np.float64, copy=False)

    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        xla_mlir.jit(lambda x: x.nobody)(np.ones(3))
    x = numbers((3,))
    for one, wanted in zip(xla_mlir.jit(about)(x), (x.view(np.int32), x, x.astype(float))):
        np.testing.assert_array_equal(one, wanted, strict=True)


def test_arrays_of_another_byte_order():
    x = numbers((3, 4))
    f = xla_mlir.jit(lambda x: x * 2)
    for array in (x.astype(">f4"), x, x.astype(">f4")[:, ::2], x.astype(">f4")):
        np.testing.assert_array_equal(f(array), array * 2)
    assert f.cache_info() == (2, 2, 2)
    known = x.astype(">f4")
    check(lambda x: (x + known, x.astype(">f8") + 1, np.where(x > 0, known, x)), x)


def test_static_arguments_that_nobody_has():
    def f(a, n, *, flag=False):
        return a

    for options, text in (({"static_argnames": "typo"}, r"among \['a', 'n', 'flag'\], got"),
                          ({"static_argnames": ("n", "x")}, r"got \['x'\]"),
                          ({"static_argnums": 2}, "less than 2, got 2"),
                          ({"static_argnums": (0, 5)}, "less than 2, got 5")):
        with pytest.raises(ValueError, match=text):
            xla_mlir.jit(f, **options)
    assert xla_mlir.jit(f, static_argnames="flag")(np.ones(1), 2, flag=True) == 1
    any_ = xla_mlir.jit(lambda *a, **b: a[0] * b["n"], static_argnums=3, static_argnames="n")
    assert any_(np.ones(1), n=2) == 2


class Model:
    def __init__(self, scale):
        self.scale = scale

    def __eq__(self, other):  # Such have no hash.
        return True

    @xla_mlir.jit
    def apply(self, x, shift=0.0):
        return x * self.scale + shift

    @xla_mlir.jit(static_argnums=2, static_argnames="more")
    def power(self, x, n, *, more=0):
        return x ** (n + more)

    @classmethod
    @xla_mlir.jit
    def of_class(cls, x):
        return x + len(cls.__name__)

    @staticmethod
    @xla_mlir.jit
    def of_none(x):
        return x + 1


def test_methods():
    two, three, x = Model(2), Model(3), np.ones(3)
    for _ in range(2):
        assert (two.apply(x) == 2).all() and (three.apply(x, shift=1) == 4).all()
    assert two.apply.cache_info() == (1, 1, 1) and Model.apply.cache_info() == (0, 0, 0)
    assert (Model(5).apply(x) == 5).all() and (two.of_class(x) == 6).all()
    assert (two.power(x * 2, 3) == 8).all() and (two.power(x * 2, n=3, more=1) == 16).all()
    assert (Model.of_none(x) == 2).all() and (Model.of_class(x) == 6).all()
    assert "hlo.multiply" in two.apply.lower(x).as_text()
    np.testing.assert_array_equal(xla_mlir.jit(lambda x: two.apply(x) + 1)(x), 2 * x + 1)
    two.apply.cache_clear()
    assert two.apply.cache_info() == (0, 0, 0)


def test_programs_of_methods_do_not_keep_the_instance():
    model = Model(4)
    model.apply(np.ones(2))
    told = weakref.ref(model)
    del model
    gc.collect()
    assert told() is None


def test_methods_of_what_nobody_watches():
    class Slots:
        __slots__ = ()

        @xla_mlir.jit
        def double(self, x):
            return x * 2

    assert (Slots().double(np.ones(2)) == 2).all()
