"""Nested arguments and results as flat lists: tuples, lists, dicts, named tuples, None, and
where JAX is loaded what is registered with it (jax.tree_util)."""

import sys

__all__ = ["flatten", "unflatten"]


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
                getattr(tree, "default_factory", None))
    if not isinstance(tree, (bool, int, float, complex, str)) and not hasattr(tree, "dtype"):
        registered = _flatten_registered(tree)
        if registered:
            parts, kind = registered
            return (kind, tuple(_flatten(part, leaves) for part in parts))
    leaves.append(tree)
    return "leaf"


def _flatten_registered(tree):
    """Parts of what is registered with JAX, and what puts them together; None for others."""
    if "jax" not in sys.modules:
        return None
    flatten_tree = sys.modules["jax"].tree_util.tree_flatten
    parts, kind = flatten_tree(tree, is_leaf=lambda part: part is not tree)
    return None if len(parts) == 1 and parts[0] is tree else (parts, kind)


def unflatten(structure, leaves):
    """The tree whose leaves are those that the iterator `leaves` gives."""
    if structure is None:
        return None
    if structure == "leaf":
        return next(leaves)
    if len(structure) == 4:
        kind, keys, parts, factory = structure
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
