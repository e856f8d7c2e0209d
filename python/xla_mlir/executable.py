"""Programs compiled in this process and called on NumPy arrays."""

import collections
import dataclasses
import operator
import os
import re

import numpy as np

from . import ir
from ._mlir_libs import _xla

__all__ = ["CacheInfo", "CompileError", "Diagnostic", "Executable", "TensorInfo", "aot",
           "cache_clear", "cache_info", "compile", "load", "read_module",
           "set_thread_count", "thread_count"]

thread_count = _xla.thread_count
set_thread_count = _xla.set_thread_count

#: As many as a call may ask for; pools of threads have fewer.
_MOST_THREADS = 4096

# What the C ABI packs into bytes, low end first; arrays hold a byte for each.
_PACKED_BITS = {"int2": 2, "uint2": 2, "int4": 4, "uint4": 4, "float4_e2m1fn": 4}


def _dtype(element_type: int) -> np.dtype:
    name = _xla.element_types.get(element_type)
    if name is None:
        raise TypeError(f"element type {element_type} of the C ABI has no array type")
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes  # bfloat16 and what has at most 8 bits

        return np.dtype(getattr(ml_dtypes, name))


def _pack(array: np.ndarray, bits: int) -> np.ndarray:
    """The elements' low bits as packed bytes."""
    per_byte = 8 // bits
    codes = array.view(np.uint8).ravel() & ((1 << bits) - 1)
    codes = np.pad(codes, (0, -codes.size % per_byte)).reshape(-1, per_byte)
    shifts = np.arange(per_byte, dtype=np.uint8) * np.uint8(bits)
    return np.bitwise_or.reduce(codes << shifts, axis=1, dtype=np.uint8)


def _unpack(packed: np.ndarray, bits: int, array: np.ndarray) -> None:
    """Fills `array` with the elements that `packed` holds."""
    shifts = np.arange(8 // bits, dtype=np.uint8) * np.uint8(bits)
    codes = (packed[:, None] >> shifts) & np.uint8((1 << bits) - 1)
    array[...] = codes.ravel()[:array.size].view(array.dtype).reshape(array.shape)


@dataclasses.dataclass(frozen=True)
class TensorInfo:
    """An argument or result; -1 in `shape` is an extent known only at run time."""

    shape: tuple
    dtype: np.dtype
    name: str
    element_type: int = dataclasses.field(default=0, repr=False)

    def is_static(self) -> bool:
        return all(d >= 0 for d in self.shape)

    @property
    def packed_bits(self) -> int:
        """Bits of an element that the C ABI packs with others; 0 for all others."""
        return _PACKED_BITS.get(self.dtype.name, 0)


class Executable(_xla.Callable):
    """Native code of one program; made by `compile` or `load`.

    `executable(*arguments, out=None, threads=0)` takes one array for each argument
    and gives the result, or a tuple of them: arrays of NumPy. Arguments may be of
    any package whose arrays offer themselves by DLPack (torch, JAX). Nothing is
    copied: compiled code reads and writes the arrays' memory, so dtype, shape and
    row-major order must be the program's; but arrays of 2- and 4-bit types are
    packed and unpacked. `out` takes the results: an array, or a sequence of arrays.
    `threads` limits how many this call uses; 0: as many as the program was compiled
    for. The interpreter lock is not held; threads may call one executable at once.
    With `donate=True`, results are the very arrays of the arguments that the program
    donates to them, changed in place; but not where one is a view, cannot be written or
    shares memory with another argument: its result is a new array, and it stays as it is.

    A program that leaves shapes to the call is compiled when it is first called
    with the shapes (and the sizes given as values); the last 16 versions are kept.
    """

    def __init__(self, program, donate: bool = False):
        self._program, self._donate = program, donate
        self.arguments = tuple(self._tensor(t) for t in program.arguments)
        self.results = tuple(self._tensor(t) for t in program.results)
        self._threads = int(parse_options(self.options).get("threads", 0))
        super().__init__(
            program, [t.dtype for t in self.arguments],
            [t.dtype for t in self.results],
            not self.is_dynamic and not any(
                t.packed_bits or not t.is_static()
                for t in self.arguments + self.results), self._threads, donate)

    @property
    def is_dynamic(self) -> bool:
        """Whether the shapes of calls differ; then there is no code before one."""
        return self._program.is_dynamic

    def specialize(self, *arguments) -> "Executable":
        """The version of the program for calls with arrays such as these."""
        arguments = self._check_arguments(arguments)
        dims = [n for array, info in zip(arguments, self.arguments)
                for n, d in zip(array.shape, info.shape) if d < 0]
        if not self.is_dynamic:
            return self
        inputs = self._pack_arguments(arguments)
        return Executable(_compiled(self._program.specialize, dims,
                                    [_address(a) for a in inputs]), self._donate)

    @staticmethod
    def _tensor(raw) -> TensorInfo:
        element_type, shape, _, name = raw
        return TensorInfo(shape, _dtype(element_type), name, element_type)

    @property
    def num_kernels(self) -> int:
        """Distinct kernels in the program's code."""
        return self._program.num_kernels

    @property
    def arena_bytes(self) -> int:
        """Temporary memory that one call takes from the pool."""
        return self._program.arena_bytes

    def metadata(self, key: str):
        """The value of a line of the package that it came from, such as `name`,
        `version` and `source`; None where there is none."""
        return self._program.metadata(key)

    @property
    def entries(self) -> list:
        """The names of all entries of the package that it came from; [] if it was
        compiled here."""
        return self._program.entries

    @property
    def options(self) -> str:
        """The options it was compiled with, `name=value;...`."""
        return self._program.options

    def _call(self, *arguments, out=None, threads: int = 0, donate=None):
        """A call that has more to it than plain arrays, or is wrong. Nothing is donated of
        arrays of other packages: they are theirs."""
        if donate not in (None, False, True):
            raise TypeError(f"expected donate of True or False, got {donate!r}")
        donate = self._donate if donate is None else donate
        if donate and any(isinstance(a, np.generic) for a in arguments):
            return self(*[np.asarray(a) if isinstance(a, np.generic) else a
                          for a in arguments], out=out, threads=threads, donate=True)
        if operator.index(threads) < 0:
            raise ValueError(f"expected threads of 0 or more, got {threads}")
        threads = min(operator.index(threads), _MOST_THREADS)
        if self.is_dynamic:
            version = self.specialize(*arguments)
            return version(*arguments, out=out, threads=threads or self._threads,
                           donate=donate)
        arguments = self._check_arguments(arguments)
        if out is None:
            results = [self._allocate(info) for info in self.results]
        else:
            given = [out] if _is_array(out) else list(out)
            if len(given) != len(self.results):
                raise TypeError(f"expected {len(self.results)} arrays in out, got "
                                f"{len(given)}")
            results = [self._check(f"result {index}", array, info, True)
                       for index, (array, info) in enumerate(zip(given, self.results))]
        outputs = [np.empty(-(-r.size * info.packed_bits // 8), np.uint8)
                   if info.packed_bits else r for r, info in zip(results, self.results)]
        inputs = self._pack_arguments(arguments)
        self._program.call([_address(a) for a in inputs],
                           [_address(r) for r in outputs], threads or self._threads)
        for result, output, info in zip(results, outputs, self.results):
            if info.packed_bits:
                _unpack(output, info.packed_bits, result)
        returned = results if out is None else given
        return returned[0] if len(returned) == 1 else tuple(returned)

    def _check_arguments(self, arguments) -> list:
        """The arguments as arrays of NumPy."""
        if len(arguments) != len(self.arguments):
            raise TypeError(f"expected {len(self.arguments)} arguments, got "
                            f"{len(arguments)}")
        return [self._check(f"argument {index}", array, info, False)
                for index, (array, info) in enumerate(zip(arguments, self.arguments))]

    def _pack_arguments(self, arguments) -> list:
        """The arrays as compiled code reads them."""
        return [_pack(a, info.packed_bits) if info.packed_bits else a
                for a, info in zip(arguments, self.arguments)]

    @staticmethod
    def _allocate(info: TensorInfo) -> np.ndarray:
        count = int(np.prod(info.shape, dtype=np.int64))
        buffer = _xla.Buffer(count * info.dtype.itemsize)
        return np.ndarray(info.shape, info.dtype, buffer=buffer)

    @staticmethod
    def _check(what: str, array, info: TensorInfo, written: bool) -> np.ndarray:
        """`array` as one of NumPy, over the same memory."""
        if isinstance(array, np.generic) and not written:
            array = np.asarray(array)
        if not isinstance(array, np.ndarray):
            if not hasattr(array, "__dlpack__"):
                raise TypeError(f"{what}: expected a numpy.ndarray or an array with "
                                f"DLPack, got {type(array).__name__}; pass "
                                "numpy.asarray(...)")
            if written and not _is_writeable(array):
                raise ValueError(f"{what}: the array is read-only")
            try:
                array = _xla.view_dlpack(array, info.element_type, info.dtype, written)
            except (TypeError, ValueError) as error:
                raise type(error)(f"{what}: {error}") from None
        if array.dtype != info.dtype:
            remedy = "" if written else f"; pass array.astype('{info.dtype}')"
            raise TypeError(f"{what}: expected dtype {info.dtype}, got {array.dtype}{remedy}")
        if len(array.shape) != len(info.shape) or any(
                d not in (-1, n) for n, d in zip(array.shape, info.shape)):
            raise ValueError(f"{what}: expected shape {info.shape}, got {array.shape}")
        if not array.flags.c_contiguous or not array.flags.aligned:
            raise ValueError(f"{what}: not row-major and aligned; "
                             "pass numpy.ascontiguousarray(...)")
        if written and not array.flags.writeable:
            raise ValueError(f"{what}: the array is read-only")
        return array


def _is_writeable(array) -> bool:
    """What NumPy says of an array of another package; DLPack knows of it only in
    recent versions. Types that NumPy does not have are taken on trust."""
    try:
        return np.asarray(array).flags.writeable
    except TypeError:
        return True


def _is_array(value) -> bool:
    return isinstance(value, np.ndarray) or hasattr(value, "__dlpack__")


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _stringify(value) -> str:
    """An option's value as options are written."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text.replace("\\", "\\\\").replace(";", "\\;")


def parse_options(text: str) -> dict:
    """The options in `name=value;...`; a backslash stands before semicolons and
    backslashes of a value."""
    parts = re.findall(r"((?:\\.|[^;\\])+)", text)
    return dict(re.sub(r"\\(.)", r"\1", part).split("=", 1) for part in parts)


#: What the caches of this process have done. Of calls of `compile` and of programs with
#: new shapes: `hits` found their code in this process, `misses` did not, `loaded` of these
#: found all of it in the folder of the cache. `kept`: programs in memory now. Of parts
#: (kernels, and the rest of a program): `part_hits` were in memory, `parts_loaded` in the
#: folder, `parts_compiled` in neither. `files_rejected`: damaged files.
CacheInfo = collections.namedtuple(
    "CacheInfo", "hits misses loaded kept part_hits parts_loaded parts_compiled "
    "files_rejected files_written bytes_kept")


def cache_info() -> CacheInfo:
    """What the caches of this process have done since it began, or `cache_clear`."""
    return CacheInfo(**_xla.cache_info())


def cache_clear() -> None:
    """Forgets what is kept in memory, and what `cache_info` counted. Executables that
    are held stay, and so do folders."""
    _xla.cache_clear()


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """One message of the compiler, and the notes that belong to it. `line` and `column`
    count from 1; 0, and "" as `file`, if unknown."""

    severity: str
    file: str
    line: int
    column: int
    message: str
    notes: tuple = ()

    @staticmethod
    def _make(severity, file, line, column, message, notes) -> "Diagnostic":
        return Diagnostic(severity, file, line, column, message,
                          tuple(Diagnostic._make(*note) for note in notes))


class CompileError(ValueError):
    """A program that was refused. The text is what a tool would print, lines of the
    program included; `diagnostics` are the messages one by one. What the first error has
    are attributes of this one too: `message`, `file`, `line`, `column` and `notes`."""

    def __init__(self, text: str, messages=()):
        super().__init__(text)
        self.diagnostics = [Diagnostic._make(*message) for message in messages]
        first = next((d for d in self.diagnostics if d.severity == "error"),
                     Diagnostic("error", "", 0, 0, text))
        self.message, self.notes = first.message, first.notes
        self.file, self.line, self.column = first.file, first.line, first.column


def compile(program, *, name: str = "program", progress=None, trace=None,
            **options) -> Executable:
    """Compiles a program for this machine, or gives the code that this process has of it:
    the same text, name and options compile once.

    `program` is text or bytes in any format that docs/formats.md lists, a module of
    `xla_mlir.ir`, a module of another MLIR, which goes through text, or what
    `jax.jit(f).lower(x)` and `jax.export.export(jax.jit(f))(x)` give. `options` are
    compile options (docs/executable.md), such as `entry="f"`, `opt_level=1`, `threads=2`
    or `cache_dir="..."`, with _ for -.

    A program that is refused raises CompileError; warnings are Python's. The interpreter
    lock is not held meanwhile, and Ctrl-C ends the compilation.
    `progress(name, done, total, seconds)` is called with each pass and kernel once it has
    taken two seconds, and ends it by raising. `trace` names a file for what took how long,
    which Perfetto opens.
    """
    return Executable(_compiled(_xla.Program, _content(program), name, _write(options),
                                progress, os.fspath(trace) if trace else ""))


def aot(program, path, *, name: str = "program", header=None, symbol: str | None = None,
        **options) -> None:
    """Compiles a program as `compile` does, into a file whose name says what it is: `.xla`
    (a package, for `load` and programs without a compiler), `.o` or `.so`. The options
    `cpu`, `features` and `triple` name another processor than this one; `weights="package"`
    or `"file"` keeps large constants out of the code.

    `header` names a file for a C and C++ header. `symbol` is what the entry is called in the
    code and the header; without it, an entry `main` takes the name of the header."""
    _compiled(_xla.Program.compile_to_file, _content(program), name, _write(options),
              os.fsdecode(path), os.fsdecode(header) if header else "", symbol or "")


def read_module(program, *, name: str = "program") -> ir.Module:
    """The program, in any form that `compile` takes, as a module of the context that is
    entered (`with xla_mlir.ir.Context():`), in our dialects. What is no program raises
    CompileError."""
    context = ir.Context.current
    if context is None:
        raise ValueError("expected a context to read the module into, got none; use `with "
                         "xla_mlir.ir.Context():`")
    return _compiled(_xla.read_module, _content(program), name, context)


def _content(program) -> bytes:
    """The program as bytes in one of the formats."""
    if hasattr(program, "operation"):
        program = program.operation.get_asm(enable_debug_info=True)
    elif hasattr(program, "mlir_module_serialized"):  # What jax.export gives.
        program = program.mlir_module_serialized
    elif hasattr(program, "as_text") and hasattr(program, "compile"):  # Lowered.
        program = (program.as_text(debug_info=True) if hasattr(program, "compiler_ir")
                   else program.as_text())
    if isinstance(program, str):
        program = program.encode()
    if not isinstance(program, bytes):
        remedy = "; xla_mlir.jit compiles functions" if callable(program) else ""
        raise TypeError("expected text, bytes, a module, or what lower or jax.export of JAX "
                        f"give, got {type(program).__name__}{remedy}")
    return program


def _write(options: dict) -> str:
    """Options as the compiler reads them."""
    return ";".join(f"{key.replace('_', '-')}={_stringify(value)}"
                    for key, value in options.items())


def load(path, weights=None, entry=None) -> Executable:
    """The program in a package (`.xla`) that xla-compile wrote: no compiler looks at it,
    the code for this processor is mapped. Raises FileNotFoundError, or ValueError where
    the file is no package, damaged, or has no code for this processor. The file must not
    be written to while the program lives; another may take its name.

    Large constants that have a file of their own (`aot(..., weights="file")`) are mapped
    from where the package says, seen from its folder, or from `weights`: the file, or the
    folder that has the files. Of several entries (`aot(..., entry="f,g")`), the first is
    taken, or `entry`; `entries` of the result names them.
    """
    path = os.fspath(path)
    if not os.path.exists(path):
        raise FileNotFoundError(f"no package at {path}")
    return Executable(_xla.Program.load(os.fsdecode(path),
                                        os.fsdecode(weights) if weights else "",
                                        entry or ""))


def _compiled(compile, *arguments) -> "_xla.Program":
    """What `compile` gives; its failure as the error that users know."""
    try:
        return compile(*arguments)
    except _xla.CompileFailure as error:
        raise CompileError(*error.args) from None
