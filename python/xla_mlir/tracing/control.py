"""Branches and loops on traced values; outside of a trace, Python's own."""

import numpy as np

from . import indexing
from .functions import result_type
from .tracer import Tracer, current_trace, is_traced, lift, refuse
from .trees import flatten, unflatten
from .ufuncs import convert

__all__ = ["cond", "dynamic_slice", "dynamic_update_slice", "scan", "while_loop"]


_PYTHON = {"i": int, "f": float, "c": complex}


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
    return [Tracer(trace, value, *_aval(r), r.weak) for value, r in zip(op.results, results)]


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
    kinds = [(result_type(a, b), a.weak and b.weak) for a, b in zip(left, right)]
    for block, leaves, _ in sides:
        with trace.inside(block):
            leaves[:] = [_as(x, *kind) for x, kind in zip(leaves, kinds)]
        _finish(trace, block, leaves)
    return _unflatten(structure, _replace(trace, holder, "hlo.if", [pred], left))


def _describe(leaves) -> str:
    return "(" + ", ".join(f"{x.dtype}{list(x.shape)}" for x in leaves) + ")"


def _tracers(trace, region, like) -> tuple:
    """A block with arguments of the types of the tracers `like`, weak ones as well."""
    block, tracers = trace.block(region, [_aval(x) for x in like])
    for tracer, x in zip(tracers, like):
        tracer.weak = x.weak
    return block, tracers


def _carry(name, leaves, structure, other, before):
    """The carry that a body gives, as `leaves`, with the types of the one before."""
    if other != structure or any(
            a.shape != b.shape or result_type(a, b) != b.dtype
            or (a.dtype != b.dtype and a.weak is None) for a, b in zip(leaves, before)):
        refuse(f"{name}: expected the carry to stay {_describe(before)}, but it becomes "
               f"{_describe(leaves)}")
    return [convert(a, b.dtype) for a, b in zip(leaves, before)]


def _settle(name, function, structure, carry):
    """The carry `carry`, where numbers of Python have the types that they take on in the
    loop; and what else `function` gives then. Nothing stays of these looks at it."""
    trace = current_trace()
    while True:
        holder = trace.create("hlo.while", [], [], regions=1)
        block, tracers = _tracers(trace, holder.regions[0], carry)
        with trace.inside(block):
            after, rest = function(_unflatten(structure, tracers))
            after, other = flatten(after)
            after = [lift(leaf) for leaf in after]
            wanted = [a if other == structure and b.weak and a.shape == b.shape
                      and (a.weak or a.dtype.kind != "b") else b
                      for a, b in zip(after, carry)]
            # The types alone: the values go with the block.
            kinds = [(result_type(a, b), a.weak and b.weak) for a, b in zip(wanted, carry)]
            rest = [_aval(lift(leaf)) for leaf in flatten(rest)[0]], flatten(rest)[1]
        holder.erase()
        if all(x.dtype == dtype and bool(x.weak) == bool(weak)
               for x, (dtype, weak) in zip(carry, kinds)):
            return carry, rest
        carry = [_as(x, dtype, weak) for x, (dtype, weak) in zip(carry, kinds)]


def _as(x, dtype, weak):
    """`x` with another dtype; a number of Python still if `weak`."""
    x = convert(x, dtype)
    x.weak = _PYTHON[dtype.kind] if weak else None
    return x


def _loop(name, cond_fun, body_fun, structure, operands):
    """The loop on a carry that keeps its types."""
    trace = current_trace()
    holder = trace.create("hlo.while", [], [], regions=2)
    block, tracers = _tracers(trace, holder.regions[0], operands)
    with trace.inside(block):
        pred = convert(lift(cond_fun(_unflatten(structure, tracers))), np.bool_)
        if pred.shape:
            refuse(f"{name}: expected cond_fun to give a scalar, got {pred.shape}")
    _finish(trace, block, [pred])
    block, tracers = _tracers(trace, holder.regions[1], operands)
    with trace.inside(block):
        leaves, other = flatten(body_fun(_unflatten(structure, tracers)))
        after = _carry(name, [lift(leaf) for leaf in leaves], structure, other, operands)
    _finish(trace, block, after)
    return _unflatten(structure, _replace(trace, holder, "hlo.while", operands, operands))


def while_loop(cond_fun, body_fun, init):
    """`init`, then `body_fun` of it again and again while `cond_fun` holds. The carry is
    any nesting of arrays; shapes and dtypes stay as they are in `init`, but numbers of
    Python there take on the dtype that the body gives them."""
    if current_trace() is None:
        while cond_fun(init):
            init = body_fun(init)
        return init
    leaves, structure = flatten(init)
    operands = [lift(leaf) for leaf in leaves]
    if any(x.weak for x in operands):
        operands, _ = _settle("while_loop", lambda carry: (body_fun(carry), None), structure,
                              operands)
    return _loop("while_loop", cond_fun, body_fun, structure, operands)


def scan(f, init, xs, length=None):
    """`carry, y = f(carry, x)` for each `x` along the first axis of the arrays in `xs`,
    or `length` times with None. Returns the last carry, and the `y`s stacked. Numbers of
    Python in `init` take on the dtype that `f` gives them."""
    leaves, structure = flatten(xs)
    if not all(np.ndim(x) for x in leaves):
        refuse("scan: expected arrays of at least one dimension, got a scalar")
    lengths = {int(np.shape(x)[0]) for x in leaves} | ({length} - {None})
    if len(lengths) != 1:
        refuse(f"scan: expected one length, got {sorted(lengths)}")
    (length,) = lengths
    if length < 1:
        refuse(f"scan: expected a length of at least 1, got {length}: without a step the "
               "results have no shape")
    trace = current_trace()
    if trace is None:
        ys = []
        for i in range(length):
            init, y = f(init, _unflatten(structure, [np.asarray(x)[i] for x in leaves]))
            ys.append(y)
        columns = zip(*(flatten(y)[0] for y in ys))
        return init, _unflatten(flatten(ys[0])[1], [np.stack(c) for c in columns])
    xs = [lift(x) for x in leaves]

    def step(carry, i):
        return f(carry, _unflatten(structure, [x[i] for x in xs]))

    carry, nesting = flatten(init)
    carry, (avals, form) = _settle("scan", lambda carry: step(
        carry, lift(np.int64(0))), nesting, [lift(leaf) for leaf in carry])
    stacked = [trace.constant(np.zeros((length, *shape), dtype)) for shape, dtype in avals]

    def body(state):
        i, carry, ys = state
        carry, y = step(carry, i)
        y = [lift(leaf) for leaf in flatten(y)[0]]
        ys = [indexing.dynamic_update_slice(all_, np.expand_dims(one, 0),
                                            [i] + [0] * one.ndim)
              for all_, one in zip(ys, y)]
        return i + 1, carry, ys

    start, whole = flatten((np.int64(0), _unflatten(nesting, carry), stacked))
    _, carry, ys = _loop("scan", lambda state: state[0] < length, body, whole,
                         [lift(leaf) for leaf in start])
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
