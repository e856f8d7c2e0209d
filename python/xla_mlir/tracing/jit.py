"""`jit`: a function of NumPy or JAX as a function that compiles itself."""

import collections
import functools
import re
import weakref

import numpy as np

from .. import ir
from .._mlir_libs import _xla
from .of_jax import comes_from_jax, lower_by_jax, wants_numpy
from .parameters import choose
from .stages import Lowered
from .tracer import Trace, is_traced, lift
from .trees import flatten, unflatten
from .ufuncs import convert

__all__ = ["JitInfo", "jit"]

#: Calls whose signature was known, and others; programs that are kept.
JitInfo = collections.namedtuple("JitInfo", "hits misses kept")

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
        if not hasattr(leaf, "__dlpack__"):
            raise TypeError(f"expected an array of numbers, got one of {dtype}; of keys of "
                            "JAX pass jax.random.key_data(...)") from None
        return np.from_dlpack(leaf).dtype


def _is_of_jax(function, leaves) -> bool:
    return hasattr(function, "lower") and hasattr(function, "trace") or any(
        type(leaf).__module__.partition(".")[0] in ("jax", "jaxlib") for leaf in leaves)


class _Programs:
    """Those of a function, or of a method of one instance."""

    def __init__(self):
        #: By the signature of a call; by what `_xla.describe` makes of one.
        self.known, self.described = {}, {}
        #: Those that the short way of a call finds by itself.
        self.plain = _xla.PlainPrograms()
        self.hits = self.misses = 0
        #: Whether JAX traces the function, because it uses jax.numpy.
        self.by_jax = False


class _Jitted(_xla.Dispatcher):
    """What `jit` gives. Calls with arrays of NumPy, such as there have been before, do not
    come to Python; others are `_call`."""

    def __init__(self, function, static, name, options):
        self._programs = _Programs()
        super().__init__(self._programs.plain)
        functools.update_wrapper(self, function)
        self._function, self._options = function, options
        self._name = name or getattr(function, "__name__", "function")
        self._static_numbers, self._static_names = static
        self._of_instances = {}

    def __get__(self, instance, owner=None):
        """As a method, with the instance as a static argument. Its programs live as long
        as the instance does."""
        bind = getattr(self._function, "__get__", None)
        bound = bind(instance, owner) if bind else None
        if instance is None or getattr(bound, "__self__", None) is not instance:
            return self
        programs = self._programs_of(instance)
        method = type(self).__new__(type(self))
        super(_Jitted, method).__init__(programs.plain)
        method.__dict__.update(self.__dict__, __wrapped__=bound, _function=bound,
                               _programs=programs)
        method._static_numbers = frozenset(i - 1 for i in self._static_numbers if i)
        return method

    def _programs_of(self, instance):
        key = id(instance)
        if key not in self._of_instances:
            new = _Programs()
            try:
                weakref.finalize(instance, self._of_instances.pop, key, None).atexit = False
            except TypeError:  # Nobody tells when it dies: nothing is kept.
                return new
            self._of_instances[key] = new
        return self._of_instances[key]

    def _split(self, arguments, named):
        """The static arguments, and the others as one tree."""
        static = [(i, a) for i, a in enumerate(arguments) if i in self._static_numbers]
        static += [(k, v) for k, v in sorted(named.items()) if k in self._static_names]
        return tuple(static), (
            tuple([a for i, a in enumerate(arguments) if i not in self._static_numbers]),
            {k: v for k, v in named.items() if k not in self._static_names})

    def _call(self, *arguments, **named):
        programs = self._programs
        static, others, static_keys = (), (arguments, named), ()
        if self._static_numbers or self._static_names:
            static, others = self._split(arguments, named)
            static_keys = tuple([(name, _static_key(value, name)) for name, value in static])
        described = _xla.describe(others)
        if described:
            text = (described[0], static_keys) if static else described[0]
            compiled = programs.described.get(text)
            if compiled is not None:
                programs.hits += 1
                return compiled._call(described[1])
        leaves, structure = flatten(others)
        if is_traced(*leaves):  # Within another trace: part of its program.
            return self._function(*arguments, **named)
        signature = structure, static_keys, tuple(map(_signature, leaves))
        key = self._is_of_jax(leaves), signature
        compiled = programs.known.get(key)
        if compiled is None:
            programs.misses += 1
            lowered = self._lower(static, leaves, structure)
            compiled = lowered.compile()
            programs.known[key] = programs.known[lowered.is_of_jax, signature] = compiled
        else:
            programs.hits += 1
        if described:
            programs.described[text] = compiled
        if not static and not named and compiled.gives_results:
            self._add_plain(compiled, arguments, bool(described))
        return compiled._call(leaves)

    def _add_plain(self, compiled, arguments, is_described):
        """Has the short way know the program of a call, if it is of arrays. Those of other
        packages go to a program that does not depend on whose they are."""
        if is_described and all(type(a) is np.ndarray for a in arguments):
            self._programs.plain.add(compiled.executable, self._is_of_jax(()))
        elif self._is_of_jax(()) and all(hasattr(a, "__dlpack__") for a in arguments):
            self._programs.plain.add(compiled.executable, True)

    def __repr__(self):
        return f"<xla_mlir.jit of {self._function!r}>"

    def __reduce__(self):
        """Copied and pickled as a function: by its name."""
        return self.__qualname__

    def lower(self, *arguments, **named) -> Lowered:
        """The program for arguments such as these: arrays, numbers, or anything with shape
        and dtype."""
        static, others = self._split(arguments, named)
        return self._lower(static, *flatten(others))

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

        def trace():
            return _trace(run, list(map(_signature, leaves)), self._name)

        is_of_jax = self._is_of_jax(leaves)
        try:
            text, put_together = lower_by_jax(run, leaves) if is_of_jax else trace()
        except Exception as error:
            if is_of_jax and not self._is_of_jax(()) and wants_numpy(error):
                # A function of NumPy, called with arrays of JAX.
                text, put_together = trace()
            elif not is_of_jax and comes_from_jax(error):
                # A function of jax.numpy knows nothing of our tracers.
                self._programs.by_jax = True
                text, put_together = lower_by_jax(run, leaves)
            else:
                raise
            is_of_jax = not is_of_jax
        return Lowered(text, structure, put_together, self._name, self._options, is_of_jax)

    def _is_of_jax(self, leaves) -> bool:
        return self._programs.by_jax or _is_of_jax(self._function, leaves)

    def cache_info(self) -> JitInfo:
        programs = self._programs
        return JitInfo(programs.hits + programs.plain.hits, programs.misses,
                       len(set(map(id, programs.known.values()))))

    def cache_clear(self) -> None:
        programs = self._programs
        programs.known.clear()
        programs.described.clear()
        programs.plain.clear()
        programs.hits = programs.misses = 0


def _trace(function, signatures, name):
    """The program that `function` of leaves is, and what makes its results of arrays. The
    module has the name that JAX gives it, which files of dumps begin with."""
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
            trace.module.operation.attributes["sym_name"] = ir.StringAttr.get(
                "jit_" + re.sub(r"\W", "_", name))
            entry.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(
                types, [result.value.type for result in results]))
        text = trace.module.operation.get_asm(enable_debug_info=True)
    return text, lambda arrays: unflatten(structure, iter(arrays))


def jit(function=None, *, static_argnums=(), static_argnames=(), donate_argnums=(),
        donate_argnames=(), name=None, **options):
    """`function` compiled: it is run once for each signature of its arguments, on tracers
    that write down what NumPy is asked to do, and the program is called from then on.

    Arguments and results are arrays, numbers, and nestings of them in tuples, lists and
    dicts; static arguments are any values that can be hashed. Donated arguments are not looked
    at after the call: nothing is made of that yet, they stay as they are. Results are arrays of NumPy,
    with the dtypes that NumPy gives. `options` are those of `compile`; `name`, too, is the
    function's unless given. What cannot be traced raises TraceError with its line: branches
    on values go through `cond`, `while_loop` and `scan`. A function of JAX, from `jax.jit`, called with its arrays
    or using jax.numpy, is traced by JAX. Side effects happen while tracing only.
    """
    if function is None:
        return functools.partial(
            jit, static_argnums=static_argnums, static_argnames=static_argnames,
            donate_argnums=donate_argnums, donate_argnames=donate_argnames, name=name,
            **options)
    static = choose(function, "static", static_argnums, static_argnames)
    donated = choose(function, "donate", donate_argnums, donate_argnames)
    both = sorted(static[0] & donated[0]) or sorted(static[1] & donated[1])
    if both:
        raise ValueError(f"expected donated arguments not to be static, got {both}")
    return _Jitted(function, static, name, options)
