"""What NumPy's reductions and sorts become."""

import numpy as np

from .functions import implements, normalize, normalize_axes, reshape
from .tracer import Tracer, lift, refuse
from .ufuncs import broadcast, compare, convert, dense, full_like, is_float, op, select


def axes_of(a, axis):
    """The dimensions that `axis` names, in their order."""
    return sorted(range(a.ndim) if axis is None else normalize_axes(axis, a.ndim))


def kept(a, result, axes, keepdims):
    """`result` of reducing `axes` of `a`, with dimensions of 1 for them where these stay."""
    if not keepdims:
        return result
    return reshape(result, [1 if i in axes else n for i, n in enumerate(a.shape)])


def _masked(a, where, value):
    """`a` with `value` where `where` is not."""
    if where is True:
        return a
    return select(_mask(a, where), a, full_like(a, value))


def _mask(a, where):
    """`where` in the shape of `a`."""
    where = lift(where)
    if where.dtype != np.bool_:
        raise TypeError(f"expected booleans in where, got {where.dtype}")
    if np.broadcast_shapes(a.shape, where.shape) != a.shape:
        raise ValueError(f"expected where to fit an array of shape {a.shape}, got shape "
                         f"{where.shape}")
    return broadcast(where, a.shape)


def _check_without_initial(a, axes, where):
    """A reduction without an initial value wants elements."""
    if where is not True:
        raise ValueError("a reduction with where needs an initial value")
    if any(a.shape[i] == 0 for i in axes):
        raise ValueError("zero-size array to a reduction that has no identity")


def _count(a, axes, where):
    """How many elements a reduction takes in."""
    if where is True:
        return int(np.prod([a.shape[i] for i in axes], dtype=np.int64))
    return _reduce(convert(_mask(a, where), np.int64), axes, "add", 0)


def sum_of(a, axes):
    """The sum over `axes`, in the dtype of `a`, or a longer one in between."""
    work = np.float32 if is_float(a.dtype) and a.dtype.itemsize < 4 else a.dtype
    return convert(_reduce(convert(a, work), sorted(axes), "add", 0), a.dtype)


def _reduce(a, axes, name, initial):
    shape = [n for i, n in enumerate(a.shape) if i not in axes]
    start = a._trace.constant(initial, a.dtype)
    created = a._trace.create("hlo.reduce", [a, start], [a._trace.type(shape, a.dtype)],
                             {"dimensions": dense(axes)}, regions=1)
    a._trace.region(created, 0, [((), a.dtype)] * 2, lambda x, y: [op(name, x, y)])
    return Tracer(a._trace, created.results[0], shape, a.dtype)


def _reduction(function, name, neutral):
    @implements(function)
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, initial=neutral,
               where=True):
        a = _masked(lift(a), where, neutral)
        wanted = function(np.ones(1, a.dtype), **({} if dtype is None else
                                                   {"dtype": dtype})).dtype
        axes = axes_of(a, axis)
        if initial is None:
            _check_without_initial(a, axes, where)
            initial = neutral
        # Sums of short floats lose less in longer ones.
        short = is_float(wanted) and wanted.itemsize < 4 and name == "add"
        result = _reduce(convert(a, np.float32 if short else wanted), axes, name, initial)
        return kept(a, convert(result, wanted), axes, keepdims)

    return reduce


_sum = _reduction(np.sum, "add", 0)
_reduction(np.prod, "multiply", 1)


def _extremum(function, name):
    @implements(function)
    def reduce(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        a = lift(a)
        if a.dtype.kind == "c":
            refuse(f"the {name} of complex numbers cannot be traced; compare their parts")
        axes = axes_of(a, axis)
        if initial is None:
            _check_without_initial(a, axes, where)
        a = _masked(a, where, initial)
        if is_float(a.dtype):
            least = -np.inf
        else:
            info = np.iinfo(a.dtype) if a.dtype.kind != "b" else None
            least = info.min if info else False
        if name == "minimum":
            least = (np.inf if is_float(a.dtype) else
                     True if a.dtype.kind == "b" else np.iinfo(a.dtype).max)
        result = _reduce(a, axes, name, least)
        if initial is not None:
            result = op(name, result, full_like(result, initial))
        return kept(a, result, axes, keepdims)

    return reduce


_max = _extremum(np.max, "maximum")
_min = _extremum(np.min, "minimum")


@implements(np.any)
def _any(a, axis=None, out=None, keepdims=False, *, where=True):
    a = _masked(convert(lift(a), np.bool_), where, False)
    axes = axes_of(a, axis)
    return kept(a, _reduce(a, axes, "or", False), axes, keepdims)


@implements(np.all)
def _all(a, axis=None, out=None, keepdims=False, *, where=True):
    a = _masked(convert(lift(a), np.bool_), where, True)
    axes = axes_of(a, axis)
    return kept(a, _reduce(a, axes, "and", True), axes, keepdims)


@implements(np.mean)
def _mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    a = lift(a)
    dtype = np.dtype(dtype) if dtype is not None else np.mean(np.ones(1, a.dtype)).dtype
    work = np.float32 if is_float(dtype) and dtype.itemsize < 4 else dtype
    total = _sum(convert(a, work), axis, keepdims=keepdims, where=where)
    return convert(_divide(total, a, axis, where, 0), dtype)


def _divide(total, a, axis, where, ddof):
    """`total` by the number of elements of `a` that are in it, but for `ddof`; by 0 if
    that is more."""
    count = _count(a, axes_of(a, axis), where)
    if isinstance(count, int):
        return op("divide", total, full_like(total, max(count - ddof, 0)))
    count = np.maximum(reshape(count, total.shape) - ddof, 0)
    return op("divide", total, convert(count, total.dtype))


@implements(np.var)
def _var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    a = lift(a)
    dtype = np.dtype(dtype) if dtype is not None else np.var(np.ones(1, a.dtype)).dtype
    if a.dtype.kind == "c":
        refuse("numpy.var of complex numbers cannot be traced")
    work = np.float32 if dtype.itemsize < 4 else dtype
    x = convert(a, work)
    distance = x - _mean(x, axis, keepdims=True, where=where)
    total = _sum(distance * distance, axis, keepdims=keepdims, where=where)
    return convert(_divide(total, a, axis, where, ddof), dtype)


@implements(np.std)
def _std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    return np.sqrt(_var(a, axis, dtype, None, ddof, keepdims, where=where))


def _arg_extremum(extremum):
    def reduce(a, axis=None, out=None, *, keepdims=False):
        shape = a.shape
        if axis is None:
            a = reshape(a, -1)
        axis_ = 0 if axis is None else normalize(axis, a.ndim)
        best = broadcast(extremum(a, axis_, keepdims=True), a.shape)
        hit = compare("EQ", a, best)
        if is_float(a.dtype):  # The first NaN, if there is one.
            hit = op("or", hit, op("and", compare("NE", a, a), compare("NE", best, best)))
        position = a._trace.emit("hlo.iota", [], a.shape, np.int64,
                                {"iota_dimension": f"{axis_} : i64"})
        first = select(hit, position, full_like(position, a.shape[axis_]))
        result = _min(first, axis_, keepdims=keepdims)
        return reshape(result, [1] * len(shape)) if axis is None and keepdims else result

    return reduce


implements(np.argmax)(_arg_extremum(_max))
implements(np.argmin)(_arg_extremum(_min))


def _cumulative(function, name):
    @implements(function)
    def scan(a, axis=None, dtype=None, out=None):
        a, axis = (reshape(a, -1), 0) if axis is None else (a, normalize(axis, a.ndim))
        a = convert(a, function(np.ones(1, a.dtype), dtype=dtype).dtype)
        lead, step = (slice(None),) * axis, 1
        while step < a.shape[axis]:
            # Of twice as many: what half as many give, and those before them. The first
            # ones have none before them; a neutral element would change -0.0 and infinity.
            first, before, behind = (a[lead + (part,)] for part in (
                slice(step), slice(-step), slice(step, None)))
            a = np.concatenate([first, op(name, before, behind)], axis)
            step *= 2
        return a


_cumulative(np.cumsum, "add")
_cumulative(np.cumprod, "multiply")


def _is_before(x, y):
    """NumPy's order: NaN comes last."""
    before = compare("LT", x, y)
    if not is_float(x.dtype):
        return before
    return op("or", before, op("and", compare("EQ", x, x), compare("NE", y, y)))


def _sorted(arrays, axis):
    first = arrays[0]
    created = first._trace.create(
        "hlo.sort", arrays, [first._trace.type(a.shape, a.dtype) for a in arrays],
        {"dimension": f"{axis} : i64", "is_stable": "true"}, regions=1)
    avals = [((), a.dtype) for a in arrays for _ in range(2)]
    first._trace.region(created, 0, avals, lambda x, y, *_: [_is_before(x, y)])
    return [Tracer(a._trace, value, a.shape, a.dtype)
            for a, value in zip(arrays, created.results)]


def sort_of(a, axis):
    """`a` sorted along one axis."""
    return _sorted([a], axis)[0]


def _check_kind(kind):
    np.sort(np.zeros(0), kind=kind)  # It says which there are; all give the same here.


@implements(np.sort)
def _sort(a, axis=-1, kind=None):
    _check_kind(kind)
    a, axis = (reshape(a, -1), 0) if axis is None else (a, normalize(axis, a.ndim))
    return sort_of(a, axis)


@implements(np.argsort)
def _argsort(a, axis=-1, kind=None):
    _check_kind(kind)
    a, axis = (reshape(a, -1), 0) if axis is None else (a, normalize(axis, a.ndim))
    position = a._trace.emit("hlo.iota", [], a.shape, np.int64,
                            {"iota_dimension": f"{axis} : i64"})
    return _sorted([a, position], axis)[1]


@implements(np.linalg.norm)
def _norm(x, ord=None, axis=None, keepdims=False):
    if ord not in (None, 2) or (ord == 2 and (axis is None and x.ndim != 1
                                              or isinstance(axis, tuple))):
        refuse(f"numpy.linalg.norm of order {ord} cannot be traced")
    x = np.abs(x if x.dtype.kind in "fc" else convert(x, np.float64))
    return np.sqrt(_sum(x * x, axis, keepdims=keepdims))
