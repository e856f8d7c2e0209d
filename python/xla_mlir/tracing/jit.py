"""`jit`: a function of NumPy or JAX as a function that compiles itself."""

import collections
import dataclasses
import functools
import inspect
import math
import re
import weakref

import numpy as np

from .. import executable as _executable
from .. import ir, passmanager
from .tracer import Trace, is_traced, lift, refuse
from .trees import flatten, unflatten
from .ufuncs import convert

__all__ = ["Compiled", "JitInfo", "Lowered", "MemoryAnalysis", "jit"]

#: Calls whose signature was known, and others; programs that are kept.
JitInfo = collections.namedtuple("JitInfo", "hits misses kept")

#: The phases that `as_text` takes; docs/architecture.md says what they do.
STAGES = ("hlo-optimize", "fusion", "linalg", "codegen", "bufferize", "lower")


@dataclasses.dataclass(frozen=True)
class MemoryAnalysis:
    """Bytes of one call."""

    argument_size_in_bytes: int
    output_size_in_bytes: int
    temp_size_in_bytes: int


class Lowered:
    """A program that a function became, not yet compiled."""

    def __init__(self, text: str, structure, unflatten, name: str, options: dict,
                 is_of_jax: bool):
        self._text, self._structure, self._unflatten = text, structure, unflatten
        self._name, self._options, self.is_of_jax = name, options, is_of_jax

    def as_text(self) -> str:
        """The program, as `compile` takes it."""
        return self._text

    def compile(self) -> "Compiled":
        program = _executable.compile(self._text, name=self._name, **self._options)
        return Compiled(self, program)


class Compiled:
    """A compiled function for arguments of one signature."""

    def __init__(self, lowered: Lowered, program):
        self._lowered, self.executable = lowered, program
        self._arguments = program.arguments
        marker = object()
        #: Whether the function returns an array, not a nesting.
        self.gives_one_array = len(program.results) == 1 and lowered._unflatten(
            [marker]) is marker

    def __call__(self, *arguments, **named):
        leaves, structure = flatten((arguments, named))
        if structure != self._lowered._structure:
            raise TypeError("expected arguments nested as those it was compiled for")
        return self._call(leaves)

    def _call(self, leaves):
        arrays = [_as_array(leaf, info) for leaf, info in zip(leaves, self._arguments)]
        results = self.executable(*arrays)
        return self._lowered._unflatten(results if isinstance(results, tuple)
                                        else (results,))

    def aot(self, path) -> None:
        """Writes the program as a package (`.xla`), object (`.o`) or shared library
        (`.so`), by the name of the file."""
        lowered = self._lowered
        options = {key: value for key, value in lowered._options.items()
                   if key not in ("progress", "trace")}  # They watch `compile`.
        _executable.aot(lowered._text, path, name=lowered._name, **options)

    def as_text(self, stage: str = "hlo-optimize") -> str:
        """The program after a phase: one of hlo-optimize, fusion, linalg, codegen,
        bufferize, lower."""
        return str(self._at(stage))

    def _at(self, stage: str) -> ir.Module:
        if stage not in STAGES:
            raise ValueError(f"expected one of {', '.join(STAGES)} as stage, got {stage!r}")
        if self._lowered.is_of_jax:
            raise ValueError("expected a function of NumPy: the phases of programs of JAX "
                             "are shown by xla-compile --stop-after")
        phases = STAGES[:STAGES.index(stage) + 1]
        # What decides code, without folders and limits of this process.
        options = ";".join(f"{key}={value}" for key, value in
                           _executable.parse_options(self.executable.options).items()
                           if key in ("cpu", "features", "triple", "opt-level", "numerics"))
        passes = ",".join(f'xla-{phase}-pipeline{{compile-options="{options}"}}'
                          for phase in phases)
        with ir.Context(), ir.Location.unknown():
            module = ir.Module.parse(self._lowered.as_text())
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
                              program.arena_bytes)


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


def _as_array(leaf, info):
    """`leaf` as the program takes it: numbers become arrays; strided arrays, and those of
    another byte order, are copied."""
    if type(leaf) in (bool, int, float, complex):
        try:
            return np.asarray(leaf, info.dtype)
        except OverflowError:
            refuse(f"expected integers of Python of 64 bits as arguments, got {leaf:#x}; pass "
                   "numpy.uint64(...), or make the argument static")
    if isinstance(leaf, np.ndarray) and not leaf.dtype.isnative:
        return leaf.astype(leaf.dtype.newbyteorder("="), order="C")
    if isinstance(leaf, np.ndarray) and not leaf.flags.c_contiguous:
        return np.ascontiguousarray(leaf)
    return leaf


def _signature(leaf):
    """What of an argument decides the program."""
    if type(leaf) in (bool, int, float, complex):
        return type(leaf)
    if isinstance(leaf, np.generic) or type(leaf) in (np.ndarray, np.memmap):
        dtype = leaf.dtype
        return leaf.shape, dtype if dtype.isnative else dtype.newbyteorder("=")
    if isinstance(leaf, np.ndarray):  # Operators of a matrix, say, mean something else.
        raise TypeError(f"expected a numpy.ndarray, got {type(leaf).__name__}; pass "
                        "numpy.asarray(...)")
    shape, dtype = getattr(leaf, "shape", None), getattr(leaf, "dtype", None)
    if shape is None or dtype is None:
        raise TypeError(f"expected an array or a number, got {type(leaf).__name__}; "
                        "other arguments have to be static")
    return tuple(shape), _as_dtype(leaf, dtype)


def _static_key(value, name):
    """What of a static argument decides the program: values that are equal may differ in
    type or in the sign of zero."""
    if isinstance(value, (tuple, frozenset)):
        kind = tuple if isinstance(value, tuple) else frozenset
        return type(value), kind(_static_key(part, name) for part in value)
    if isinstance(value, (float, complex, np.generic)):
        return type(value), repr(value)
    try:
        hash(value)
    except TypeError:
        raise TypeError(f"expected static argument {name!r} to be hashable, got "
                        f"{type(value).__name__}") from None
    return type(value), value


def _as_dtype(leaf, dtype):
    try:
        return np.dtype(dtype)
    except TypeError:  # Of another package.
        return np.from_dlpack(leaf).dtype


def _is_of_jax(function, leaves) -> bool:
    return hasattr(function, "lower") and hasattr(function, "trace") or any(
        type(leaf).__module__.partition(".")[0] in ("jax", "jaxlib") for leaf in leaves)


class _Jitted:
    """What `jit` gives."""

    def __init__(self, function, static_argnums, static_argnames, name, options):
        functools.update_wrapper(self, function)
        self._function, self._options = function, options
        self._name = name or getattr(function, "__name__", "function")
        self._static_numbers = frozenset(
            (static_argnums,) if isinstance(static_argnums, int) else static_argnums)
        self._static_names = frozenset(
            (static_argnames,) if isinstance(static_argnames, str) else static_argnames)
        self._add_static_names(function)
        self._known, self._plain, self._counts = {}, {}, [0, 0]
        self._of_instances = {}

    def __get__(self, instance, owner=None):
        """As a method, with the instance as a static argument. Its programs live as long
        as the instance does."""
        bind = getattr(self._function, "__get__", None)
        bound = bind(instance, owner) if bind else None
        if instance is None or getattr(bound, "__self__", None) is not instance:
            return self
        method = object.__new__(type(self))
        method.__dict__.update(self.__dict__, __wrapped__=bound, _function=bound)
        method._static_numbers = frozenset(i - 1 for i in self._static_numbers if i)
        method._known, method._plain, method._counts = self._programs_of(instance)
        return method

    def _programs_of(self, instance):
        key = id(instance)
        if key not in self._of_instances:
            new = {}, {}, [0, 0]
            try:
                weakref.finalize(instance, self._of_instances.pop, key, None).atexit = False
            except TypeError:  # Nobody tells when it dies: nothing is kept.
                return new
            self._of_instances[key] = new
        return self._of_instances[key]

    def _add_static_names(self, function):
        """A parameter that is static is so by position and by name."""
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            parameters = ()
        else:
            self._check_static(parameters)
        positions = [p.name for p in parameters
                     if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        numbers, names = self._static_numbers, self._static_names
        if numbers and min(numbers) < -len(positions):
            raise ValueError(f"expected static_argnums of at least {-len(positions)}, got "
                             f"{min(numbers)}")
        numbers = frozenset(i + len(positions) if i < 0 else i for i in numbers)
        self._static_names = names | {positions[i] for i in numbers if i < len(positions)}
        self._static_numbers = numbers | {positions.index(name) for name in names
                                          if name in positions}

    def _check_static(self, parameters):
        """That there are parameters of these names and numbers."""
        kinds = {p.kind for p in parameters}
        known = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        wrong = sorted(self._static_names - set(known))
        if wrong and inspect.Parameter.VAR_KEYWORD not in kinds:
            raise ValueError(f"expected static_argnames among {known}, got {wrong}")
        count = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
        most = max(self._static_numbers, default=-1)
        if most >= count and inspect.Parameter.VAR_POSITIONAL not in kinds:
            raise ValueError(f"expected static_argnums of less than {count}, got {most}")

    def _split(self, arguments, named):
        """The static arguments; leaves and nesting of the others."""
        static = tuple((i, a) for i, a in enumerate(arguments) if i in self._static_numbers)
        static += tuple((k, v) for k, v in sorted(named.items()) if k in self._static_names)
        leaves, structure = flatten((
            tuple(a for i, a in enumerate(arguments) if i not in self._static_numbers),
            {k: v for k, v in named.items() if k not in self._static_names}))
        return static, leaves, structure

    def __call__(self, *arguments, **named):
        # The short way: arrays of NumPy give an array, as they have done before.
        key = None if named else tuple([
            (a.shape, a.dtype) if type(a) is np.ndarray and a.flags.c_contiguous else None
            for a in arguments])
        program = self._plain.get(key)
        if program is not None:
            self._counts[0] += 1
            return program(*arguments)
        static, leaves, structure = self._split(arguments, named)
        if is_traced(*leaves):  # Within another trace: part of its program.
            return self._function(*arguments, **named)
        signature = (_is_of_jax(self._function, leaves), structure,
                     tuple((name, _static_key(value, name)) for name, value in static),
                     tuple(map(_signature, leaves)))
        compiled = self._known.get(signature)
        if compiled is None:
            self._counts[1] += 1
            compiled = self._lower(static, leaves, structure).compile()
            self._known[signature] = compiled
        else:
            self._counts[0] += 1
        if not static and compiled.gives_one_array and key is not None and None not in key \
                and all(dtype.isnative for _, dtype in key):
            self._plain[key] = compiled.executable
        return compiled._call(leaves)

    def lower(self, *arguments, **named) -> Lowered:
        """The program for arguments such as these: arrays, numbers, or anything with shape
        and dtype."""
        return self._lower(*self._split(arguments, named))

    def _lower(self, static, leaves, structure) -> Lowered:
        def run(values):
            """The function on other leaves."""
            others, named = unflatten(structure, iter(values))
            fixed = dict(static)
            others = iter(others)
            count = sum(isinstance(key, int) for key in fixed) + len(structure[1][0][1])
            arguments = [fixed[i] if i in fixed else next(others) for i in range(count)]
            return self._function(*arguments, **named, **{
                key: value for key, value in fixed.items() if isinstance(key, str)})

        is_of_jax = _is_of_jax(self._function, leaves)
        if is_of_jax:
            from .of_jax import lower

            text, put_together = lower(run, leaves)
        else:
            text, put_together = _trace(run, list(map(_signature, leaves)))
        return Lowered(text, structure, put_together, self._name, self._options, is_of_jax)

    def cache_info(self) -> JitInfo:
        return JitInfo(*self._counts, len(self._known))

    def cache_clear(self) -> None:
        self._known.clear()
        self._plain.clear()
        self._counts[:] = 0, 0


def _trace(function, signatures):
    """The program that `function` of leaves is, and what makes its results of arrays."""
    avals = [(((), np.asarray(s()).dtype) if isinstance(s, type) else s)
             for s in signatures]
    with Trace() as trace:
        with ir.InsertionPoint(trace.module.body), trace.context, ir.Location.unknown():
            types = [trace.type(*aval) for aval in avals]
            entry = ir.Operation.create("func.func", regions=1, attributes={
                "sym_name": ir.StringAttr.get("main"),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, []))})
        block, tracers = trace.block(entry.regions[0], avals)
        for tracer, signature in zip(tracers, signatures):
            if signature in (int, float, complex):
                tracer.weak = signature
        with trace.inside(block):
            results, structure = flatten(function(tracers))
            results = [convert(x, x.dtype) for x in map(lift, results)]
            trace.create("func.return", results, [])
        with trace.context:
            entry.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(
                types, [result.value.type for result in results]))
        text = trace.module.operation.get_asm(enable_debug_info=True)
    return text, lambda arrays: unflatten(structure, iter(arrays))


def jit(function=None, *, static_argnums=(), static_argnames=(), name=None, **options):
    """`function` compiled: it is run once for each signature of its arguments, on tracers
    that write down what NumPy is asked to do, and the program is called from then on.

    Arguments and results are arrays, numbers, and nestings of them in tuples, lists and
    dicts; static arguments are any values that can be hashed. Results are arrays of NumPy,
    with the dtypes that NumPy gives. `options` are those of `compile`; `name`, too, is the
    function's unless given. What cannot be traced raises TraceError with its line: branches
    on values go through `cond`, `while_loop` and `scan`. A function of JAX, from `jax.jit` or called with its arrays, is
    traced by JAX. Side effects happen while tracing only.
    """
    if function is None:
        return functools.partial(jit, static_argnums=static_argnums,
                                 static_argnames=static_argnames, name=name, **options)
    return _Jitted(function, static_argnums, static_argnames, name, options)
