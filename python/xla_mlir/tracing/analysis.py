"""NumPy's functions on samples and fields that are made of others: differences, masks,
averages, interpolation."""

import math

import numpy as np

from . import indexing
from .functions import implements, normalize, normalize_axes, reshape, result_type, where
from .reductions import axes_of, kept, sort_of, sum_of
from .tracer import current_trace, is_traced, lift, refuse
from .ufuncs import broadcast, convert, full_like, is_float

__all__ = []


def _cut(a, axis, *bounds):
    """`a[bounds]` of the dimension `axis`."""
    return a[(slice(None),) * axis + (slice(*bounds),)]


# --- Differences and integrals -----------------------------------------------------------

@implements(np.diff)
def _diff(a, n=1, axis=-1):
    if n < 0:
        raise ValueError(f"expected n of 0 or more, got {n}")
    a = lift(a)
    axis = normalize(axis, a.ndim)
    for _ in range(n):
        first, second = _cut(a, axis, None, -1), _cut(a, axis, 1, None)
        a = first != second if a.dtype == np.bool_ else second - first
    return a


def _spacing(distance, size):
    """A distance as a number, or those between points."""
    distance = lift(distance)
    if not distance.ndim:
        return distance, None
    if distance.shape != (size,):
        raise ValueError(f"expected distances as a number or of shape ({size},), got shape "
                         f"{distance.shape}")
    if distance.dtype.kind in "iu":
        distance = convert(distance, np.float64)
    return None, _diff(distance)


def _gradient_along(f, distance, axis, edge_order):
    if f.shape[axis] < edge_order + 1:
        raise ValueError(f"expected {edge_order + 1} elements or more, got "
                         f"{f.shape[axis]}")
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
    # Whatever the distances are.
    dtype = f.dtype if f.dtype.kind in "fc" else np.dtype(np.float64)
    if f.dtype.kind in "iu":
        f = convert(f, dtype)
    axes = range(f.ndim) if axis is None else normalize_axes(axis, f.ndim)
    distances = varargs or (1.0,)
    if len(distances) == 1 and np.ndim(distances[0]) == 0:
        distances *= len(axes)
    if len(distances) != len(axes):
        raise TypeError(f"expected distances for {len(axes)} dimensions, got "
                        f"{len(distances)}")
    results = [convert(_gradient_along(f, d, i, edge_order), dtype)
               for d, i in zip(distances, axes)]
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
        raise ValueError(f"expected as many choices as conditions, got {len(choicelist)} and "
                         f"{len(condlist)}")
    conditions, choices = [lift(c) for c in condlist], [lift(c) for c in choicelist]
    result = lift(default)
    dtype = result_type(*choices, result)
    result = convert(result, dtype, wraps=True)
    for condition, choice in reversed(list(zip(conditions, choices))):
        if condition.dtype != np.bool_:
            raise TypeError(f"expected conditions of booleans, got {condition.dtype}")
        result = where(condition, convert(choice, dtype, wraps=True), result)
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
    # A float: differences of unsigned numbers, and the absolute value of the least one of
    # the others, would not be numbers of their type.
    b = convert(b, result_type(b, 1.0))
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
def _ptp(a, axis=None, out=None, keepdims=False):
    return np.max(a, axis, keepdims=keepdims) - np.min(a, axis, keepdims=keepdims)


@implements(np.average)
def _average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if returned:
        refuse("numpy.average with returned=True cannot be traced")
    if weights is None:
        return np.mean(a, axis, keepdims=keepdims)
    a, weights = lift(a), lift(weights)
    if weights.shape != a.shape:
        weights = _along(weights, a, axis)
    dtype = np.average(np.ones(1, a.dtype), weights=np.ones(1, weights.dtype)).dtype
    weights = broadcast(convert(weights, dtype), a.shape)
    return np.sum(convert(a, dtype) * weights, axis, keepdims=keepdims) / np.sum(
        weights, axis, keepdims=keepdims)


def _along(weights, a, axis):
    """Weights for the dimensions `axis` of `a`, as `a` has them."""
    if axis is None:
        raise TypeError(f"expected an axis, or weights of shape {a.shape}, got shape "
                        f"{weights.shape}")
    axes = normalize_axes(axis, a.ndim)
    expected = tuple(a.shape[i] for i in axes)
    if weights.shape != expected:
        raise ValueError(f"expected weights of shape {expected}, got {weights.shape}")
    weights = np.transpose(weights, np.argsort(axes))
    return reshape(weights, [n if i in axes else 1 for i, n in enumerate(a.shape)])


def _has_nan(a) -> bool:
    return is_float(a.dtype) or a.dtype.kind == "c"


def _number_or(a, neutral):
    """`a` with `neutral` in place of NaN."""
    return where(np.isnan(a), full_like(a, neutral), a) if _has_nan(a) else a


@implements(np.nansum)
def _nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=True):
    return np.sum(_number_or(lift(a), 0), axis, dtype, keepdims=keepdims, initial=initial,
                  where=where)


@implements(np.nanprod)
def _nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=1, where=True):
    return np.prod(_number_or(lift(a), 1), axis, dtype, keepdims=keepdims, initial=initial,
                   where=where)


def _extremum_without_nan(function, of, least):
    @implements(function)
    def reduce(a, axis=None, out=None, keepdims=False):
        a = lift(a)
        if not is_float(a.dtype):
            return of(a, axis, keepdims=keepdims)
        result = of(_number_or(a, least), axis, keepdims=keepdims)
        some = np.any(~np.isnan(a), axis, keepdims=keepdims)
        return where(some, result, full_like(result, np.nan))


_extremum_without_nan(np.nanmax, np.max, -np.inf)
_extremum_without_nan(np.nanmin, np.min, np.inf)


@implements(np.nanmean)
def _nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    a = lift(a)
    return np.mean(a, axis, dtype, keepdims=keepdims,
                   where=~np.isnan(a) if _has_nan(a) else True)


@implements(np.median)
def _median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    a = lift(a)
    if a.dtype.kind == "c":
        refuse("numpy.median of complex numbers cannot be traced; compare their parts")
    axes = axes_of(a, axis)
    rest = [i for i in range(a.ndim) if i not in axes]
    shape, size = [a.shape[i] for i in rest], math.prod(a.shape[i] for i in axes)
    x = reshape(np.transpose(a, rest + axes), [*shape, size])
    if size:
        x = sort_of(x, len(rest))
        result = np.mean(x[..., (size - 1) // 2:size // 2 + 1], -1)
        if is_float(a.dtype):  # NaN is sorted to the end.
            result = where(np.isnan(x[..., -1]), full_like(result, np.nan), result)
    else:
        result = current_trace().constant(np.full(shape, np.nan, np.mean(
            np.ones(1, a.dtype)).dtype))
    return kept(a, result, axes, keepdims)


@implements(np.interp)
def _interp(x, xp, fp, left=None, right=None):
    x, xp, fp = lift(x), lift(xp), lift(fp)
    if xp.ndim != 1 or xp.shape != fp.shape or not xp.size:
        raise ValueError(f"expected xp and fp of one dimension and length, got shapes "
                         f"{xp.shape} and {fp.shape}")
    if fp.dtype.kind == "c":
        refuse("numpy.interp of complex numbers cannot be traced")
    x, xp, fp = (convert(value, np.float64) for value in (x, xp, fp))
    flat = reshape(x, (-1, 1))
    before = sum_of(convert(broadcast(reshape(xp, (1, -1)), (x.size, xp.size)) <= flat,
                            np.int64), [1])
    at = reshape(before, x.shape) - 1
    inner = _between(x, xp, fp, at) if xp.size > 1 else broadcast(fp[0], x.shape)
    left = fp[0] if left is None else left
    right = fp[-1] if right is None else right
    return where(x < xp[0], left, where(x > xp[-1], right, inner))


def _between(x, xp, fp, at):
    """On the line through the points `at` and `at + 1` of those that lie around `x`."""
    low = np.clip(at, 0, xp.size - 2)
    x0, x1, y0, y1 = (indexing.take(table, i, 0) for table in (xp, fp)
                      for i in (low, low + 1))
    slope = (y1 - y0) / where(x1 == x0, 1.0, x1 - x0)
    # As NumPy has it, where infinities give no number: from the other point, then the value
    # that both have.
    line = slope * (x - x0) + y0
    line = where(np.isnan(line), slope * (x - x1) + y1, line)
    line = where(np.isnan(line) & (y0 == y1) & ~np.isnan(x), y0, line)
    return where(x == x1, y1, where(x == x0, y0, line))


@implements(np.convolve)
def _convolve(a, v, mode="full"):
    a, v = lift(a), lift(v)
    if a.ndim != 1 or v.ndim != 1 or not a.size or not v.size:
        raise ValueError("expected two arrays of one dimension that are not empty, got shapes "
                         f"{a.shape} and {v.shape}")
    if a.size < v.size:
        a, v = v, a
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"expected mode 'full', 'same' or 'valid', got {mode!r}")
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
            raise ValueError(f"expected parts of one size, got {places} of "
                             f"{ary.shape[axis]} elements")
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
