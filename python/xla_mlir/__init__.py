"""xla-mlir: tensor programs compiled by MLIR passes to native code."""

import ctypes as _ctypes
import os as _os
import sys as _sys


def _load():
    """Loads the library, which uses the system's protobuf. Where another package, such
    as TensorFlow, shows all the process its own, ours has to look at its own first."""
    flags = _sys.getdlopenflags()
    if hasattr(_ctypes.CDLL(None), "_ZTIN6google8protobuf11MessageLiteE"):
        _sys.setdlopenflags(flags | _os.RTLD_DEEPBIND)
    try:
        from . import _mlir_libs  # noqa: F401
    finally:
        _sys.setdlopenflags(flags)


_load()

from ._mlir_libs._site_initialize_0 import version as __version__  # noqa: E402
from .custom_calls import load_library, register_custom_call  # noqa: E402
from .executable import (CacheInfo, CompileError, Diagnostic,  # noqa: E402
                         Executable, TensorInfo, cache_clear, cache_info, compile,
                         load, set_thread_count, thread_count)

__all__ = ["CacheInfo", "CompileError", "Diagnostic", "Executable", "TensorInfo",
           "__version__", "cache_clear", "cache_info", "compile", "load",
           "load_library", "register_custom_call", "set_thread_count", "thread_count"]
