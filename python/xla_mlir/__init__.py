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
                         Executable, TensorInfo, aot, cache_clear, cache_info,
                         compile, load, read_module, set_thread_count,
                         thread_count)
from .snapshot import Snapshot, read_snapshot  # noqa: E402
from .tracing.control import (cond, dynamic_slice,  # noqa: E402
                              dynamic_update_slice, scan, while_loop)
from .tracing.jit import jit  # noqa: E402
from .tracing.tracer import TraceError  # noqa: E402

__all__ = ["CacheInfo", "CompileError", "Diagnostic", "Executable", "Snapshot", "TensorInfo",
           "TraceError",
           "__version__", "aot", "cache_clear", "cache_info", "compile", "cond",
           "dynamic_slice", "dynamic_update_slice", "jit", "load",
           "load_library", "read_module", "read_snapshot", "register_custom_call", "scan",
           "set_thread_count", "thread_count", "while_loop"]
