"""NumPy's functions on samples and fields that are made of others: differences, masks,
averages, interpolation."""

import numpy as np

from . import indexing
from .functions import implements, normalize, reshape, where
from .reductions import sort_of, sum_of
from .tracer import is_traced, lift, refuse
from .ufuncs import broadcast, convert, full_like, is_float

__all__ = []


def _cut(a, axis, *bounds):
    """`a[bounds]` of the dimension `axis`."""
    return a[(slice(None),) * axis + (slice(*bounds),)]


# --- Differences and integrals -----------------------------------------------------------

@implements(np.diff)
def _diff(a, n=1, axis=-1):
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    a = lift(a)
    axis = normalize(axis, a.ndim)
    for _ in range(n):
        first, second = _cut(a, axis, None, -1), _cut(a, axis, 1, None)
        a = first != second if a.dtype == np.bool_ else second - first
    return a


def _spacing(distance, size):
    """A distance as a number, or between points."""
    distance = lift(distance)
    if not distance.ndim:
        return distance, None
    if distance.ndim != 1 or distance.size != size:
        raise ValueError("distances must be numbers or match the length of a dimension")
    return None, _diff(convert(distance, np.result_type(distance.dtype, np.float32)))


def _gradient_along(f, distance, axis, edge_order):
    if f.shape[axis] < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient")
    if edge_order != 1:
        refuse("numpy.gradient with edge_order=2 cannot be traced")
    f = np.moveaxis(f, axis, -1)
    step, steps = _spacing(distance, f.shape[-1])
    if steps is None:
        inner = (f[..., 2:] - f[..., :-2]) / (2 * step)
        first, last = step, step
    else:
        before, behind = steps[:-1], steps[1:]
        inner = (-behind / (before * (before + behind)) * f[..., :-2]
                 + (behind - before) / (before * behind) * f[..., 1:-1]
                 + before / (behind * (before + behind)) * f[..., 2:])
        first, last = steps[0], steps[-1]
    ends = (f[..., 1:2] - f[..., :1]) / first, (f[..., -1:] - f[..., -2:-1]) / last
    return np.moveaxis(np.concatenate([ends[0], inner, ends[1]], -1), -1, axis)


@implements(np.gradient)
def _gradient(f, *varargs, axis=None, edge_order=1):
    f = lift(f)
    if not is_float(f.dtype) and f.dtype.kind != "c":
        f = convert(f, np.float64)
    axes = range(f.ndim) if axis is None else [normalize(i, f.ndim)
                                               for i in np.atleast_1d(axis)]
    distances = {0: (1.0,) * len(axes), 1: varargs * len(axes)}.get(len(varargs), varargs)
    if len(distances) != len(axes):
        raise TypeError("invalid number of arguments")
    results = [_gradient_along(f, d, i, edge_order) for d, i in zip(distances, axes)]
    return results[0] if len(results) == 1 else tuple(results)


# NumPy 1 has the second name only.
@implements(*(vars(np)[name] for name in ("trapezoid", "trapz") if name in vars(np)))
def _trapezoid(y, x=None, dx=1.0, axis=-1):
    y = lift(y)
    axis = normalize(axis, y.ndim)
    if x is None:
        d = dx
    else:
        x = lift(x)
        d = _diff(x, axis=axis if x.ndim > 1 else 0)
        if x.ndim == 1:
            d = reshape(d, (-1,) + (1,) * (y.ndim - 1 - axis))
    return np.sum(d * (_cut(y, axis, 1, None) + _cut(y, axis, None, -1)) / 2.0, axis)


# --- Choices ------------------------------------------------------------------------------

@implements(np.select)
def _select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist) or not condlist:
        raise ValueError("list of cases must be same length as list of conditions")
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        result = where(condition, choice, result)
    return result


@implements(np.nan_to_num)
def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = lift(x)
    if not is_float(x.dtype):
        return x if x.dtype.kind != "c" else refuse(
            "numpy.nan_to_num of complex numbers cannot be traced")
    limits = np.finfo(x.dtype)
    x = where(np.isnan(x), full_like(x, nan), x)
    x = where(x == np.inf, full_like(x, limits.max if posinf is None else posinf), x)
    return where(x == -np.inf, full_like(x, limits.min if neginf is None else neginf), x)


@implements(np.isclose)
def _isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = lift(a), lift(b)
    close = (abs(a - b) <= atol + rtol * abs(b)) & np.isfinite(b) | (a == b)
    return close | (np.isnan(a) & np.isnan(b)) if equal_nan else close


@implements(np.allclose)
def _allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return np.all(_isclose(a, b, rtol, atol, equal_nan))


@implements(np.array_equal)
def _array_equal(a1, a2, equal_nan=False):
    a1, a2 = lift(a1), lift(a2)
    if a1.shape != a2.shape:
        return np.bool_(False)
    same = a1 == a2
    return np.all(same | (np.isnan(a1) & np.isnan(a2)) if equal_nan else same)


# --- Statistics ---------------------------------------------------------------------------

@implements(np.count_nonzero)
def _count_nonzero(a, axis=None, *, keepdims=False):
    return np.sum(convert(lift(a), np.bool_), axis, np.int64, keepdims=keepdims)


@implements(np.ptp)
def _ptp(a, axis=None, keepdims=False):
    return np.max(a, axis, keepdims=keepdims) - np.min(a, axis, keepdims=keepdims)


@implements(np.average)
def _average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if returned:
        refuse("numpy.average with returned=True cannot be traced")
    if weights is None:
        return np.mean(a, axis, keepdims=keepdims)
    a, weights = lift(a), lift(weights)
    if weights.shape != a.shape:
        if weights.ndim != 1 or not isinstance(axis, (int, np.integer)):
            raise ValueError("weights of another shape need one axis, and one dimension")
        weights = reshape(weights, (-1,) + (1,) * (a.ndim - 1 - normalize(axis, a.ndim)))
    dtype = np.average(np.ones(1, a.dtype), weights=np.ones(1, weights.dtype)).dtype
    weights = broadcast(convert(weights, dtype), a.shape)
    return np.sum(convert(a, dtype) * weights, axis, keepdims=keepdims) / np.sum(
        weights, axis, keepdims=keepdims)


def _without_nan(function, of, neutral):
    @implements(function)
    def reduce(a, axis=None, keepdims=False):
        a = lift(a)
        if not is_float(a.dtype):
            return of(a, axis, keepdims=keepdims)
        there = ~np.isnan(a)
        result = of(where(there, a, full_like(a, neutral)), axis, keepdims=keepdims)
        if np.isfinite(neutral):
            return result
        some = np.any(there, axis, keepdims=keepdims)
        return where(some, result, full_like(result, np.nan))

    return reduce


_without_nan(np.nansum, np.sum, 0)
_without_nan(np.nanprod, np.prod, 1)
_without_nan(np.nanmax, np.max, -np.inf)
_without_nan(np.nanmin, np.min, np.inf)


@implements(np.nanmean)
def _nanmean(a, axis=None, dtype=None, keepdims=False):
    a = lift(a)
    return np.mean(a, axis, dtype, keepdims=keepdims,
                   where=~np.isnan(a) if is_float(a.dtype) else True)


@implements(np.median)
def _median(a, axis=None, keepdims=False):
    a = lift(a)
    ones = [1] * a.ndim if axis is None else list(a.shape)
    x, at = (reshape(a, -1), 0) if axis is None else (a, normalize(axis, a.ndim))
    size = x.shape[at]
    x = sort_of(x, at)
    middle = _cut(x, at, (size - 1) // 2, size // 2 + 1)
    result = np.mean(middle, at)
    if is_float(a.dtype):  # NaN is sorted to the end.
        last = np.squeeze(_cut(x, at, size - 1, size), at)
        result = where(np.isnan(last), full_like(result, np.nan), result)
    if keepdims:
        ones[at] = 1
        result = reshape(result, ones)
    return result


@implements(np.interp)
def _interp(x, xp, fp, left=None, right=None):
    x, xp, fp = lift(x), lift(xp), lift(fp)
    if xp.ndim != 1 or xp.shape != fp.shape or not xp.size:
        raise ValueError("fp and xp are not of the same length.")
    if fp.dtype.kind == "c":
        refuse("numpy.interp of complex numbers cannot be traced")
    x, xp, fp = (convert(value, np.float64) for value in (x, xp, fp))
    flat = reshape(x, (-1, 1))
    before = sum_of(convert(broadcast(reshape(xp, (1, -1)), (x.size, xp.size)) <= flat,
                            np.int64), [1])
    low = np.clip(reshape(before, x.shape) - 1, 0, max(xp.size - 2, 0))
    high = np.minimum(low + 1, xp.size - 1)
    x0, x1, y0, y1 = (indexing.take(table, i, 0) for table in (xp, fp) for i in (low, high))
    width = where(x1 == x0, 1.0, x1 - x0)
    inner = where(x == x1, y1, y0 + (x - x0) * ((y1 - y0) / width))
    left = fp[0] if left is None else left
    right = fp[-1] if right is None else right
    return where(x < xp[0], left, where(x > xp[-1], right, inner))


@implements(np.convolve)
def _convolve(a, v, mode="full"):
    a, v = lift(a), lift(v)
    if a.ndim != 1 or v.ndim != 1 or not a.size or not v.size:
        raise ValueError("expected two arrays of one dimension that are not empty")
    if a.size < v.size:
        a, v = v, a
    m, n = a.size, v.size
    whole = np.pad(a, (n - 1, n - 1))
    places = np.arange(m + n - 1)[:, None] + np.arange(n)[None, :]
    full = np.dot(indexing.take(whole, places, 0), np.flip(v))
    begin, count = {"full": (0, m + n - 1), "same": ((n - 1) // 2, m),
                    "valid": (n - 1, m - n + 1)}[mode]
    return full[begin:begin + count]


# --- Parts --------------------------------------------------------------------------------

@implements(np.split)
def _split(ary, indices_or_sections, axis=0):
    ary = lift(ary)
    axis = normalize(axis, ary.ndim)
    places = indices_or_sections
    if isinstance(places, (int, np.integer)):
        if ary.shape[axis] % places:
            raise ValueError("array split does not result in an equal division")
        step = ary.shape[axis] // int(places)
        places = [i * step for i in range(1, int(places))]
    if is_traced(places):
        refuse("numpy.split at traced places cannot be traced; use xla_mlir.dynamic_slice")
    bounds = [0, *(int(i) for i in places), ary.shape[axis]]
    return [_cut(ary, axis, low, high) for low, high in zip(bounds, bounds[1:])]


@implements(np.column_stack)
def _column_stack(tup):
    arrays = [lift(a) for a in tup]
    return np.concatenate([a if a.ndim > 1 else reshape(a, (-1, 1)) for a in arrays], 1)


def _refuse_unknown_shape(*functions):
    for function in functions:
        def refused(*_, _name=function.__name__, **__):
            refuse(f"numpy.{_name} cannot be traced: values decide the shape of its result; "
                   "use numpy.where with three arguments, or where= of numpy.sum and others")

        implements(function)(refused)


_refuse_unknown_shape(np.nonzero, np.flatnonzero, np.argwhere, np.extract, np.compress,
                      np.unique)
