"""Tracers: values of a program that comes to be while a function of NumPy runs."""

import os
import sys
import threading

import numpy as np

from .. import ir

__all__ = ["Literal", "TraceError", "Tracer", "Trace", "WEAK", "as_number", "current_trace",
           "is_traced", "lift", "refuse"]

_FOLDERS = (os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep,
            os.path.dirname(os.path.abspath(np.__file__)) + os.sep)


class TraceError(TypeError):
    """A function does what cannot be traced; the text begins with its file and line."""


def _user_frame():
    """The innermost frame that is neither ours nor NumPy's."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(_FOLDERS):
        frame = frame.f_back
    return frame


class _MissingError(TraceError, AttributeError):
    """What `hasattr` takes for a no."""


def refuse(text: str, kind=TraceError):
    """Raises TraceError, at the user's line."""
    frame = _user_frame()
    raise kind(f"{frame.f_code.co_filename}:{frame.f_lineno}: {text}") from None


_ELEMENTS = {
    "bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64",
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "complex64": "complex<f32>", "complex128": "complex<f64>"}

_thread = threading.local()

#: The dtypes of Python's numbers that meet no array.
WEAK = {int: np.dtype(np.int64), float: np.dtype(np.float64), complex: np.dtype(np.complex128)}


def _describe(number) -> str:
    if type(number) is int and number.bit_length() > 256:
        return f"one of {number.bit_length()} bits"
    return repr(number)


def as_number(number, dtype, wraps=False) -> np.ndarray:
    """`number` of Python as one of `dtype`: wherever these meet. An integer that the dtype
    has not is refused; with `wraps`, it is cast as NumPy's arrays are."""
    dtype = np.dtype(dtype)
    try:
        with np.errstate(all="ignore"):
            if wraps:
                return np.asarray(number).astype(dtype)
            if type(number) is int and dtype.kind in "iu":
                info = np.iinfo(dtype)
                if not info.min <= number <= info.max:
                    refuse(f"expected an integer from {info.min} to {info.max} for {dtype}, "
                           f"got {_describe(number)}; convert the array with astype")
            return np.asarray(number, dtype)
    except (OverflowError, ValueError) as error:
        refuse(f"{_describe(number)} as {dtype}: {error}; convert the array with astype")


def current_trace():
    """The trace that runs on this thread, or None."""
    return getattr(_thread, "trace", None)


class Trace:
    """A program that is being written: `with Trace() as trace`."""

    def __init__(self):
        self.context = ir.Context()
        with self.context, ir.Location.unknown():
            self.module = ir.Module.create()
        self._types = {}

    def __enter__(self):
        self._outer, _thread.trace = current_trace(), self
        return self

    def __exit__(self, *_):
        _thread.trace = self._outer

    def type(self, shape, dtype):
        key = tuple(shape), np.dtype(dtype)
        if key not in self._types:
            element = _ELEMENTS.get(key[1].name)
            if element is None:
                refuse(f"arrays of dtype {dtype} cannot be traced")
            dims = "".join(f"{d}x" for d in shape)
            self._types[key] = ir.Type.parse(f"tensor<{dims}{element}>", self.context)
        return self._types[key]

    def attribute(self, text: str):
        return ir.Attribute.parse(text, self.context)

    def create(self, name, operands, types, attributes=None, regions=0) -> ir.Operation:
        """An op at the place where the trace is, with the user's line."""
        if self is not current_trace():
            refuse("a traced array has left the function it belongs to")
        frame = _user_frame()
        with self.context, ir.Location.file(frame.f_code.co_filename, frame.f_lineno, 0):
            attributes = {key: self.attribute(value) if isinstance(value, str) else value
                          for key, value in (attributes or {}).items()}
            return ir.Operation.create(
                name, results=types, operands=[o.value for o in operands],
                attributes=attributes, regions=regions, ip=self.place)

    def emit(self, name, operands, shape, dtype, attributes=None) -> "Tracer":
        op = self.create(name, operands, [self.type(shape, dtype)], attributes)
        return Tracer(self, op.results[0], shape, dtype)

    def constant(self, value, dtype=None) -> "Tracer":
        weak = type(value) in WEAK and dtype is not None
        array = as_number(value, dtype) if weak else np.asarray(value, dtype)
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        if array.dtype.kind == "c":
            # The bindings have no attribute for it.
            parts = [self.constant(array.real), self.constant(array.imag)]
            return self.emit("hlo.complex", parts, array.shape, array.dtype)
        type_ = self.type(array.shape, array.dtype)
        # By bytes: -0.0 equals 0.0, NaN not itself.
        rows = np.ascontiguousarray(array).reshape(-1, 1).view(np.uint8)
        if array.size and (rows == rows[0]).all():
            array = array.flat[:1].reshape(())
        if array.dtype == np.bool_:
            body = str(array.tolist()).lower() if array.size else ""
        else:
            # As bytes: every number comes through exactly.
            data = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
            body = f'"0x{data.hex().upper()}"' if data else ""
        attribute = self.attribute(f"dense<{body}> : {type_}")
        op = self.create("hlo.constant", [], [type_], {"value": attribute})
        return Tracer(self, op.results[0], np.shape(value), array.dtype)

    def block(self, region, avals):
        """A block with an argument for each (shape, dtype), and their tracers."""
        with self.context, ir.Location.unknown():
            block = ir.Block.create_at_start(region, [self.type(*aval) for aval in avals])
        return block, [Tracer(self, argument, *aval)
                       for argument, aval in zip(block.arguments, avals)]

    def inside(self, block) -> "_Inside":
        """`with trace.inside(block)`: what is traced goes to the end of the block."""
        return _Inside(self, block)

    def region(self, op, index, avals, function) -> list:
        """Fills a region of `op` with what `function` makes of tracers of `avals`."""
        block, tracers = self.block(op.regions[index], avals)
        with self.inside(block):
            results = function(*tracers)
            self.create("hlo.return", results, [])
        return results


class _Inside:
    def __init__(self, trace, block):
        self._trace, self.place = trace, ir.InsertionPoint(block)

    def __enter__(self):
        self.outer, self._trace.place = getattr(self._trace, "place", None), self.place

    def __exit__(self, *_):
        self._trace.place = self.outer


def is_traced(*values) -> bool:
    return any(isinstance(value, Tracer) for value in values)


def lift(value) -> "Tracer":
    """`value` as a tracer of the trace that runs."""
    trace = current_trace()
    if isinstance(value, Tracer):
        if value._trace is not trace:
            refuse("a traced array has left the function it belongs to")
        return value
    if trace is None:
        refuse("a traced array has left the function it belongs to")
    if type(value) in WEAK:
        return Literal(trace, value)
    if not isinstance(value, (np.ndarray, np.generic, bool)):
        if not hasattr(value, "__dlpack__"):
            refuse(f"expected an array or a number, got {type(value).__name__}")
        value = np.from_dlpack(value)
    return trace.constant(value)


class Tracer(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of the program. It has shape and dtype, and no values."""

    def __init__(self, trace, value, shape, dtype, weak=None):
        self._trace, self.value = trace, value
        self._shape, dtype = tuple(shape), np.dtype(dtype)
        self._dtype = dtype if dtype.isnative else dtype.newbyteorder("=")
        #: The type of Python's numbers that it stands for: those take on the dtype of
        #: arrays they meet.
        self.weak = weak

    shape = property(lambda self: self._shape, lambda self, _: refuse(
        "the shape of a traced array is not changed in place; use numpy.reshape"))
    dtype = property(lambda self: self._dtype, lambda self, _: refuse(
        "the dtype of a traced array is not changed in place; use astype or view"))
    ndim = property(lambda self: len(self.shape))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)
    size = property(lambda self: int(np.prod(self.shape, dtype=np.int64)))
    T = property(lambda self: np.transpose(self))
    real = property(lambda self: np.real(self))
    imag = property(lambda self: np.imag(self))

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        from . import ufuncs

        return ufuncs.call(ufunc, method, inputs, options)

    def __array_function__(self, function, types, arguments, options):
        from . import analysis, einsum, fft, functions, reductions  # noqa: F401

        return functions.call(function, arguments, options)

    def __getitem__(self, index):
        from . import indexing

        return indexing.get(self, index)

    def __setitem__(self, index, value):
        refuse("traced arrays are not written to; make another with numpy.where, "
               "numpy.concatenate or xla_mlir.scan")

    def __len__(self):
        return self.shape[0] if self.shape else refuse("len() of a traced scalar")

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def _no_value(self, what: str, instead: str):
        refuse(f"{what} of a traced array, whose values are not known yet; {instead}")

    def __bool__(self):
        self._no_value("the truth", "use xla_mlir.cond, xla_mlir.while_loop or numpy.where")

    def __int__(self):
        self._no_value("int()", "use astype")

    def __float__(self):
        self._no_value("float()", "use astype")

    def __complex__(self):
        self._no_value("complex()", "use astype")

    def __index__(self):
        self._no_value("an index or a range", "make the number a static argument, or use "
                       "xla_mlir.while_loop or xla_mlir.scan")

    def __array__(self, dtype=None, copy=None):
        self._no_value("a numpy.ndarray", "use numpy.stack or numpy.concatenate")

    def item(self, *_):
        self._no_value("item()", "return the array")

    tolist = item

    def __round__(self, ndigits=None):
        self._no_value("round()", "use numpy.round")

    def __format__(self, spec):
        if spec:
            self._no_value(f"the format '{spec}'", "format the result")
        return str(self)

    def __getattr__(self, name):
        if name.startswith("_") or not hasattr(np.ndarray, name):
            raise AttributeError(f"'Tracer' object has no attribute {name!r}")
        refuse(f"{name} of a traced array cannot be traced"
               + (f"; {_INSTEAD[name]}" if name in _INSTEAD else ""), _MissingError)

    def __repr__(self):
        return f"Tracer(shape={self.shape}, dtype={self.dtype})"

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True) -> "Tracer":
        from .ufuncs import convert

        if not np.can_cast(self.dtype, dtype, casting):
            refuse(f"astype: {self.dtype} to {np.dtype(dtype)} is not a cast of the kind "
                   f"'{casting}'; pass casting='unsafe'")
        return convert(self, np.dtype(dtype))

    def view(self, dtype) -> "Tracer":
        kinds = np.dtype(dtype).kind + self.dtype.kind
        if np.dtype(dtype).itemsize != self.itemsize or "b" in kinds or "c" in kinds:
            refuse(f"a view of {self.dtype} as {np.dtype(dtype)} cannot be traced; those "
                   "between real numbers of one size can")
        return self._trace.emit("hlo.bitcast_convert", [self], self.shape, dtype)

    def __pow__(self, other):
        if self.dtype == np.bool_ and type(other) is int and other == 2:
            return np.square(self)  # As NumPy: of int8, other powers are not.
        return np.power(self, other)

    def copy(self, order="C"):
        return self

    def reshape(self, *shape, order="C"):
        return np.reshape(self, shape[0] if len(shape) == 1 else shape, order=order)

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        return np.transpose(self, axes or None)

    def flatten(self, order="C"):
        return np.reshape(self, -1, order=order)

    def conj(self):
        return np.conjugate(self)


class Literal(Tracer):
    """A number of Python: a constant of whatever dtype it meets."""

    def __init__(self, trace, number):
        self._trace, self.number, self.weak = trace, number, type(number)
        # As an array it would be unsigned.
        is_long = type(number) is int and 2**63 <= number < 2**64
        self._shape, self._dtype = (), np.dtype(np.uint64) if is_long else WEAK[self.weak]

    value = property(lambda self: self.to(self.dtype).value)

    def to(self, dtype, wraps=False) -> Tracer:
        return self._trace.constant(as_number(self.number, dtype, wraps))


_IN_PLACE = "traced arrays are not changed in place; "

#: What to do in place of a method that cannot be traced.
_INSTEAD = {
    "flat": "use numpy.ravel", "fill": _IN_PLACE + "use numpy.full_like",
    "sort": _IN_PLACE + "use numpy.sort", "put": _IN_PLACE + "use numpy.where",
    "partition": _IN_PLACE + "use numpy.sort", "resize": _IN_PLACE + "use numpy.reshape",
    "setflags": _IN_PLACE + "take it out", "nonzero": "use numpy.where with three arguments",
    "compress": "use where= of numpy.sum and others", "argpartition": "use numpy.argsort",
    "tobytes": "return the array", "tofile": "return the array", "dump": "return the array",
    "data": "return the array", "ctypes": "return the array"}


def _add_methods() -> None:
    """Methods that NumPy has as functions, too."""
    for name in ("all", "any", "argmax", "argmin", "argsort", "clip", "cumprod", "cumsum",
                 "diagonal", "dot", "max", "mean", "min", "prod", "ravel", "repeat", "round",
                 "squeeze", "std", "sum", "swapaxes", "take", "trace", "var"):
        if hasattr(Tracer, name):
            continue
        function = getattr(np, name)
        setattr(Tracer, name, lambda self, *arguments, _function=function, **options:
                _function(self, *arguments, **options))


def _refuse_in_place() -> None:
    for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift",
                 "rshift", "and", "xor", "or"):
        setattr(Tracer, f"__i{name}__", lambda self, other: refuse(
            "traced arrays are not changed in place; write x = x + y for x += y"))


_add_methods()
_refuse_in_place()
