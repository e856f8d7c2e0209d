"""What NumPy's universal functions become. Types are NumPy's: it says what a ufunc does
with the dtypes it gets, Python's numbers included."""

import operator

import numpy as np

from .tracer import WEAK, Literal, Tracer, lift, refuse

__all__ = ["broadcast", "call", "compare", "convert", "is_float", "op", "part", "select"]


def is_float(dtype) -> bool:
    """Also of bfloat16, which is of kind "V" to NumPy."""
    return dtype.kind == "f" or dtype.name == "bfloat16"


def op(name: str, *operands):
    """An op whose operands and result have one type."""
    first = operands[0]
    return first._trace.emit(f"hlo.{name}", operands, first.shape, first.dtype)


def convert(x, dtype, wraps=False):
    """`x` with another dtype; `wraps` is of numbers of Python, as `as_number` has it."""
    dtype = np.dtype(dtype)
    if isinstance(x, Literal):
        return x.to(dtype, wraps)
    if x.dtype == dtype:
        return x if x.weak is None else _strong(x)
    if dtype == np.bool_:
        return compare("NE", x, full_like(x, 0))
    if x.dtype.kind == "c" and dtype.kind != "c":
        x = part("real", x)
    return x._trace.emit("hlo.convert", [x], x.shape, dtype)


def _strong(x):
    return Tracer(x._trace, x.value, x.shape, x.dtype)


def broadcast(x, shape, dims=None):
    """`x` with its dimensions as `dims` of `shape`; else as NumPy broadcasts."""
    if x.shape == tuple(shape):
        return x
    if dims is None:
        dims = range(len(shape) - x.ndim, len(shape))
    return x._trace.emit("hlo.broadcast_in_dim", [x], shape, x.dtype,
                        {"broadcast_dimensions": dense(dims)})


def dense(numbers) -> str:
    text = ", ".join(str(int(n)) for n in numbers)
    return f"array<i64: {text}>" if text else "array<i64>"


def full_like(x, value):
    return broadcast(x._trace.constant(value, x.dtype), x.shape)


def compare(direction: str, a, b):
    if a.dtype.kind == "c" and direction not in ("EQ", "NE"):
        refuse("the order of complex numbers cannot be traced; compare their parts")
    kind = {"i": "SIGNED", "u": "UNSIGNED", "b": "UNSIGNED"}.get(a.dtype.kind, "FLOAT")
    return a._trace.emit("hlo.compare", [a, b], a.shape, np.bool_, {
        "comparison_direction": f"#hlo<comparison_direction {direction}>",
        "compare_type": f"#hlo<comparison_type {kind}>"})


def select(condition, a, b):
    return a._trace.emit("hlo.select", [condition, a, b], a.shape, a.dtype)


def part(name, x):
    dtype = np.zeros(0, x.dtype).real.dtype
    return x._trace.emit(f"hlo.{name}", [x], x.shape, dtype)


def _is_zero(x):
    return compare("EQ", x, full_like(x, 0))


def _differs_in_sign(a, b):
    zero = full_like(a, 0)
    return op("xor", compare("LT", a, zero), compare("LT", b, zero))


def _floor_divide_floats(x, y):
    one, rest = full_like(x, 1), op("remainder", x, y)
    quotient = op("divide", op("subtract", x, rest), y)
    down = op("and", op("not", _is_zero(rest)), _differs_in_sign(rest, y))
    quotient = select(down, op("subtract", quotient, one), quotient)
    floor = op("floor", quotient)
    off = compare("GT", op("subtract", quotient, floor), full_like(x, 0.5))
    floor = select(off, op("add", floor, one), floor)
    exact = op("divide", x, y)
    floor = select(_is_zero(quotient), _copy_sign(full_like(x, 0), exact), floor)
    return select(_is_zero(y), exact, floor)


def _floor_divide(x, y):
    """NumPy's: integers are rounded down, and x // 0 is 0."""
    if is_float(x.dtype):
        # Differences of short floats are not exact.
        work = np.float32 if x.dtype.itemsize < 4 else x.dtype
        return convert(_floor_divide_floats(convert(x, work), convert(y, work)), x.dtype)
    zero, one = full_like(x, 0), full_like(x, 1)
    divisor = select(_is_zero(y), one, y)
    quotient, rest = op("divide", x, divisor), op("remainder", x, divisor)
    down = op("and", compare("NE", rest, zero), _differs_in_sign(rest, divisor))
    if x.dtype.kind == "i":
        quotient = select(down, op("subtract", quotient, one), quotient)
    return select(_is_zero(y), zero, quotient)


def _remainder(x, y):
    """NumPy's: with the sign of the divisor, and integers by 0 give 0."""
    zero = full_like(x, 0)
    divisor = y if is_float(x.dtype) else select(_is_zero(y), full_like(x, 1), y)
    rest = op("remainder", x, divisor)
    if x.dtype.kind != "u":
        adjust = op("and", compare("NE", rest, zero), _differs_in_sign(rest, divisor))
        rest = select(adjust, op("add", rest, divisor), rest)
    if is_float(x.dtype):
        # A zero has the sign of the divisor.
        return select(_is_zero(rest), _copy_sign(zero, y), rest)
    return select(_is_zero(y), zero, rest)


def _copy_sign(x, y):
    """|x| with the sign of y, zeros' too."""
    bits = np.dtype(f"uint{8 * x.dtype.itemsize}")
    sign = x._trace.constant(1 << (8 * x.dtype.itemsize - 1), bits)
    as_bits = lambda v: v._trace.emit("hlo.bitcast_convert", [v], v.shape, bits)  # noqa: E731
    sign = broadcast(sign, x.shape)
    merged = op("or", op("and", as_bits(x), op("not", sign)), op("and", as_bits(y), sign))
    return x._trace.emit("hlo.bitcast_convert", [merged], x.shape, x.dtype)


def _fmod(x, y):
    if is_float(x.dtype):
        return op("remainder", x, y)
    rest = op("remainder", x, select(_is_zero(y), full_like(x, 1), y))
    return select(_is_zero(y), full_like(x, 0), rest)


def _absolute(x):
    if x.dtype.kind in "ub":
        return x
    dtype = np.abs(np.zeros(0, x.dtype)).dtype
    return x._trace.emit("hlo.abs", [x], x.shape, dtype)


def _sign(x):
    if x.dtype.kind == "b":
        return x
    if x.dtype.kind == "u":
        return convert(compare("NE", x, full_like(x, 0)), x.dtype)
    # NumPy's sign of -0.0 is 0.0.
    return select(_is_zero(x), full_like(x, 0), op("sign", x))


def _is_finite(x):
    if x.dtype.kind == "c":
        return op("and", _is_finite(part("real", x)), _is_finite(part("imag", x)))
    if not is_float(x.dtype):
        return broadcast(x._trace.constant(True), x.shape)
    return x._trace.emit("hlo.is_finite", [x], x.shape, np.bool_)


def _is_nan(x):
    return compare("NE", x, x)


def _is_inf(x):
    if x.dtype.kind == "c":
        return op("or", _is_inf(part("real", x)), _is_inf(part("imag", x)))
    if not is_float(x.dtype):
        return broadcast(x._trace.constant(False), x.shape)
    return compare("EQ", op("abs", x), full_like(x, np.inf))


def _chlo(name):
    return lambda x: x._trace.emit(f"chlo.{name}", [x], x.shape, x.dtype)


def _rounded_once(function):
    """`function` of several ops, of f16 in f32, as NumPy computes it."""
    return lambda x: function(x) if x.dtype != np.float16 else convert(
        function(convert(x, np.float32)), np.float16)


def _divided(name, divisor):
    return _rounded_once(lambda x: op("divide", op(name, x), full_like(x, divisor)))


def _times(factor):
    return _rounded_once(lambda x: op("multiply", x, full_like(x, factor)))


def _named(name):
    return lambda *operands: op(name, *operands)


def _by_part(function):
    """`function` of real and imaginary part."""
    return lambda x: function(x) if x.dtype.kind != "c" else x._trace.emit(
        "hlo.complex", [function(part(name, x)) for name in ("real", "imag")], x.shape,
        x.dtype)


def _whole(function):
    """What integers are already."""
    return lambda x: x if x.dtype.kind in "iub" else function(x)


def _extremum(name):
    def extremum(x, y):
        if x.dtype.kind == "c":
            refuse(f"the {name} of complex numbers cannot be traced; compare their parts")
        return op(name, x, y)

    return extremum


def _comparison(direction):
    return lambda a, b: compare(direction, a, b)


def _compare_integers(name, a, b):
    """Integers of any two dtypes by their values; None where one of the two is none, or has
    the dtype of the other anyway."""
    if a.dtype.kind not in "iu" or b.dtype.kind not in "iu":
        return None
    direction, truth = _COMPARISONS[name]
    for literal, x in ((a, b), (b, a)):
        if isinstance(literal, Literal):
            info = np.iinfo(x.dtype)
            if info.min <= literal.number <= info.max:
                return None
            # All numbers of the dtype are on one side of it, as 0 is.
            numbers = (0, literal.number) if x is a else (literal.number, 0)
            return broadcast(x._trace.constant(truth(*numbers)), x.shape)
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = _in_one_shape(name, [a, b])
    if dtype.kind in "iu":
        return compare(direction, convert(a, dtype), convert(b, dtype))
    # Of uint64 and signed ones: below 0, or of uint64 as well.
    signed, numbers = (a, (-1, 0)) if a.dtype.kind == "i" else (b, (0, -1))
    below = broadcast(a._trace.constant(truth(*numbers)), a.shape)
    return select(compare("LT", signed, full_like(signed, 0)), below,
                  compare(direction, convert(a, np.uint64), convert(b, np.uint64)))


def _check_exponent(exponent):
    """An integer to a negative one is none, as far as that is known."""
    if not isinstance(exponent, Tracer) and np.any(np.less(exponent, 0)):
        refuse("numpy.power: integers to negative integer powers are no integers; use "
               "numpy.float_power, or an exponent that is a float")


def _reciprocal(x):
    result = op("divide", full_like(x, 1), x)
    if x.dtype.kind not in "iu":
        return result
    with np.errstate(all="ignore"):
        of_zero = np.reciprocal(np.zeros((), x.dtype))
    return select(_is_zero(x), full_like(x, of_zero), result)


def _log_add_exp(x, y):
    high = op("maximum", x, y)
    difference = op("negate", op("abs", op("subtract", x, y)))
    sum_ = op("add", high, op("log_plus_one", op("exponential", difference)))
    # Equal infinities have no difference.
    return select(compare("EQ", x, y), op("add", x, full_like(x, np.log(2))), sum_)


def _first_that_is_number(name):
    """fmax and fmin: NaN only where both are."""
    extremum = _extremum(name)
    return lambda x, y: select(_is_nan(x), y, select(_is_nan(y), x, extremum(x, y)))


def _hypot(x, y):
    a, b = op("abs", x), op("abs", y)
    high, low = op("maximum", a, b), op("minimum", a, b)
    ratio = op("divide", low, select(_is_zero(high), full_like(x, 1), high))
    root = op("sqrt", op("add", op("multiply", ratio, ratio), full_like(x, 1)))
    infinite = op("or", _is_inf(x), _is_inf(y))
    return select(infinite, full_like(x, np.inf), op("multiply", high, root))


#: By NumPy's name; the operands have the dtypes that NumPy computes with, and one shape.
_TABLE = {
    "absolute": _absolute, "fabs": _absolute, "positive": lambda x: x,
    "negative": _named("negate"), "sign": _sign, "rint": _by_part(_named("round_nearest_even")),
    "floor": _whole(_named("floor")), "ceil": _whole(_named("ceil")),
    "trunc": _whole(lambda x: select(compare("LT", x, full_like(x, 0)), op("ceil", x),
                                     op("floor", x))),
    "sqrt": _named("sqrt"), "cbrt": _named("cbrt"),
    "square": lambda x: op("multiply", x, x),
    "reciprocal": _reciprocal,
    "exp": _named("exponential"), "expm1": _named("exponential_minus_one"),
    "exp2": lambda x: op("power", full_like(x, 2), x), "log": _named("log"),
    "log1p": _named("log_plus_one"), "log2": _divided("log", np.log(2)),
    "log10": _divided("log", np.log(10)), "sin": _named("sine"), "cos": _named("cosine"),
    "tan": _named("tan"), "tanh": _named("tanh"), "sinh": _chlo("sinh"),
    "cosh": _chlo("cosh"), "arcsin": _chlo("asin"), "arccos": _chlo("acos"),
    "arctan": _chlo("atan"), "arcsinh": _chlo("asinh"), "arccosh": _chlo("acosh"),
    "arctanh": _chlo("atanh"), "deg2rad": _times(np.pi / 180),
    "radians": _times(np.pi / 180), "rad2deg": _times(180 / np.pi),
    "degrees": _times(180 / np.pi), "isnan": _is_nan, "isinf": _is_inf,
    "isfinite": _is_finite,
    "conjugate": lambda x: x if x.dtype.kind != "c" else x._trace.emit(
        "hlo.complex", [part("real", x), op("negate", part("imag", x))], x.shape, x.dtype),
    "invert": _named("not"), "logical_not": lambda x: op("not", convert(x, np.bool_)),
    "signbit": lambda x: compare("LT", _copy_sign(full_like(x, 1), x), full_like(x, 0)),
    "add": _named("add"), "subtract": _named("subtract"), "multiply": _named("multiply"),
    "divide": _named("divide"), "power": _named("power"), "float_power": _named("power"),
    "maximum": _extremum("maximum"), "minimum": _extremum("minimum"),
    "fmax": _first_that_is_number("maximum"), "fmin": _first_that_is_number("minimum"),
    "remainder": _remainder, "fmod": _fmod, "floor_divide": _floor_divide,
    "arctan2": _named("atan2"), "hypot": _hypot, "logaddexp": _log_add_exp,
    "copysign": _copy_sign, "bitwise_and": _named("and"), "bitwise_or": _named("or"),
    "bitwise_xor": _named("xor"), "left_shift": _named("shift_left"),
    "right_shift": lambda x, y: op("shift_right_logical" if x.dtype.kind == "u"
                                   else "shift_right_arithmetic", x, y),
    "logical_and": lambda x, y: op("and", convert(x, np.bool_), convert(y, np.bool_)),
    "logical_or": lambda x, y: op("or", convert(x, np.bool_), convert(y, np.bool_)),
    "logical_xor": lambda x, y: op("xor", convert(x, np.bool_), convert(y, np.bool_))}

_COMPARISONS = {"equal": ("EQ", operator.eq), "not_equal": ("NE", operator.ne),
                "less": ("LT", operator.lt), "less_equal": ("LE", operator.le),
                "greater": ("GT", operator.gt), "greater_equal": ("GE", operator.ge)}
_TABLE |= {name: _comparison(direction) for name, (direction, _) in _COMPARISONS.items()}

_OPERATORS = {"add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power",
              "negative", "positive", "absolute"}
_REDUCTIONS = {"add": np.sum, "multiply": np.prod, "maximum": np.max, "minimum": np.min,
               "logical_and": np.all, "logical_or": np.any}


def _in_one_shape(name, operands):
    try:
        shape = np.broadcast_shapes(*(x.shape for x in operands))
    except ValueError as error:
        refuse(f"numpy.{name}: {error}")
    return [broadcast(x, shape) for x in operands]


def _resolve(ufunc, operands, dtype):
    """The dtypes that NumPy computes with."""
    weak = all(x.weak for x in operands)
    # Of Python's numbers alone, NumPy compares some as objects.
    given = tuple(WEAK[x.weak] if weak else x.weak or x.dtype for x in operands)
    try:
        wanted = {} if dtype is None else {
            "signature": (None,) * len(given) + (np.dtype(dtype),)}
        return ufunc.resolve_dtypes(given + (None,), **wanted)
    except TypeError as error:
        refuse(f"numpy.{ufunc.__name__}: {error}")


def call(ufunc, method, inputs, options):
    """`ufunc` on values of which one is traced."""
    name = ufunc.__name__
    dtype = options.pop("dtype", None)
    if method == "reduce" and name in _REDUCTIONS:
        options.setdefault("axis", 0)
        if dtype is not None:
            options["dtype"] = dtype
        return _REDUCTIONS[name](*inputs, **options)
    if method != "__call__" or (name not in _TABLE and name != "matmul"):
        suffix = "" if method == "__call__" else "." + method
        refuse(f"numpy.{name}{suffix} cannot be traced")
    if options:
        refuse(f"numpy.{name} with {', '.join(options)} cannot be traced")
    operands = [lift(value) for value in inputs]
    if name in _COMPARISONS:
        result = _compare_integers(name, *operands)
        if result is not None:
            return result
    resolved = _resolve(ufunc, operands, dtype)
    if name == "power" and resolved[0].kind in "iu":
        _check_exponent(inputs[1])
    weak = all(x.weak for x in operands)
    operands = [convert(x, wanted) for x, wanted in zip(operands, resolved)]
    if name == "matmul":
        from .functions import matmul

        return matmul(*operands)
    result = _TABLE[name](*_in_one_shape(name, operands))
    if name in _OPERATORS and weak:
        # Python's numbers, with Python's operators: a number of Python still.
        result.weak = {"i": int, "f": float, "c": complex}.get(result.dtype.kind)
        return result
    return convert(result, resolved[-1])
