from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, overload

from .stages import Lowered

__all__ = ["JitInfo", "jit"]

_P = ParamSpec("_P")
_Q = ParamSpec("_Q")
_R = TypeVar("_R")

class JitInfo(NamedTuple):
    hits: int
    misses: int
    kept: int

class _Jitted(Generic[_P, _R]):
    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> _R: ...
    @overload
    def __get__(self, instance: None, owner: Any = None) -> _Jitted[_P, _R]: ...
    @overload
    def __get__(self: _Jitted[Concatenate[Any, _Q], _R], instance: object,
                owner: Any = None) -> _Jitted[_Q, _R]: ...
    # Also of what has shape and dtype only.
    def lower(self, *arguments: Any, **named: Any) -> Lowered: ...
    def cache_info(self) -> JitInfo: ...
    def cache_clear(self) -> None: ...

@overload
def jit(function: Callable[_P, _R], *, static_argnums: int | Sequence[int] = (),
        static_argnames: str | Sequence[str] = (),
        donate_argnums: int | Sequence[int] = (),
        donate_argnames: str | Sequence[str] = (), name: str | None = None,
        **options: Any) -> _Jitted[_P, _R]: ...
@overload
def jit(function: None = None, *, static_argnums: int | Sequence[int] = (),
        static_argnames: str | Sequence[str] = (),
        donate_argnums: int | Sequence[int] = (),
        donate_argnames: str | Sequence[str] = (), name: str | None = None,
        **options: Any) -> Callable[[Callable[_P, _R]], _Jitted[_P, _R]]: ...
