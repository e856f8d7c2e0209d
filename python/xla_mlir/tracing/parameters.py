"""Parameters of functions that options of `jit` name, by position or by name."""

import inspect
import operator

import numpy as np

__all__ = ["choose"]


def choose(function, kind: str, numbers, names) -> tuple:
    """Numbers and names of the parameters that the options `<kind>_argnums` and
    `<kind>_argnames` mean: one that has both is in both."""
    numbers = frozenset(map(operator.index, (numbers,) if isinstance(numbers, (int, np.integer))
                            else numbers))
    names = frozenset((names,) if isinstance(names, str) else names)
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        parameters = ()
    else:
        _check(parameters, kind, numbers, names)
    positions = [p.name for p in parameters
                 if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if numbers and min(numbers) < -len(positions):
        raise ValueError(f"expected {kind}_argnums of at least {-len(positions)}, got "
                         f"{min(numbers)}")
    numbers = frozenset(i + len(positions) if i < 0 else i for i in numbers)
    return (numbers | {positions.index(name) for name in names if name in positions},
            names | {positions[i] for i in numbers if i < len(positions)})


def _check(parameters, kind, numbers, names):
    """That there are parameters of these names and numbers."""
    kinds = {p.kind for p in parameters}
    known = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    wrong = sorted(names - set(known))
    if wrong and inspect.Parameter.VAR_KEYWORD not in kinds:
        raise ValueError(f"expected {kind}_argnames among {known}, got {wrong}")
    count = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
    most = max(numbers, default=-1)
    if most >= count and inspect.Parameter.VAR_POSITIONAL not in kinds:
        raise ValueError(f"expected {kind}_argnums of less than {count}, got {most}")
