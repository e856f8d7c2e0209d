from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

__all__ = ["cond", "dynamic_slice", "dynamic_update_slice", "scan", "while_loop"]

_T = TypeVar("_T")

# Arrays in any nesting of tuples, lists, dicts and named tuples.
def cond(pred: Any, true_fun: Callable[..., _T], false_fun: Callable[..., _T],
         *operands: Any) -> _T: ...
def while_loop(cond_fun: Callable[[_T], Any], body_fun: Callable[[_T], _T],
               init: _T) -> _T: ...
def scan(f: Callable[[_T, Any], tuple[_T, Any]], init: _T, xs: Any,
         length: int | None = None) -> tuple[_T, Any]: ...
def dynamic_slice(x: Any, starts: Sequence[Any],
                  sizes: Sequence[int]) -> np.ndarray[Any, Any]: ...
def dynamic_update_slice(x: Any, update: Any,
                         starts: Sequence[Any]) -> np.ndarray[Any, Any]: ...
