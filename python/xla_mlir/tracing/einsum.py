"""numpy.einsum, and what else is said by the names of dimensions."""

import itertools
import string

import numpy as np

from .functions import contract, implements, normalize, reshape
from .reductions import sum_of
from .tracer import lift, refuse
from .ufuncs import broadcast, convert

__all__ = ["diagonal"]


def diagonal(x, first, second, offset=0):
    """The elements where the dimensions `first` and `second` are `offset` apart, as the
    last dimension."""
    x = np.moveaxis(x, (first, second), (-2, -1))
    rows, columns = x.shape[-2:]
    begin = -offset * columns if offset < 0 else offset
    count = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    flat = reshape(x, x.shape[:-2] + (rows * columns,))
    return flat[..., begin:begin + (count - 1) * (columns + 1) + 1 if count else begin:
                columns + 1]


@implements(np.diagonal)
def _diagonal(a, offset=0, axis1=0, axis2=1):
    return diagonal(a, normalize(axis1, a.ndim), normalize(axis2, a.ndim), offset)


@implements(np.trace)
def _trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return np.sum(_diagonal(a, offset, axis1, axis2), -1, dtype)


@implements(np.diag)
def _diag(v, k=0):
    if v.ndim == 2:
        return _diagonal(v, k)
    if v.ndim != 1:
        raise ValueError(f"expected an array of 1 or 2 dimensions, got {v.ndim}")
    n = v.size + abs(k)
    # Each row holds its element, then as many zeros as lead to the next one's place.
    rows = np.pad(reshape(v, (-1, 1)), ((0, 0), (0, n)))
    flat = reshape(rows, -1)[:v.size * n] if v.size else reshape(rows, -1)
    square = reshape(flat, (v.size, n))
    return np.pad(square, ((max(-k, 0), n - v.size - max(-k, 0)), (0, 0))) if k <= 0 else \
        np.pad(np.roll(square, k, 1), ((0, n - v.size), (0, 0)))


class _Term:
    """An operand with a label for each dimension."""

    def __init__(self, x, labels):
        self.x, self.labels = x, list(labels)

    def take_diagonals(self):
        """Gives each label one dimension."""
        for label in dict.fromkeys(self.labels):
            while self.labels.count(label) > 1:
                first = self.labels.index(label)
                second = self.labels.index(label, first + 1)
                if self.x.shape[first] != self.x.shape[second]:
                    raise ValueError(f"dimensions of label '{label}' do not fit")
                self.x = diagonal(self.x, first, second)
                self.labels = [one for i, one in enumerate(self.labels)
                               if i not in (first, second)] + [label]

    def drop_ones(self, sizes):
        """Leaves out dimensions of 1 that others have more of."""
        kept = [i for i, label in enumerate(self.labels)
                if self.x.shape[i] == sizes[label]]
        self.x = reshape(self.x, [self.x.shape[i] for i in kept])
        self.labels = [self.labels[i] for i in kept]

    def sum_all_but(self, needed):
        """Sums over the labels that are not in `needed`."""
        axes = tuple(i for i, label in enumerate(self.labels) if label not in needed)
        if axes:
            self.x = sum_of(self.x, axes)
            self.labels = [label for label in self.labels if label in needed]

    def times(self, other, needed):
        """The product, summed over what both have and nobody needs."""
        common = [label for label in self.labels if label in other.labels]
        pairs = {label: (self.labels.index(label), other.labels.index(label))
                 for label in common}
        batch = [label for label in common if label in needed]
        contracted = [label for label in common if label not in needed]
        x = contract(self.x, other.x, [pairs[i] for i in batch],
                     [pairs[i] for i in contracted])
        return _Term(x, batch + [i for i in self.labels if i not in common]
                     + [i for i in other.labels if i not in common])


def _read(subscripts, operands):
    """The labels of each operand, and of the result. Those of `...` are numbers, counted
    from the last."""
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    texts = inputs.split(",")
    if len(texts) != len(operands):
        raise ValueError(f"expected {len(texts)} operands for '{subscripts}', got "
                         f"{len(operands)}")
    terms, most = [], 0
    for text, x in zip(texts, operands):
        named = text.replace("...", "")
        if not set(named) <= set(string.ascii_letters) or text.count("...") > 1:
            raise ValueError(f"invalid subscripts '{text}'")
        more = x.ndim - len(named)
        if more < 0 or (more and "..." not in text):
            raise ValueError(f"'{text}' does not fit an array of {x.ndim} dimensions")
        before, dots, behind = text.partition("...")
        most = max(most, more)
        terms.append([*before, *(range(more, 0, -1) if dots else ()), *behind])
    rest = list(range(most, 0, -1))
    if not arrow:
        names = list(itertools.chain(*terms))
        return terms, rest + sorted(name for name in set(names) if isinstance(name, str)
                                    and names.count(name) == 1)
    before, dots, behind = output.partition("...")
    if most and not dots:
        raise ValueError(f"expected '...' in the result '{output}', for the dimensions that "
                         "it stands for in operands")
    result = [*before, *(rest if dots else ()), *behind]
    if len(set(result)) != len(result) or not set(result) <= set(itertools.chain(*terms)):
        raise ValueError(f"invalid subscripts of the result '{output}'")
    return terms, result


@implements(np.einsum)
def _einsum(*operands, optimize=False, dtype=None, order="K", casting="safe"):
    subscripts, *operands = operands
    if not isinstance(subscripts, str):
        refuse("numpy.einsum without subscripts as a string cannot be traced")
    operands = [lift(x) for x in operands]
    labels, result = _read(subscripts, operands)
    wanted = np.dtype(dtype) if dtype is not None else np.result_type(
        *(x.dtype for x in operands))  # Python's numbers count as arrays.
    if wanted.kind == "b":
        refuse("numpy.einsum of booleans cannot be traced; use numpy.any of their products")
    for x in operands:
        if not np.can_cast(x.dtype, wanted, casting):
            refuse(f"numpy.einsum: {x.dtype} to {wanted} is not a cast of the kind "
                   f"'{casting}'; pass casting='unsafe'")
    terms = [_Term(convert(x, wanted), names) for x, names in zip(operands, labels)]
    sizes = {}
    for term in terms:
        term.take_diagonals()
        for label, size in zip(term.labels, term.x.shape):
            if sizes.setdefault(label, size) == 1:
                sizes[label] = size
            if size not in (1, sizes[label]):
                raise ValueError(f"dimensions of label '{label}' do not fit: {size} and "
                                 f"{sizes[label]}")
    for term in terms:
        term.drop_ones(sizes)
    whole = terms.pop(0)
    while True:
        needed = set(result).union(*(term.labels for term in terms))
        whole.sum_all_but(needed)
        if not terms:
            break
        term = terms.pop(0)
        later = set(result).union(*(one.labels for one in terms))
        term.sum_all_but(later | set(whole.labels))
        whole = whole.times(term, later)
    return np.transpose(whole.x, [whole.labels.index(label) for label in result])


@implements(np.vdot)
def _vdot(a, b):
    a, b = reshape(lift(a), -1), reshape(lift(b), -1)
    return np.dot(np.conjugate(a) if a.dtype.kind == "c" else a, b)


@implements(np.kron)
def _kron(a, b):
    a, b = lift(a), lift(b)
    ndim = max(a.ndim, b.ndim)
    a, b = (reshape(x, (1,) * (ndim - x.ndim) + x.shape) for x in (a, b))
    shape = [m * n for m, n in zip(a.shape, b.shape)]
    left = reshape(a, [n for size in a.shape for n in (size, 1)])
    right = reshape(b, [n for size in b.shape for n in (1, size)])
    return reshape(left * right, shape)


@implements(np.cross)
def _cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = np.moveaxis(lift(a), axisa, -1), np.moveaxis(lift(b), axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        refuse("numpy.cross of vectors of another length than 3 cannot be traced")
    x, y = [a[..., i] for i in range(3)], [b[..., i] for i in range(3)]
    parts = [x[i] * y[j] - x[j] * y[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return np.stack(parts, axisc)


@implements(np.broadcast_arrays)
def _broadcast_arrays(*args):
    operands = [lift(x) for x in args]
    shape = np.broadcast_shapes(*(x.shape for x in operands))
    return tuple(broadcast(x, shape) for x in operands)
