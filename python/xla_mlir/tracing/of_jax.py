"""Functions of JAX as programs, by JAX's own tracing."""

import numpy as np

__all__ = ["lower"]


def lower(function, leaves):
    """The program that `function` of leaves is, and what makes its results of arrays."""
    import jax

    lowered = jax.jit(lambda *values: function(values), keep_unused=True).lower(*(
        leaf if isinstance(leaf, (bool, int, float, complex, np.ndarray, np.generic))
        else jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) for leaf in leaves))
    structure = lowered.out_tree
    return lowered.as_text(debug_info=True), lambda arrays: jax.tree_util.tree_unflatten(
        structure, arrays)
