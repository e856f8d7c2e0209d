from typing import Any

__all__ = ["load_library", "register_custom_call"]

def load_library(path: str) -> None: ...

# `function`: a ctypes function, an address, a capsule, or None.
def register_custom_call(target: str, function: Any, context: int = 0, *,
                         foreign: bool = False) -> None: ...
