import dataclasses
import os
from typing import Any

from ..executable import Executable

__all__ = ["Compiled", "Lowered", "MemoryAnalysis"]

@dataclasses.dataclass(frozen=True)
class MemoryAnalysis:
    argument_size_in_bytes: int
    output_size_in_bytes: int
    temp_size_in_bytes: int
    alias_size_in_bytes: int = ...

class Lowered:
    is_of_jax: bool
    def as_text(self) -> str: ...
    def compile(self) -> Compiled: ...

class Compiled:
    executable: Executable
    gives_results: bool
    def __call__(self, *arguments: Any, **named: Any) -> Any: ...
    def aot(self, path: str | os.PathLike[str], *,
            header: str | os.PathLike[str] | None = None,
            symbol: str | None = None) -> None: ...
    def as_text(self, stage: str = "hlo-optimize") -> str: ...
    def cost_analysis(self) -> dict[str, float]: ...
    def memory_analysis(self) -> MemoryAnalysis: ...
