import dataclasses
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from . import ir

__all__ = ["CacheInfo", "CompileError", "Diagnostic", "Executable", "TensorInfo", "aot",
           "cache_clear", "cache_info", "compile", "load", "read_module",
           "set_thread_count", "thread_count"]

# Arrays of NumPy, and those that have DLPack.
_Array = Any
_Option = str | int | float | bool
_Path = str | os.PathLike[str]

class _Module(Protocol):
    """A module of `xla_mlir.ir`, or of another MLIR."""
    @property
    def operation(self) -> Any: ...

class _Lowered(Protocol):
    """What `lower` of a jitted function gives, JAX's or ours."""
    def as_text(self) -> str: ...
    def compile(self) -> Any: ...

class _Exported(Protocol):
    """What jax.export gives."""
    @property
    def mlir_module_serialized(self) -> bytes: ...

_Program = str | bytes | _Module | _Lowered | _Exported

class CacheInfo(NamedTuple):
    hits: int
    misses: int
    loaded: int
    kept: int
    part_hits: int
    parts_loaded: int
    parts_compiled: int
    files_rejected: int
    files_written: int
    bytes_kept: int

@dataclasses.dataclass(frozen=True)
class TensorInfo:
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    name: str
    element_type: int = ...
    def is_static(self) -> bool: ...
    @property
    def packed_bits(self) -> int: ...

@dataclasses.dataclass(frozen=True)
class Diagnostic:
    severity: str
    file: str
    line: int
    column: int
    message: str
    notes: tuple[Diagnostic, ...] = ...

class CompileError(ValueError):
    diagnostics: list[Diagnostic]
    message: str
    file: str
    line: int
    column: int
    notes: tuple[Diagnostic, ...]
    def __init__(self, text: str, messages: Sequence[tuple[Any, ...]] = ...) -> None: ...

class Executable:
    arguments: tuple[TensorInfo, ...]
    results: tuple[TensorInfo, ...]
    # An array, or a tuple of them where the program does not have one result.
    def __call__(self, *arguments: _Array, out: _Array | Sequence[_Array] | None = ...,
                 threads: int = ..., donate: bool | None = ...) -> Any: ...
    @property
    def is_dynamic(self) -> bool: ...
    def specialize(self, *arguments: _Array) -> Executable: ...
    @property
    def num_kernels(self) -> int: ...
    @property
    def arena_bytes(self) -> int: ...
    def metadata(self, key: str) -> str | None: ...
    @property
    def entries(self) -> list[str]: ...
    @property
    def options(self) -> str: ...

def compile(program: _Program, *, name: str = "program",
            progress: Callable[[str, int, int, float], object] | None = None,
            trace: _Path | None = None, **options: _Option) -> Executable: ...
def aot(program: _Program, path: _Path, *, name: str = "program",
        header: _Path | None = None, symbol: str | None = None,
        **options: _Option) -> None: ...
def read_module(program: _Program, *, name: str = "program") -> ir.Module: ...
def load(path: _Path, weights: _Path | None = None,
         entry: str | None = None) -> Executable: ...
def cache_info() -> CacheInfo: ...
def cache_clear() -> None: ...
def thread_count() -> int: ...
def set_thread_count(count: int) -> None: ...
