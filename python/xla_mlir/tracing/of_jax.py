"""Functions of JAX as programs, by JAX's own tracing."""

import traceback

import numpy as np

__all__ = ["comes_from_jax", "lower_by_jax", "wants_numpy"]


def lower_by_jax(function, leaves):
    """The program that `function` of leaves is, and what makes its results of arrays."""
    import jax

    lowered = jax.jit(lambda *values: function(values), keep_unused=True).lower(*(
        leaf if isinstance(leaf, (bool, int, float, complex, np.ndarray, np.generic))
        else jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) for leaf in leaves))
    structure = lowered.out_tree
    return lowered.as_text(debug_info=True), lambda arrays: jax.tree_util.tree_unflatten(
        structure, arrays)


def comes_from_jax(error: BaseException) -> bool:
    """Whether JAX raised `error`, or called what did. Where JAX hides its own lines, it
    adds a note that says so."""
    while error is not None:
        if any("JAX" in note for note in getattr(error, "__notes__", ())) or any(
                frame.f_globals.get("__name__", "").partition(".")[0] == "jax"
                for frame, _ in traceback.walk_tb(error.__traceback__)):
            return True
        error = error.__cause__ or error.__context__
    return False


def wants_numpy(error: BaseException) -> bool:
    """Whether JAX failed because the function it traced makes arrays of NumPy of what JAX
    traces, as all functions of NumPy do."""
    import jax

    return isinstance(error, jax.errors.TracerArrayConversionError)
