"""What `jit` makes of a function: a program, not yet compiled, and a compiled one."""

import dataclasses
import math
import re

import numpy as np

from .. import executable as _executable
from .. import ir, passmanager
from .tracer import refuse
from .trees import flatten

__all__ = ["Compiled", "Lowered", "MemoryAnalysis"]

#: The phases that `as_text` takes; docs/architecture.md says what they do.
STAGES = ("hlo-optimize", "fusion", "linalg", "codegen", "bufferize", "lower")


@dataclasses.dataclass(frozen=True)
class MemoryAnalysis:
    """Bytes of one call; `alias_size_in_bytes` of its results are in donated arguments."""

    argument_size_in_bytes: int
    output_size_in_bytes: int
    temp_size_in_bytes: int
    alias_size_in_bytes: int = 0


class Lowered:
    """A program that a function became, not yet compiled."""

    def __init__(self, text: str, structure, unflatten, name: str, options: dict,
                 is_of_jax: bool, donates: bool = False):
        self._text, self._structure, self._unflatten = text, structure, unflatten
        self._donates = donates
        self._name, self._options, self.is_of_jax = name, options, is_of_jax

    def as_text(self) -> str:
        """The program, as `compile` takes it."""
        return self._text

    def compile(self) -> "Compiled":
        program = _executable.compile(self._text, name=self._name, **self._options)
        if self._donates:
            program = _executable.Executable(program._program, donate=True)
        return Compiled(self, program)


class Compiled:
    """A compiled function for arguments of one signature."""

    def __init__(self, lowered: Lowered, program):
        self._lowered, self.executable = lowered, program
        self._arguments = program.arguments
        #: Whether the function returns what the program does: an array, or a tuple.
        self.gives_results = self._gives_results()

    def _gives_results(self) -> bool:
        count = len(self.executable.results)
        # Classes that are registered may look at their parts.
        markers = tuple(np.broadcast_to(np.zeros((), result.dtype), result.shape)
                        for result in self.executable.results)
        given = self._lowered._unflatten(markers)
        if count == 1:
            return given is markers[0]
        return type(given) is tuple and len(given) == count and all(
            one is marker for one, marker in zip(given, markers))

    def __call__(self, *arguments, **named):
        leaves, structure = flatten((arguments, named))
        if structure != self._lowered._structure:
            raise TypeError("expected arguments nested as those it was compiled for")
        return self._call(leaves)

    def _call(self, leaves):
        arrays = [_as_array(leaf, info) for leaf, info in zip(leaves, self._arguments)]
        if self._lowered.is_of_jax:  # Which has types of 64 bits only where asked to.
            arrays = [a.astype(info.dtype) if _is_wider(a, info) else a
                      for a, info in zip(arrays, self._arguments)]
        results = self.executable(*arrays)
        return self._lowered._unflatten(results if isinstance(results, tuple)
                                        else (results,))

    def aot(self, path, *, header=None, symbol=None) -> None:
        """Writes the program as a package (`.xla`), object (`.o`) or shared library
        (`.so`), by the name of the file; `header` and `symbol` are those of `aot`."""
        lowered = self._lowered
        options = {key: value for key, value in lowered._options.items()
                   if key not in ("progress", "trace")}  # They watch `compile`.
        _executable.aot(lowered._text, path, name=lowered._name, header=header,
                        symbol=symbol, **options)

    def as_text(self, stage: str = "hlo-optimize") -> str:
        """The program after a phase: one of hlo-optimize, fusion, linalg, codegen,
        bufferize, lower."""
        return str(self._at(stage))

    def _at(self, stage: str) -> ir.Module:
        if stage not in STAGES:
            raise ValueError(f"expected one of {', '.join(STAGES)} as stage, got {stage!r}")
        phases = STAGES[:STAGES.index(stage) + 1]
        # What decides code, without folders and limits of this process.
        options = ";".join(f"{key}={value}" for key, value in
                           _executable.parse_options(self.executable.options).items()
                           if key in ("cpu", "features", "triple", "opt-level", "numerics"))
        passes = ",".join(f'xla-{phase}-pipeline{{compile-options="{options}"}}'
                          for phase in phases)
        with ir.Context(), ir.Location.unknown():
            module = _executable.read_module(self._lowered.as_text(),
                                             name=self._lowered._name)
            passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)
            return module

    def cost_analysis(self) -> dict:
        """What one call does, by counting in the optimised program: `flops`,
        `transcendentals`, and `bytes accessed` of arguments and results. Loops count as
        one turn."""
        return _count(self._at("hlo-optimize"), self.memory_analysis())

    def memory_analysis(self) -> MemoryAnalysis:
        def sizes(tensors):
            return sum(math.prod(t.shape) * t.dtype.itemsize for t in tensors)

        program = self.executable
        return MemoryAnalysis(sizes(program.arguments), sizes(program.results),
                              program.arena_bytes, program._program.donated_bytes)


_TRANSCENDENTAL = {"exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
                   "sine", "cosine", "tan", "tanh", "power", "sqrt", "rsqrt", "cbrt", "atan2"}
_ARITHMETIC = {"add", "subtract", "multiply", "divide", "negate", "abs", "maximum", "minimum",
               "remainder", "sign", "floor", "ceil", "compare", "select", "clamp", "and",
               "or", "xor", "not"}


def _count(module, memory: MemoryAnalysis) -> dict:
    flops = transcendentals = 0

    def visit(op):
        nonlocal flops, transcendentals
        name = op.name.removeprefix("hlo.")
        if name in _TRANSCENDENTAL:
            transcendentals += _elements(op.results[0])
        elif name in _ARITHMETIC:
            flops += _elements(op.results[0])
        elif name == "reduce":
            flops += sum(_elements(o) for o in op.operands) - sum(map(_elements, op.results))
        elif name == "dot_general":
            numbers = re.search(r"lhs_contracting_dimensions = \[([\d, ]*)\]",
                                str(op.attributes["dot_dimension_numbers"]))
            dims = numbers[1].split(",") if numbers else []
            sizes = op.operands[0].type.shape
            flops += 2 * _elements(op.results[0]) * math.prod(sizes[int(d)] for d in dims)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return {"flops": float(flops), "transcendentals": float(transcendentals),
            "bytes accessed": float(memory.argument_size_in_bytes
                                    + memory.output_size_in_bytes)}


def _elements(value) -> int:
    type_ = value.type
    return math.prod(type_.shape) if isinstance(type_, ir.RankedTensorType) else 1


#: What number of Python fits into which kind of dtype: those up to its own.
_KINDS = {bool: 0, "b": 0, int: 1, "i": 1, "u": 1, float: 2, "f": 2, complex: 3}


def _is_wider(array, info) -> bool:
    """Whether `array` is of twice the bits that an argument has, and otherwise the same."""
    return (isinstance(array, np.ndarray) and array.dtype.kind == info.dtype.kind in "iufc"
            and array.itemsize == 2 * info.dtype.itemsize
            and array.itemsize >= (16 if array.dtype.kind == "c" else 8))


def _as_array(leaf, info):
    """`leaf` as the program takes it: numbers become arrays; strided arrays, and those of
    another byte order, are copied."""
    if type(leaf) in (bool, int, float, complex):
        if _KINDS[type(leaf)] > _KINDS.get(info.dtype.kind, 3):
            raise TypeError(f"expected a number of dtype {info.dtype}, got {leaf!r}")
        try:
            return np.asarray(leaf, info.dtype)
        except OverflowError:
            remedy = ("pass numpy.uint64(...)" if info.dtype == np.int64 else
                      "pass an array of another dtype")
            refuse(f"expected integers of Python of {8 * info.dtype.itemsize} bits as "
                   f"arguments, got {leaf:#x}; {remedy}, or make the argument static")
    if isinstance(leaf, np.generic):
        return np.asarray(leaf)
    if isinstance(leaf, np.ndarray) and not leaf.dtype.isnative:
        return leaf.astype(leaf.dtype.newbyteorder("="), order="C")
    if isinstance(leaf, np.ndarray) and not leaf.flags.c_contiguous:
        return np.ascontiguousarray(leaf)
    return leaf
