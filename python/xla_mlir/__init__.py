"""xla-mlir: tensor programs compiled by MLIR passes to native code."""

from ._mlir_libs._site_initialize_0 import version as __version__

__all__ = ["__version__"]
