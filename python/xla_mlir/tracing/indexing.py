"""What subscripts of traced arrays become."""

import operator

import numpy as np

from .tracer import Tracer, is_traced, lift, refuse
from .ufuncs import compare, convert, dense, full_like, op, select

__all__ = ["dynamic_slice", "dynamic_update_slice", "get", "take"]


def get(x, index):
    """`x[index]`: numbers, traced ones too, slices, None, Ellipsis, and one array."""
    parts = list(index) if isinstance(index, tuple) else [index]
    if len(parts) == 1 and _is_mask(parts[0]) and np.ndim(parts[0]) > 1:
        return _take_masked(x, parts[0])
    taken = [i for i, part in enumerate(parts)
             if part is not None and part is not Ellipsis]
    if any(isinstance(part, (bool, np.bool_)) for part in parts):
        refuse("an index of booleans cannot be traced; use numpy.where")
    if len(taken) > x.ndim:
        refuse(f"too many indices for an array of shape {x.shape}")
    if not any(part is Ellipsis for part in parts):
        parts.append(Ellipsis)
    apart = _are_apart(parts)
    at = next(i for i, part in enumerate(parts) if part is Ellipsis)
    parts[at:at + 1] = [slice(None)] * (x.ndim - len(taken))
    parts = _find_masked(x, parts)
    arrays = [part for part in parts if _is_array(part)]
    if any(_is_mask(part) for part in parts):
        refuse("an index of booleans of several dimensions beside others cannot be traced")
    if len(arrays) > 1:
        refuse("an index of several arrays cannot be traced; use numpy.take")
    if any(part.dtype == np.bool_ for part in arrays if isinstance(part, Tracer)):
        refuse("an index of booleans that are traced cannot be traced: how many there are "
               "decides the shape; use numpy.where, or where= of numpy.sum and others")
    x = _take_scalars(x, parts)
    x = _slice(x, parts)
    axis = 0
    for part in parts:
        if part is None:
            x = np.expand_dims(x, axis)
            axis += 1
        elif _is_array(part):
            x = take(x, part, axis)
            if apart:
                x = np.moveaxis(x, range(axis, axis + np.ndim(part)), range(np.ndim(part)))
            axis += np.ndim(part)
        elif isinstance(part, slice):
            axis += 1
        else:
            x = np.squeeze(x, axis)
    return x


def _is_mask(part) -> bool:
    """Whether it is an array of booleans that are known."""
    return isinstance(part, np.ndarray) and part.dtype == np.bool_


def _fitting(mask, shape):
    if tuple(shape[:mask.ndim]) != mask.shape:
        refuse(f"an index of booleans of shape {mask.shape} does not fit dimensions of "
               f"{tuple(shape)}")
    return mask


def _find_masked(x, parts):
    """The parts with places for masks of one dimension."""
    found, axis = [], 0
    for part in parts:
        if _is_mask(part) and part.ndim == 1:
            part = np.flatnonzero(_fitting(part, x.shape[axis:]))
        found.append(part)
        axis += part is not None
    return found


def _take_masked(x, mask):
    """`x[mask]` of a mask of several dimensions."""
    flat = np.reshape(x, (-1,) + x.shape[_fitting(mask, x.shape).ndim:])
    return take(flat, np.flatnonzero(mask), 0)


def _are_apart(parts) -> bool:
    """Whether numbers and the array are not side by side: NumPy then puts the dimensions of
    the array first."""
    plain = [part is None or part is Ellipsis or isinstance(part, slice) for part in parts]
    if not any(_is_array(part) for part in parts):
        return False
    first, last = plain.index(False), len(plain) - plain[::-1].index(False)
    return any(plain[first:last])


def _is_array(part) -> bool:
    if isinstance(part, list):
        refuse("an index that is a list cannot be traced; pass numpy.array(...)")
    return isinstance(part, (np.ndarray, Tracer)) and np.ndim(part) > 0


def _axes(parts):
    """The parts that take a dimension, with its number."""
    return enumerate(part for part in parts if part is not None)


def _take_scalars(x, parts):
    """`x` with one element in the dimensions that a traced number indexes."""
    for axis, part in _axes(parts):
        if isinstance(part, Tracer) and not part.ndim:
            sizes = list(x.shape)
            sizes[axis] = 1
            starts = [0] * x.ndim
            starts[axis] = _wrap(part, x.shape[axis])
            x = dynamic_slice(x, starts, sizes)
    return x


def _number(part, size) -> int:
    try:
        number = operator.index(part)
    except TypeError:
        refuse(f"expected integers, slices, None, Ellipsis or an array as indices, got "
               f"{type(part).__name__}")
    if not -size <= number < size:
        refuse(f"index {number} is out of bounds for a dimension of {size}")
    return number % size


def _slice(x, parts):
    starts, limits, strides, reverse = [], [], [], []
    for axis, part in _axes(parts):
        size = x.shape[axis]
        if isinstance(part, slice):
            if is_traced(part.start, part.stop, part.step):
                refuse("a slice with traced bounds cannot be traced; use "
                       "xla_mlir.dynamic_slice")
            chosen = range(*part.indices(size))
            if len(chosen) and chosen.step < 0:
                reverse.append(axis)
                chosen = chosen[::-1]
            starts.append(chosen.start if len(chosen) else 0)
            limits.append(chosen[-1] + 1 if len(chosen) else 0)
            strides.append(chosen.step if len(chosen) else 1)
        elif _is_array(part) or isinstance(part, Tracer):
            starts.append(0), limits.append(size), strides.append(1)
        else:
            number = _number(part, size)
            starts.append(number), limits.append(number + 1), strides.append(1)
    shape = [-(-(limit - start) // stride)
             for start, limit, stride in zip(starts, limits, strides)]
    if tuple(shape) != x.shape:
        x = x._trace.emit("hlo.slice", [x], shape, x.dtype, {
            "start_indices": dense(starts), "limit_indices": dense(limits),
            "strides": dense(strides)})
    return np.flip(x, reverse) if reverse else x


def _wrap(index, size):
    """Numbers from the end on as numbers from the begin on."""
    if index.dtype.kind not in "iu":
        refuse(f"expected integers as indices, got {index.dtype}")
    index = convert(index, np.int64)
    return select(compare("LT", index, full_like(index, 0)),
                  op("add", index, full_like(index, size)), index)


def take(x, indices, axis):
    """The slices of `x` along `axis` that `indices` name. Those out of bounds, which
    NumPy refuses, are the last or first."""
    if not is_traced(indices):
        indices = np.asarray(indices)
        if indices.size and not (-x.shape[axis] <= indices.min()
                                 and indices.max() < x.shape[axis]):
            refuse(f"index out of bounds for a dimension of {x.shape[axis]}")
    indices = _wrap(lift(indices), x.shape[axis])
    lead = indices.ndim
    sizes = [1 if i == axis else n for i, n in enumerate(x.shape)]
    shape = x.shape[:axis] + indices.shape + x.shape[axis + 1:]
    offsets = [i for i in range(len(shape)) if not axis <= i < axis + lead]
    fields = ([f"offset_dims = {offsets}"] if offsets else []) + [
        f"collapsed_slice_dims = [{axis}], start_index_map = [{axis}], "
        f"index_vector_dim = {lead}"]
    return x._trace.emit("hlo.gather", [x, indices], shape, x.dtype, {
        "dimension_numbers": f"#hlo.gather<{', '.join(fields)}>",
        "slice_sizes": dense(sizes), "indices_are_sorted": "false"})


def _indices(starts):
    return [convert(lift(start), np.int64) for start in starts]


def dynamic_slice(x, starts, sizes):
    """`x[start:start + size, ...]` with starts that may be traced. One that leaves too
    few elements is moved."""
    x = lift(x)
    if len(starts) != x.ndim or len(sizes) != x.ndim:
        refuse(f"expected {x.ndim} starts and sizes, got {len(starts)} and {len(sizes)}")
    return x._trace.emit("hlo.dynamic_slice", [x, *_indices(starts)], sizes, x.dtype,
                        {"slice_sizes": dense(sizes)})


def dynamic_update_slice(x, update, starts):
    """`x` with `update` from `starts` on, which may be traced."""
    x = lift(x)
    update = convert(lift(update), x.dtype)
    if update.ndim != x.ndim or len(starts) != x.ndim:
        refuse(f"expected an update and starts of {x.ndim} dimensions")
    return x._trace.emit("hlo.dynamic_update_slice", [x, update, *_indices(starts)],
                        x.shape, x.dtype)
