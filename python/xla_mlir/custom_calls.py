"""Functions for the custom calls of programs."""

import ctypes

from ._mlir_libs import _xla

__all__ = ["load_library", "register_custom_call"]

# What was registered from Python: compiled code calls it, nobody else owns it.
_kept = {}

load_library = _xla.load_library


def _address(function) -> int:
    """The address of a function given as a number, a ctypes function, or a
    capsule with its pointer."""
    if isinstance(function, int):
        return function
    if type(function).__name__ == "PyCapsule":
        api = ctypes.pythonapi
        api.PyCapsule_GetName.restype = ctypes.c_char_p
        api.PyCapsule_GetName.argtypes = [ctypes.py_object]
        api.PyCapsule_GetPointer.restype = ctypes.c_void_p
        api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
        return api.PyCapsule_GetPointer(function, api.PyCapsule_GetName(function))
    # Not whatever ctypes can cast: a string is an address to it too.
    if not isinstance(function, (ctypes.CFUNCTYPE(None).__base__, ctypes.c_void_p)):
        raise TypeError("expected a ctypes function, an address or a capsule, got "
                        f"{type(function).__name__}")
    return ctypes.cast(function, ctypes.c_void_p).value


def register_custom_call(target: str, function, context: int = 0, *,
                         foreign: bool = False) -> None:
    """Makes `function` what programs call by the name `target`; None removes it.

    It is an `int32_t (*)(void *context, const xla_custom_call *)` of
    xla_runtime.h, or has, if `foreign`, the form in which XLA itself calls functions
    of the `api_version` that programs state (xla_ffi.h); then it has no context.
    Threads may call it at once, and a ctypes callback takes the interpreter's lock
    each time.
    """
    if foreign and context:
        raise ValueError("expected no context for a function in a form of XLA's")
    address = 0 if function is None else _address(function)
    if foreign:
        _xla.register_foreign_call(target, address)
    else:
        _xla.register_custom_call(target, address, context)
    _kept[target] = function
