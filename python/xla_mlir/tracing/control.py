"""Branches and loops on traced values; outside of a trace, Python's own."""

import numpy as np

from . import indexing
from .tracer import Tracer, current_trace, is_traced, lift, refuse
from .trees import flatten, unflatten
from .ufuncs import convert

__all__ = ["cond", "dynamic_slice", "dynamic_update_slice", "scan", "while_loop"]


def _unflatten(structure, leaves):
    return unflatten(structure, iter(leaves))


def _aval(x):
    return x.shape, x.dtype


def _replace(trace, holder, name, operands, results) -> list:
    """The op whose regions `holder` has; results are as the tracers `results`."""
    op = trace.create(name, operands, [trace.type(*_aval(r)) for r in results],
                      regions=len(holder.regions))
    for old, new in zip(holder.regions, op.regions):
        old.blocks[0].append_to(new)
    holder.erase()
    return [Tracer(trace, value, *_aval(r)) for value, r in zip(op.results, results)]


def _finish(trace, block, results):
    with trace.inside(block):
        trace.create("hlo.return", results, [])


def cond(pred, true_fun, false_fun, *operands):
    """`true_fun(*operands)` if `pred` else `false_fun(*operands)`, where `pred` may be
    traced. Both must return the same nesting of arrays of the same shapes."""
    if not is_traced(pred):
        return true_fun(*operands) if pred else false_fun(*operands)
    trace = current_trace()
    pred = convert(lift(pred), np.bool_)
    if pred.shape:
        refuse(f"cond: expected a scalar, got shape {pred.shape}")
    holder = trace.create("hlo.if", [pred], [], regions=2)
    sides = []
    for region, function in zip(holder.regions, (true_fun, false_fun)):
        block, _ = trace.block(region, [])
        with trace.inside(block):
            leaves, structure = flatten(function(*operands))
            sides.append((block, [lift(leaf) for leaf in leaves], structure))
    (_, left, structure), (_, right, other) = sides
    if structure != other or any(a.shape != b.shape for a, b in zip(left, right)):
        refuse(f"cond: true_fun returns {_describe(left)}, false_fun {_describe(right)}")
    dtypes = [np.result_type(*(x.weak(0) if x.weak else x.dtype for x in pair))
              for pair in zip(left, right)]
    for block, leaves, _ in sides:
        with trace.inside(block):
            leaves[:] = [convert(x, dtype) for x, dtype in zip(leaves, dtypes)]
        _finish(trace, block, leaves)
    return _unflatten(structure, _replace(trace, holder, "hlo.if", [pred], left))


def _describe(leaves) -> str:
    return "(" + ", ".join(f"{x.dtype}{list(x.shape)}" for x in leaves) + ")"


def _carry(name, function, structure, before, tracers):
    """What `function` makes of the carry, as leaves of the same types."""
    leaves, other = flatten(function(_unflatten(structure, tracers)))
    leaves = [lift(leaf) for leaf in leaves]
    if other != structure or any(
            a.shape != b.shape or (a.dtype != b.dtype and a.weak is None)
            for a, b in zip(leaves, before)):
        refuse(f"{name}: expected the carry to stay {_describe(before)}, but it becomes "
               f"{_describe(leaves)}")
    return [convert(a, b.dtype) for a, b in zip(leaves, before)]


def while_loop(cond_fun, body_fun, init):
    """`init`, then `body_fun` of it again and again while `cond_fun` holds. The carry is
    any nesting of arrays; shapes and dtypes stay as they are in `init`."""
    trace = current_trace()
    if trace is None:
        while cond_fun(init):
            init = body_fun(init)
        return init
    leaves, structure = flatten(init)
    operands = [convert(x, x.dtype) for x in map(lift, leaves)]
    holder = trace.create("hlo.while", [], [], regions=2)
    avals = [_aval(x) for x in operands]
    block, tracers = trace.block(holder.regions[0], avals)
    with trace.inside(block):
        pred = convert(lift(cond_fun(_unflatten(structure, tracers))), np.bool_)
        if pred.shape:
            refuse(f"while_loop: expected cond_fun to give a scalar, got {pred.shape}")
    _finish(trace, block, [pred])
    block, tracers = trace.block(holder.regions[1], avals)
    with trace.inside(block):
        after = _carry("while_loop", body_fun, structure, operands, tracers)
    _finish(trace, block, after)
    return _unflatten(structure, _replace(trace, holder, "hlo.while", operands, operands))


def scan(f, init, xs, length=None):
    """`carry, y = f(carry, x)` for each `x` along the first axis of the arrays in `xs`,
    or `length` times with None. Returns the last carry, and the `y`s stacked."""
    leaves, structure = flatten(xs)
    lengths = {int(np.shape(x)[0]) for x in leaves} | ({length} - {None})
    if len(lengths) != 1:
        refuse(f"scan: expected one length, got {sorted(lengths)}")
    (length,) = lengths
    trace = current_trace()
    if trace is None:
        ys = []
        for i in range(length):
            init, y = f(init, _unflatten(structure, [np.asarray(x)[i] for x in leaves]))
            ys.append(y)
        if not ys:
            refuse("scan: no step, so that the results have no shape")
        columns = zip(*(flatten(y)[0] for y in ys))
        return init, _unflatten(flatten(ys[0])[1], [np.stack(c) for c in columns])
    xs = [lift(x) for x in leaves]

    def step(carry, i):
        return f(carry, _unflatten(structure, [x[i] for x in xs]))

    # A first look, for the shapes of the results; nothing of it stays.
    holder = trace.create("hlo.while", [], [], regions=1)
    block, tracers = trace.block(holder.regions[0], [((), np.dtype(np.int64))])
    with trace.inside(block):
        seen, form = flatten(step(init, tracers[0])[1])
        avals = [_aval(lift(y)) for y in seen]
    holder.erase()
    stacked = [trace.constant(np.zeros((length, *shape), dtype)) for shape, dtype in avals]

    def body(state):
        i, carry, ys = state
        carry, y = step(carry, i)
        y = [lift(leaf) for leaf in flatten(y)[0]]
        ys = [indexing.dynamic_update_slice(all_, np.expand_dims(one, 0),
                                            [i] + [0] * one.ndim)
              for all_, one in zip(ys, y)]
        return i + 1, carry, ys

    _, carry, ys = while_loop(lambda state: state[0] < length, body,
                              (np.int64(0), init, stacked))
    return carry, _unflatten(form, ys)


def dynamic_slice(x, starts, sizes):
    """`sizes` elements of `x` from `starts` on, which may be traced; a start that leaves
    too few is moved."""
    if is_traced(x, *starts):
        return indexing.dynamic_slice(x, starts, sizes)
    starts = [min(max(int(i), 0), n - size) for i, n, size in zip(starts, x.shape, sizes)]
    return x[tuple(slice(i, i + size) for i, size in zip(starts, sizes))]


def dynamic_update_slice(x, update, starts):
    """`x` with `update` in the place of what is there from `starts` on."""
    if is_traced(x, update, *starts):
        return indexing.dynamic_update_slice(x, update, starts)
    starts = [min(max(int(i), 0), n - size)
              for i, n, size in zip(starts, x.shape, np.shape(update))]
    result = np.array(x)
    result[tuple(slice(i, i + n) for i, n in zip(starts, np.shape(update)))] = update
    return result
