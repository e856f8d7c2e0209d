"""Nested arguments and results as flat lists: tuples, lists, dicts, named tuples, None, and
where JAX is loaded what is registered with it (jax.tree_util)."""

import dataclasses
import sys

import numpy as np

__all__ = ["count_leaves", "flatten", "make_key", "unflatten"]


def make_key(value):
    """What is equal for values that are equal and of the same types, in all their parts. Raises
    TypeError with the type of what cannot be hashed."""
    if isinstance(value, (tuple, frozenset)):
        kind = tuple if isinstance(value, tuple) else frozenset
        return type(value), kind(map(make_key, value))
    if isinstance(value, (float, complex, np.generic)):  # Zeros differ in sign.
        return type(value), repr(value)
    if isinstance(value, slice):
        return slice, tuple(map(make_key, (value.start, value.stop, value.step)))
    try:
        hash(value)
    except TypeError:
        raise TypeError(type(value).__name__) from None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        try:
            return type(value), value, tuple(
                make_key(getattr(value, f.name)) for f in dataclasses.fields(value) if f.compare)
        except TypeError:  # It says itself what its hash is.
            pass
    return type(value), value


def flatten(tree) -> tuple:
    """The leaves, and what puts them together again: hashable, equal for equal nesting."""
    leaves = []
    return leaves, _flatten(tree, leaves)


def _flatten(tree, leaves):
    if tree is None:
        return None
    if isinstance(tree, (tuple, list)):
        return (type(tree), tuple(_flatten(part, leaves) for part in tree))
    if isinstance(tree, dict):
        keys = tuple(sorted(tree, key=str))
        return (type(tree), keys, tuple(_flatten(tree[key], leaves) for key in keys),
                getattr(tree, "default_factory", None), tuple(map(make_key, keys)))
    if not isinstance(tree, (bool, int, float, complex, str)) and not _is_array(tree):
        registered = _flatten_registered(tree)
        if registered:
            parts, kind = registered
            return (kind, tuple(_flatten(part, leaves) for part in parts))
    leaves.append(tree)
    return "leaf"


def _is_array(leaf) -> bool:
    """Whether JAX need not be asked. What is registered may have a dtype, too."""
    return hasattr(leaf, "dtype") and type(leaf).__module__.partition(".")[0] in (
        "numpy", "jaxlib", "xla_mlir")


def _flatten_registered(tree):
    """Parts of what is registered with JAX, and what puts them together; None for others."""
    trees = sys.modules.get("jax.tree_util")
    if trees is None:
        return None
    parts, kind = trees.tree_flatten(tree, is_leaf=lambda part: part is not tree)
    return None if len(parts) == 1 and parts[0] is tree else (parts, kind)


def count_leaves(structure) -> int:
    """How many leaves a tree of this structure has."""
    if structure is None:
        return 0
    if structure == "leaf":
        return 1
    return sum(map(count_leaves, structure[2 if len(structure) == 5 else 1]))


def unflatten(structure, leaves):
    """The tree whose leaves are those that the iterator `leaves` gives."""
    if structure is None:
        return None
    if structure == "leaf":
        return next(leaves)
    if len(structure) == 5:
        kind, keys, parts, factory, _ = structure
        tree = kind.__new__(kind)  # Constructors differ: defaultdict, Counter.
        if factory is not None:
            tree.default_factory = factory
        for key, part in zip(keys, parts):
            tree[key] = unflatten(part, leaves)
        return tree
    kind, parts = structure
    parts = [unflatten(part, leaves) for part in parts]
    if not isinstance(kind, type):  # Of JAX.
        return kind.unflatten(parts)
    return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
