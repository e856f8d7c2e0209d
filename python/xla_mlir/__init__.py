"""xla-mlir: tensor programs compiled by MLIR passes to native code."""

from ._mlir_libs._site_initialize_0 import version as __version__
from .executable import (Executable, TensorInfo, compile, set_thread_count,
                         thread_count)

__all__ = ["Executable", "TensorInfo", "__version__", "compile", "set_thread_count",
           "thread_count"]
