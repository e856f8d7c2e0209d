"""xla-mlir: tensor programs compiled by MLIR passes to native code."""

from ._mlir_libs._site_initialize_0 import version as __version__
from .custom_calls import load_library, register_custom_call
from .executable import (Executable, TensorInfo, compile, set_thread_count,
                         thread_count)

__all__ = ["Executable", "TensorInfo", "__version__", "compile", "load_library",
           "register_custom_call", "set_thread_count", "thread_count"]
