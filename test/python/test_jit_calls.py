"""Which program a call of a jitted function runs, on all its ways."""

import collections
import copy
import dataclasses
import functools
import pickle

import numpy as np
import pytest

import xla_mlir


def test_nestings_and_numbers_are_told_apart():
    traced = []

    @xla_mlir.jit
    def f(*arguments, **named):
        traced.append((arguments, named))
        return arguments, named

    x = np.ones(2, np.float32)
    calls = [((x,), {}), ((x, x), {}), (((x, x),), {}), (([x, x],), {}), (([x], x), {}),
             (({"a": x, "b": 1.0},), {}), (({"a": x, "c": 1.0},), {}),
             (({"a": 1.0, "b": x},), {}), (({"a": {"b": x}},), {}), ((x, None), {}),
             ((None, x), {}), ((1,), {}), ((1.0,), {}), ((True,), {}), ((1j,), {}),
             ((x[:1],), {}), ((x[None],), {}), ((x.astype(np.int32),), {}),
             ((x.view(np.int32),), {}), ((x.astype(bool),), {}), ((), {"a": x}),
             ((), {"b": x}), ((x,), {"a": x}), ((), {}), (([],), {}), (({},), {})]
    distinct = len(calls) - 1  # Two are arrays of int32.
    for turn in range(2):
        for arguments, named in calls:
            got, also = f(*arguments, **named)
            np.testing.assert_equal((got, also), (arguments, named))
            assert type(got) is tuple and list(map(type, got)) == [
                np.ndarray if isinstance(a, (bool, int, float, complex)) else type(a)
                for a in arguments]
        assert len(traced) == distinct == f.cache_info().misses
    assert f.cache_info().hits == 2 * len(calls) - distinct


def test_numbers_of_numpy_are_arrays():
    f = xla_mlir.jit(lambda x: x * 2)
    for value in (np.float32(2), np.array(3, np.float32), np.float64(2), np.array(3.0),
                  np.bool_(True), np.int8(4)):
        for _ in range(2):
            result = f(value)
            assert result == value * 2 and result.dtype == (value * 2).dtype
    assert f.cache_info() == (8, 4, 4)
    for value in (np.str_("a"), np.datetime64(0, "s"), np.void(b"a")):
        with pytest.raises((TypeError, ValueError)):
            f(value)


def test_keys_of_dicts_come_in_any_order():
    f = xla_mlir.jit(lambda d: d["a"] - d["b"])
    assert f({"a": 3.0, "b": 1.0}) == 2 and f({"b": 1.0, "a": 3.0}) == 2
    assert f.cache_info() == (1, 1, 1)
    assert xla_mlir.jit(lambda d: d[1] - d["b"])({1: 3.0, "b": 1.0}) == 2


def test_more_signatures_than_the_short_way_knows():
    f = xla_mlir.jit(lambda x: x + 1)
    for _ in range(2):
        for n in range(20):
            assert f(np.zeros(n)).shape == (n,)
    assert f.cache_info() == (20, 20, 20)
    f.cache_clear()
    assert f.cache_info() == (0, 0, 0) and f(np.zeros(1)) == 1


def test_tuples_of_arrays_are_results_of_the_short_way():
    f = xla_mlir.jit(lambda x: (x + 1, -x))
    g = xla_mlir.jit(lambda x: [x + 1, -x])
    swapped = xla_mlir.jit(lambda x: {"b": x + 1, "a": -x})
    x = np.ones(2)
    for _ in range(3):
        assert type(f(x)) is tuple and type(g(x)) is list
        np.testing.assert_equal(f(x), (x + 1, -x))
        np.testing.assert_equal(swapped(x), {"a": -x, "b": x + 1})
    assert f.cache_info() == (5, 1, 1)


@pytest.mark.parametrize("make,error", [
    (lambda x: np.asmatrix(x), TypeError), (lambda x: x.astype(">f8"), None),
    (lambda x: np.asfortranarray(x), None), (lambda x: x[::-1], None),
    (lambda x: np.ma.masked_array(x), TypeError)])
def test_other_arrays_do_not_take_the_short_way(make, error):
    f = xla_mlir.jit(lambda x: x * 2)
    x = np.arange(6.).reshape(2, 3)
    f(x)
    if error:
        with pytest.raises(error):
            f(make(x))
    else:
        np.testing.assert_array_equal(f(make(x)), make(x) * 2)


def test_named_tuples_and_subclasses_keep_their_types():
    Point = collections.namedtuple("Point", "x y")
    f = xla_mlir.jit(lambda p: p)
    x = np.ones(2)
    for value in (Point(x, 1.0), collections.OrderedDict(b=x, a=x), (x, 1.0)) * 2:
        assert type(f(value)) is type(value)
    assert f.cache_info() == (3, 3, 3)


@xla_mlir.jit
def doubled(x):
    """Twice x."""
    return x * 2


def test_copies_and_pickles_are_those_of_functions():
    assert copy.copy(doubled) is doubled and copy.deepcopy([doubled])[0] is doubled
    assert pickle.loads(pickle.dumps(doubled)) is doubled
    assert doubled.__doc__ == "Twice x." and repr(doubled).startswith("<xla_mlir.jit of <func")
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(xla_mlir.jit(lambda x: x))


def test_functions_without_a_name_are_copied():
    f = xla_mlir.jit(functools.partial(np.add, 1))
    assert copy.copy(f) is f and copy.deepcopy([f])[0] is f
    with pytest.raises(pickle.PicklingError, match="expected a function with a name"):
        pickle.dumps(f)


def test_what_wraps_a_jitted_function_has_programs_of_its_own():
    f = xla_mlir.jit(lambda x: x + 1)
    x = np.ones(2)
    f(x), f(x)

    @functools.wraps(f)
    def wrapped(x):
        return f(x) * 10

    g, plain = xla_mlir.jit(wrapped), xla_mlir.jit(f, opt_level=0)
    for _ in range(3):
        assert g(x).tolist() == [20, 20] and plain(x).tolist() == f(x).tolist() == [2, 2]
    assert g.cache_info().misses == plain.cache_info().misses == 1
    assert "opt-level=0" in plain.lower(x).compile().executable.options


def test_keys_and_static_arguments_of_other_types_are_others():
    f = xla_mlir.jit(lambda d: {type(key).__name__: x for key, x in d.items()})
    for key in 1, 1.0, True, (1,), (1.0,), 1, 1.0:
        assert list(f({key: np.ones(2)})) == [type(key).__name__]

    @dataclasses.dataclass(frozen=True)
    class Factor:
        by: float
        name: str = dataclasses.field(default="", compare=False)

    g = xla_mlir.jit(lambda x, factor: x * factor.by, static_argnums=np.int64(1))
    x = np.ones(2, np.int32)
    for by in 1, 1.0, 1:
        assert g(x, Factor(by)).dtype == (x * by).dtype
    assert g.cache_info()[:2] == (1, 2)


def test_static_arguments_within_another_trace_are_any():
    inner = xla_mlir.jit(lambda x, sizes: x * sizes[0], static_argnums=1)
    assert xla_mlir.jit(lambda x: inner(x, [3]))(np.ones(2)).tolist() == [3, 3]


def test_methods_have_programs_of_their_own():
    class Scale:
        def __init__(self, by):
            self.by = by

        @xla_mlir.jit
        def __call__(self, x):
            return x * self.by

    two, three, x = Scale(2), Scale(3), np.ones(2)
    for _ in range(3):
        assert two(x).tolist() == [2, 2] and three(x).tolist() == [3, 3]


def test_donated_arguments_are_accepted():
    x = np.ones(2)
    f = xla_mlir.jit(lambda x, y: x + y, donate_argnums=-1, donate_argnames="x")
    assert f(x, x).tolist() == [2, 2] and x.tolist() == [1, 1]

    @xla_mlir.jit(donate_argnames="x", static_argnums=1)
    def power(x, n):
        return x**n

    assert power(x * 3, 2).tolist() == [9, 9]
    with pytest.raises(ValueError, match=r"donate_argnums of less than 1, got 1"):
        xla_mlir.jit(lambda x: x, donate_argnums=1)
    with pytest.raises(ValueError, match=r"donate_argnames among \['x'\], got \['y'\]"):
        xla_mlir.jit(lambda x: x, donate_argnames="y")
    with pytest.raises(ValueError, match=r"donated arguments not to be static, got \[0\]"):
        xla_mlir.jit(lambda x: x, donate_argnums=0, static_argnames="x")
