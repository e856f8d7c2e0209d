import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .executable import Executable, _Option

__all__ = ["Snapshot", "read_snapshot"]

class Snapshot:
    arguments: tuple[tuple[np.ndarray[Any, Any], ...], ...]
    results: tuple[np.ndarray[Any, Any], ...] | None
    def __init__(self, content: bytes, name: str) -> None: ...
    def compile(self, **options: _Option) -> Executable: ...
    def check(self, results: Any | Sequence[Any]) -> None: ...
    def replay(self, **options: _Option) -> Any: ...

def read_snapshot(source: bytes | str | os.PathLike[str]) -> Snapshot: ...
