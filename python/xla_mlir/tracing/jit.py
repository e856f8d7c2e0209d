"""`jit`: a function of NumPy or JAX as a function that compiles itself."""

import collections
import functools
import pickle
import re
import sys
import weakref

import numpy as np

from .. import ir
from .._mlir_libs import _xla
from .of_jax import comes_from_jax, get_settings, lower_by_jax, wants_numpy
from .parameters import choose
from .stages import Lowered
from .tracer import Trace, TraceError, is_traced, lift
from .trees import count_leaves, flatten, make_key, unflatten
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
    described = tuple(shape), _as_dtype(leaf, dtype)
    # To JAX, what came of a number of Python is another type.
    return (*described, True) if getattr(leaf, "weak_type", False) is True else described


def _static_key(value, name):
    """What of a static argument decides the program."""
    try:
        return make_key(value)
    except TypeError as error:
        raise TypeError(f"expected static argument {name!r} to be hashable, got "
                        f"{error}") from None


def _as_dtype(leaf, dtype):
    try:
        return np.dtype(dtype)
    except TypeError:  # Of another package.
        if not hasattr(leaf, "__dlpack__"):
            raise TypeError(f"expected an array of numbers, got one of {dtype}; of keys of "
                            "JAX pass jax.random.key_data(...)") from None
        return np.from_dlpack(leaf).dtype


def _are_traced(leaves) -> bool:
    """Whether a call is part of another program, of ours or of JAX."""
    core = sys.modules.get("jax.core")
    return is_traced(*leaves) or core is not None and any(
        isinstance(leaf, core.Tracer) for leaf in leaves)


def _lower_instead(error, run, leaves, donated):
    """`lower_by_jax` after `error` came of our tracers. A TraceError that says more about a
    function of NumPy is raised again."""
    try:
        return lower_by_jax(run, leaves, donated)
    except Exception as second:
        if not (isinstance(error, TraceError) and wants_numpy(second)):
            raise
    raise error


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

    def turn_to_jax(self):
        """Programs that there are would go on being used where arrays lie as they did."""
        if not self.by_jax:
            self.by_jax = True
            self.hits += self.plain.hits
            self.forget()

    def forget(self):
        self.known.clear()
        self.described.clear()
        self.plain.clear()


class _Jitted(_xla.Dispatcher):
    """What `jit` gives. Calls with arrays of NumPy, such as there have been before, do not
    come to Python; others are `_call`."""

    def __init__(self, function, static, donated, name, options):
        programs = _Programs()
        super().__init__(programs.plain)
        functools.update_wrapper(self, function)
        # After that, which copies what is set here if `function` wraps one such as this.
        self._programs = programs
        self._is_function_of_jax = hasattr(function, "lower") and hasattr(function, "trace")
        self._function, self._options = function, options
        self._name = name or getattr(function, "__name__", "function")
        self._static_numbers, self._static_names = static
        self._donated_numbers, self._donated_names = donated
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
        method._donated_numbers = frozenset(i - 1 for i in self._donated_numbers if i)
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
        described = _xla.describe(others)
        if not described:
            leaves, structure = flatten(others)
            if _are_traced(leaves):  # Within another trace: part of its program.
                return self._function(*arguments, **named)
        if static:
            static_keys = tuple([(name, _static_key(value, name)) for name, value in static])
        if described:
            text = described[0], static_keys, self._settings(())
            compiled = programs.described.get(text)
            if compiled is not None:
                programs.hits += 1
                return compiled._call(described[1])
            leaves, structure = flatten(others)
        signature = structure, static_keys, tuple(map(_signature, leaves))
        key = self._settings(leaves), signature
        compiled = programs.known.get(key)
        if compiled is None:
            programs.misses += 1
            lowered = self._lower(static, leaves, structure)
            compiled = lowered.compile()
            settings = get_settings()() if lowered.is_of_jax else None
            programs.known[key] = programs.known[settings, signature] = compiled
        else:
            programs.hits += 1
        if described:
            programs.described[described[0], static_keys, self._settings(())] = compiled
        if not static and not named and compiled.gives_results:
            self._add_plain(compiled, arguments, bool(described))
        return compiled._call(leaves)

    def _settings(self, leaves):
        """Those of JAX, if it traces a call of `leaves`; None otherwise."""
        return get_settings()() if self._is_of_jax(leaves) else None

    def _add_plain(self, compiled, arguments, is_described):
        """Has the short way know the program of a call, if it is of arrays. Those of other
        packages go to a program that does not depend on whose they are."""
        is_of_jax, plain = self._is_of_jax(()), self._programs.plain
        if not (is_described and all(type(a) is np.ndarray for a in arguments)
                or is_of_jax and all(hasattr(a, "__dlpack__") and not
                                     getattr(a, "weak_type", False) for a in arguments)):
            return
        settings = self._settings(())
        if settings is not None:
            plain.watch(get_settings())
        plain.add(compiled.executable, is_of_jax, settings)

    def __repr__(self):
        return f"<xla_mlir.jit of {self._function!r}>"

    def __reduce__(self):
        """Pickled as a function: by its name."""
        name = getattr(self, "__qualname__", None)
        if name is None:
            raise pickle.PicklingError("expected a function with a name to pickle it by, got "
                                       f"{self._function!r}")
        return name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def lower(self, *arguments, **named) -> Lowered:
        """The program for arguments such as these: arrays, numbers, or anything with shape
        and dtype."""
        static, others = self._split(arguments, named)
        return self._lower(static, *flatten(others))

    def _find_donated(self, static, structure) -> tuple:
        """The numbers of the leaves that are donated."""
        (_, parts), named = structure[1]
        numbers = (i for i in range(len(parts) + len(static)) if i not in dict(static))
        donated = [i in self._donated_numbers for i, _ in zip(numbers, parts)]
        donated += [key in self._donated_names for key in named[1]]
        flags = [flag for flag, part in zip(donated, (*parts, *named[2]))
                 for _ in range(count_leaves(part))]
        return tuple([i for i, flag in enumerate(flags) if flag])

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
            return _trace(run, [s if isinstance(s, type) else s[:2]
                                for s in map(_signature, leaves)], self._name, donated)

        donated = self._find_donated(static, structure)
        is_of_jax = self._is_of_jax(leaves)
        try:
            text, put_together = (lower_by_jax(run, leaves, donated) if is_of_jax
                                  else trace())
        except Exception as error:
            if is_of_jax and not self._is_function_of_jax and wants_numpy(error):
                # A function of NumPy, called with arrays of JAX; or one of both.
                text, put_together = trace()
            elif not is_of_jax and comes_from_jax(error):
                # A function of jax.numpy knows nothing of our tracers.
                text, put_together = _lower_instead(error, run, leaves, donated)
                self._programs.turn_to_jax()
            else:
                raise
            is_of_jax = not is_of_jax
        return Lowered(text, structure, put_together, self._name, self._options, is_of_jax,
                       bool(donated))

    def _is_of_jax(self, leaves) -> bool:
        return self._programs.by_jax or self._is_function_of_jax or any(
            type(leaf).__module__.partition(".")[0] in ("jax", "jaxlib") for leaf in leaves)

    def cache_info(self) -> JitInfo:
        programs = self._programs
        return JitInfo(programs.hits + programs.plain.hits, programs.misses,
                       len(set(map(id, programs.known.values()))))

    def cache_clear(self) -> None:
        programs = self._programs
        programs.forget()
        programs.hits = programs.misses = 0
        programs.by_jax = False


def _trace(function, signatures, name, donated):
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
            if donated:
                marks = {True: {"jax.buffer_donor": ir.BoolAttr.get(True)}, False: {}}
                entry.attributes["arg_attrs"] = ir.ArrayAttr.get([
                    ir.DictAttr.get(marks[i in donated]) for i in range(len(avals))])
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
    dicts; static arguments are any values that can be hashed. Donated arguments are given up: a
    result of the same shape and dtype is computed in an array's memory, and is that array, as
    if it had been assigned to. An array that is a view, cannot be written or shares memory with
    another argument stays as it is. Other results are new arrays of
    NumPy, with the dtypes that NumPy gives. `options` are those of `compile`; `name`, too, is
    the function's unless given. What cannot be traced raises TraceError with its line: branches
    on values go through `cond`, `while_loop` and `scan`. A function of JAX, from `jax.jit`,
    called with its arrays or using jax.numpy, is traced by JAX. Side effects happen while
    tracing only.
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
    return _Jitted(function, static, donated, name, options)
