"""What NumPy's functions on shapes and elements become, and products; `reductions` has
the rest."""

import inspect
import operator

import numpy as np

from . import indexing
from .tracer import (Literal, TraceError, Tracer, as_number, current_trace, is_traced, lift,
                     refuse)
from .ufuncs import broadcast, convert, dense, full_like, is_float, op, part, select

__all__ = ["call", "implements", "matmul", "normalize", "normalize_axes", "pad",
           "reshape"]

_TABLE = {}


def implements(*functions):
    def add(implementation):
        for function in functions:
            _TABLE[function] = implementation
        return implementation

    return add


def call(function, arguments, options):
    """NumPy's `function` on values of which one is traced."""
    name = function.__name__
    implementation = _TABLE.get(function)
    if implementation is None:
        refuse(f"{function.__module__}.{name} cannot be traced")
    # What stands at NumPy's default says nothing.
    options = {key: value for key, value in options.items()
               if value is not np._NoValue and not (key == "out" and value is None)}
    try:
        bound = inspect.signature(implementation).bind(*arguments, **options)
    except TypeError as error:
        refuse(f"numpy.{name} with these arguments cannot be traced: {error}")
    # Implementations take it, so that arguments by position are those of NumPy.
    if bound.arguments.get("out") is not None:
        refuse(f"numpy.{name} with out cannot be traced: arrays are not written to")
    try:
        return implementation(*arguments, **options)
    except TraceError:
        raise
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        refuse(f"numpy.{name}: {error}")


def _together(*values):
    """The values with the dtype and shape that NumPy would give them."""
    operands = [lift(value) for value in values]
    dtype = result_type(*operands)
    shape = np.broadcast_shapes(*(x.shape for x in operands))
    return [broadcast(convert(x, dtype, wraps=True), shape) for x in operands]


@implements(np.result_type)
def result_type(*values):
    return np.result_type(*(x.weak(0) if isinstance(x, Tracer) and x.weak else
                            x.dtype if isinstance(x, Tracer) else x for x in values))


@implements(np.shape)
def _shape(a):
    return a.shape


@implements(np.ndim)
def _ndim(a):
    return a.ndim


@implements(np.size)
def _size(a, axis=None):
    return a.size if axis is None else a.shape[normalize(axis, a.ndim)]


# --- Shapes --------------------------------------------------------------------------

@implements(np.reshape)
def reshape(a, shape, order="C"):
    if order != "C":
        refuse("numpy.reshape of another order than 'C' cannot be traced")
    a = lift(a)
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    # NumPy finds the size that is -1, and what does not fit.
    shape = np.broadcast_to(np.int8(0), a.shape).reshape(shape).shape
    return a if shape == a.shape else a._trace.emit("hlo.reshape", [a], shape, a.dtype)


@implements(np.ravel)
def _ravel(a, order="C"):
    return reshape(a, -1, order)


@implements(np.transpose)
def _transpose(a, axes=None):
    axes = range(a.ndim)[::-1] if axes is None else axes
    axes = [normalize(axis, a.ndim) for axis in axes]
    if sorted(axes) != list(range(a.ndim)):
        raise ValueError(f"expected axes as a permutation of {list(range(a.ndim))}, got {axes}")
    return a._trace.emit("hlo.transpose", [a], [a.shape[i] for i in axes], a.dtype,
                        {"permutation": dense(axes)})


def normalize(axis, ndim: int) -> int:
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim


def normalize_axes(axis, ndim: int) -> list:
    """The dimensions that `axis`, one or several, names; none twice."""
    axes = [normalize(i, ndim) for i in np.atleast_1d(axis)]
    if len(set(axes)) != len(axes):
        raise ValueError(f"expected each axis once, got {axis}")
    return axes


@implements(np.swapaxes)
def _swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    axis1, axis2 = normalize(axis1, a.ndim), normalize(axis2, a.ndim)
    axes[axis1], axes[axis2] = axis2, axis1
    return _transpose(a, axes)


@implements(np.moveaxis)
def _moveaxis(a, source, destination):
    sources, targets = (normalize_axes(axes, a.ndim) for axes in (source, destination))
    if len(sources) != len(targets):
        raise ValueError(f"expected as many destinations as sources, got {len(targets)} and "
                         f"{len(sources)}")
    axes = [i for i in range(a.ndim) if i not in sources]
    for target, source in sorted(zip(targets, sources)):
        axes.insert(target, source)
    return _transpose(a, axes)


@implements(np.expand_dims)
def _expand_dims(a, axis):
    return reshape(a, np.expand_dims(np.broadcast_to(np.int8(0), a.shape), axis).shape)


@implements(np.squeeze)
def _squeeze(a, axis=None):
    return reshape(a, np.squeeze(np.broadcast_to(np.int8(0), a.shape), axis).shape)


@implements(np.atleast_1d)
def _atleast_1d(*arys):
    arrays = [lift(a) for a in arys]
    results = tuple(a if a.ndim else reshape(a, (1,)) for a in arrays)
    return results[0] if len(results) == 1 else results


@implements(np.broadcast_to)
def _broadcast_to(array, shape):
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if np.broadcast_shapes(array.shape, shape) != shape:
        raise ValueError(f"cannot broadcast {array.shape} to {shape}")
    return broadcast(array, shape)


@implements(np.concatenate)
def _concatenate(arrays, axis=0, out=None):
    arrays = [lift(a) for a in arrays]
    if not arrays:
        raise ValueError("expected one array or more, got none")
    if axis is None:
        arrays, axis = [reshape(a, -1) for a in arrays], 0
    axis, dtype = normalize(axis, arrays[0].ndim), result_type(*arrays)
    shape = np.concatenate([np.broadcast_to(np.int8(0), a.shape) for a in arrays],
                           axis).shape
    return current_trace().emit("hlo.concatenate", [convert(a, dtype) for a in arrays],
                                shape, dtype, {"dimension": f"{axis} : i64"})


@implements(np.stack)
def _stack(arrays, axis=0, out=None):
    return _concatenate([_expand_dims(lift(a), axis) for a in arrays], axis)


@implements(np.vstack)
def _vstack(tup):
    arrays = [lift(a) for a in tup]
    return _concatenate([a if a.ndim > 1 else reshape(a, (1, -1)) for a in arrays])


@implements(np.hstack)
def _hstack(tup):
    arrays = [_atleast_1d(lift(a)) for a in tup]
    return _concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


@implements(np.flip)
def _flip(m, axis=None):
    axes = range(m.ndim) if axis is None else normalize_axes(axis, m.ndim)
    return m._trace.emit("hlo.reverse", [m], m.shape, m.dtype, {"dimensions": dense(axes)})


@implements(np.roll)
def _roll(a, shift, axis=None):
    if axis is None:
        return reshape(_roll(reshape(a, -1), shift, 0), a.shape)
    if is_traced(shift) and not shift.ndim:
        return _roll_along(a, shift, normalize(axis, a.ndim))
    if is_traced(shift):
        refuse("numpy.roll by a traced array of shifts cannot be traced; roll by one after "
               "the other")
    shifts = {}
    for one, along in np.broadcast(shift, axis):
        along = normalize(along, a.ndim)
        shifts[along] = shifts.get(along, 0) + int(one)
    for along, one in shifts.items():
        a = _roll_along(a, one, along)
    return a


def _roll_along(a, shift, axis):
    size = a.shape[axis]
    return a if size == 0 else _take(a, (np.arange(size) - shift) % size, axis)


@implements(np.pad)
def pad(array, pad_width, mode="constant", constant_values=0):
    if mode != "constant":
        refuse(f"numpy.pad of mode '{mode}' cannot be traced")
    widths = np.asarray(pad_width)
    if widths.dtype.kind not in "iu":
        raise TypeError(f"expected widths that are integers, got {widths.dtype}")
    if (widths < 0).any():
        raise ValueError(f"expected widths of 0 or more, got {pad_width}")
    widths = np.broadcast_to(widths, (array.ndim, 2))
    value = convert(lift(constant_values), array.dtype, wraps=True)
    if value.ndim:
        refuse("numpy.pad with several values cannot be traced")
    shape = [n + low + high for n, (low, high) in zip(array.shape, widths)]
    return array._trace.emit("hlo.pad", [array, value], shape, array.dtype, {
        "edge_padding_low": dense(widths[:, 0]), "edge_padding_high": dense(widths[:, 1]),
        "interior_padding": dense([0] * array.ndim)})


@implements(np.tile)
def _tile(A, reps):
    reps = np.atleast_1d(reps)
    a = reshape(A, (1,) * max(0, len(reps) - A.ndim) + A.shape)
    for axis, count in enumerate([1] * (a.ndim - len(reps)) + list(reps)):
        count = operator.index(count)
        if count < 0:
            raise ValueError(f"expected repetitions of 0 or more, got {count}")
        if count == 0:
            a = a[(slice(None),) * axis + (slice(0),)]
        elif count > 1:
            a = _concatenate([a] * count, axis)
    return a


@implements(np.repeat)
def _repeat(a, repeats, axis=None):
    a, axis = (reshape(a, -1), 0) if axis is None else (a, normalize(axis, a.ndim))
    return _take(a, np.repeat(np.arange(a.shape[axis]), repeats), axis)


@implements(np.take)
def _take(a, indices, axis=None, out=None):
    a, axis = (reshape(a, -1), 0) if axis is None else (a, axis)
    return indexing.take(lift(a), indices, normalize(axis, a.ndim))


@implements(np.tril)
def _tril(m, k=0):
    return where(np.tri(*m.shape[-2:], k=k, dtype=bool), m, np.zeros((), m.dtype))


@implements(np.triu)
def _triu(m, k=0):
    return where(np.tri(*m.shape[-2:], k=k - 1, dtype=bool), np.zeros((), m.dtype), m)


@implements(np.zeros_like)
def _zeros_like(a, dtype=None):
    return np.zeros(a.shape, dtype or a.dtype)


@implements(np.ones_like)
def _ones_like(a, dtype=None):
    return np.ones(a.shape, dtype or a.dtype)


@implements(np.full_like)
def _full_like(a, fill_value, dtype=None):
    dtype = np.dtype(dtype or a.dtype)
    if type(fill_value) is int:
        fill_value = as_number(fill_value, dtype)
    elif not is_traced(fill_value):
        with np.errstate(all="ignore"):
            fill_value = np.asarray(fill_value).astype(dtype)  # As NumPy does.
    return broadcast(convert(lift(fill_value), dtype), a.shape)


@implements(np.empty_like)
def _empty_like(prototype, dtype=None):
    return _zeros_like(prototype, dtype)


@implements(np.copy)
def _copy(a, order="K"):
    return a


# --- Elements -------------------------------------------------------------------------

@implements(np.where)
def where(condition, x=None, y=None):
    if x is None and y is None:
        refuse("numpy.where of one argument cannot be traced: values decide the shape of its "
               "result; give it three")
    condition = convert(lift(condition), np.bool_)
    x, y = _together(x, y)
    shape = np.broadcast_shapes(condition.shape, x.shape)
    return select(*(broadcast(v, shape) for v in (condition, x, y)))


@implements(np.clip)
def _clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    a = lift(a)
    a = convert(a, a.dtype)  # A number of Python is an array here.
    low, high = (min if a_min is None else a_min), (max if a_max is None else a_max)
    if a.dtype.kind in "iu":
        info = np.iinfo(a.dtype)
        # Such are no bounds of it; those beyond the other end are refused, as in NumPy.
        low = None if type(low) is int and low <= info.min else _saturated(low, info)
        high = None if type(high) is int and high >= info.max else _saturated(high, info)
    a = a if low is None else np.maximum(a, low)
    return a if high is None else np.minimum(a, high)


def _saturated(bound, info):
    """A traced integer of Python as the nearest one of a dtype."""
    if not isinstance(bound, Tracer) or bound.weak is not int or isinstance(bound, Literal):
        return bound
    limits = np.iinfo(np.int64)
    low = op("maximum", bound, full_like(bound, max(info.min, limits.min)))
    return convert(op("minimum", low, full_like(bound, min(info.max, limits.max))), info.dtype)


@implements(np.real)
def _real(val):
    return part("real", val) if val.dtype.kind == "c" else val


@implements(np.imag)
def _imag(val):
    return part("imag", val) if val.dtype.kind == "c" else full_like(val, 0)


@implements(np.round)
def _round(a, decimals=0, out=None):
    if decimals == 0:
        return a if a.dtype.kind in "iu" else np.rint(a)
    if not is_float(a.dtype):
        refuse(f"numpy.round of {a.dtype} to decimals cannot be traced")
    scale = 10.0 ** abs(decimals)
    return (np.rint(a * scale) / scale if decimals > 0 else np.rint(a / scale) * scale)


# --- Products -------------------------------------------------------------------------

def contract(a, b, batch, contracting):
    """Products over the pairs of dimensions `contracting`; `batch` come first."""
    kept = [[n for i, n in enumerate(x.shape)
             if i not in [pair[k] for pair in (*batch, *contracting)]]
            for k, x in enumerate((a, b))]
    shape = [a.shape[i] for i, _ in batch] + kept[0] + kept[1]
    fields = [f"{side}_{kind}_dimensions = {[int(pair[k]) for pair in pairs]}"
              for kind, pairs in (("batching", batch), ("contracting", contracting))
              if pairs for k, side in enumerate(("lhs", "rhs"))]
    order = ["lhs_batching", "rhs_batching", "lhs_contracting", "rhs_contracting"]
    fields.sort(key=lambda text: [text.startswith(name) for name in order].index(True))
    return a._trace.emit("hlo.dot_general", [a, b], shape, a.dtype, {
        "dot_dimension_numbers": f"#hlo.dot<{', '.join(fields)}>"})


def matmul(a, b):
    """NumPy's matmul of two tracers of one dtype."""
    if not a.ndim or not b.ndim:
        refuse("numpy.matmul of a scalar")
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        refuse(f"numpy.matmul: shapes {a.shape} and {b.shape} do not fit")
    if a.ndim == 1 or b.ndim == 1 or b.ndim == 2:
        # No pairs of matrices: one product does.
        last = b.ndim - 2 if b.ndim > 1 else 0
        return contract(a, b, [], [(a.ndim - 1, last)])
    try:
        lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError as error:
        refuse(f"numpy.matmul: {error}")
    a, b = broadcast(a, lead + a.shape[-2:]), broadcast(b, lead + b.shape[-2:])
    return contract(a, b, [(i, i) for i in range(len(lead))], [(a.ndim - 1, b.ndim - 2)])


def _factors(a, b):
    """Both with one dtype, to which Python's numbers count as arrays."""
    a, b = lift(a), lift(b)
    dtype = np.result_type(a.dtype, b.dtype)
    return convert(a, dtype), convert(b, dtype)


@implements(np.dot)
def _dot(a, b, out=None):
    a, b = _factors(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    last = b.ndim - 2 if b.ndim > 1 else 0
    if a.shape[-1] != b.shape[last]:
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit")
    return contract(a, b, [], [(a.ndim - 1, last)])


@implements(np.tensordot)
def _tensordot(a, b, axes=2):
    a, b = _factors(a, b)
    if isinstance(axes, (int, np.integer)):
        axes = range(a.ndim - axes, a.ndim), range(axes)
    pairs = [(normalize(i, a.ndim), normalize(j, b.ndim))
             for i, j in zip(*(np.atleast_1d(list(x) if isinstance(x, range) else x)
                               for x in axes))]
    if any(a.shape[i] != b.shape[j] for i, j in pairs):
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit in the dimensions {axes}")
    return contract(a, b, [], pairs)


@implements(np.outer)
def _outer(a, b, out=None):
    a, b = _factors(a, b)
    return reshape(a, (-1, 1)) * reshape(b, (1, -1))


@implements(np.inner)
def _inner(a, b):
    a, b = _factors(a, b)
    return _tensordot(a, b, ([-1], [-1])) if a.ndim and b.ndim else a * b
