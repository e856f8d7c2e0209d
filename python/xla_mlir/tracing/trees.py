"""Nested arguments and results as flat lists: tuples, lists, dicts, named tuples, None."""

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
    leaves.append(tree)
    return "leaf"


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
    return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
