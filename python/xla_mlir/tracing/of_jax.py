"""Functions of JAX as programs, by JAX's own tracing."""

import functools
import operator
import traceback

import numpy as np

from .tracer import TraceError

__all__ = ["comes_from_jax", "get_settings", "lower_by_jax", "wants_numpy"]


@functools.cache
def get_settings():
    """What gives the settings of JAX that decide programs. It is asked in every call, so there
    is no Python in it."""
    import jax

    return functools.partial(operator.attrgetter(
        "jax_enable_x64", "jax_default_matmul_precision", "jax_numpy_dtype_promotion"),
        jax.config)


def lower_by_jax(function, leaves, donated=()):
    """The program that `function` of leaves is, and what makes its results of arrays.
    `donated`: numbers of leaves."""
    import jax

    lowered = jax.jit(lambda *values: function(values), keep_unused=True,
                      donate_argnums=donated).lower(*(
        leaf if isinstance(leaf, (bool, int, float, complex, np.ndarray, np.generic))
        else jax.ShapeDtypeStruct(leaf.shape, leaf.dtype,
                                  weak_type=getattr(leaf, "weak_type", False))
        for leaf in leaves))
    structure = lowered.out_tree
    return lowered.as_text(debug_info=True), lambda arrays: jax.tree_util.tree_unflatten(
        structure, arrays)


def comes_from_jax(error: BaseException) -> bool:
    """Whether JAX raised `error`, or called what did. Where JAX hides its own lines, it
    adds a note that says so."""
    while error is not None:
        callers = [frame.f_globals.get("__name__", "").partition(".")[0]
                   for frame, _ in traceback.walk_tb(error.__traceback__)]
        if isinstance(error, TraceError):  # JAX may have called who asked for it.
            callers = [name for name in callers if name not in ("xla_mlir", "numpy")][-1:]
        if "jax" in callers or any("JAX" in note for note in getattr(error, "__notes__", ())):
            return True
        error = error.__cause__ or error.__context__
    return False


def wants_numpy(error: BaseException) -> bool:
    """Whether JAX failed because the function it traced makes arrays of NumPy of what JAX
    traces, as all functions of NumPy do."""
    import jax

    return isinstance(error, jax.errors.TracerArrayConversionError)
