"""Programs compiled in this process and called on NumPy arrays."""

import dataclasses

import numpy as np

from ._mlir_libs import _xla

__all__ = ["Executable", "TensorInfo", "compile", "set_thread_count", "thread_count"]

thread_count = _xla.thread_count
set_thread_count = _xla.set_thread_count


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

    def is_static(self) -> bool:
        return all(d >= 0 for d in self.shape)

    @property
    def packed_bits(self) -> int:
        """Bits of an element that the C ABI packs with others; 0 for all others."""
        return _PACKED_BITS.get(self.dtype.name, 0)


class Executable:
    """Native code of one program; made by `compile`.

    Calling it takes one array for each argument and gives the result, or a tuple
    of them. Nothing is copied: compiled code reads and writes the arrays' memory,
    so dtype, shape and row-major order must be the program's; but arrays of 2- and
    4-bit types are packed and unpacked. Threads may call one executable at once.

    A program that leaves shapes to the call is compiled when it is first called
    with the shapes (and the sizes given as values); the last 16 versions are kept.
    """

    def __init__(self, program):
        self._program = program
        self.arguments = tuple(self._tensor(t) for t in program.arguments)
        self.results = tuple(self._tensor(t) for t in program.results)

    @property
    def is_dynamic(self) -> bool:
        """Whether the shapes of calls differ; then there is no code before one."""
        return self._program.is_dynamic

    def specialize(self, *arguments) -> "Executable":
        """The version of the program for calls with arrays such as these."""
        self._check_arguments(arguments)
        dims = [n for array, info in zip(arguments, self.arguments)
                for n, d in zip(array.shape, info.shape) if d < 0]
        inputs = self._pack_arguments(arguments)
        return Executable(self._program.specialize(
            dims, [_address(a) for a in inputs])) if self.is_dynamic else self

    @staticmethod
    def _tensor(raw) -> TensorInfo:
        element_type, shape, _, name = raw
        return TensorInfo(shape, _dtype(element_type), name)

    @property
    def num_kernels(self) -> int:
        """Distinct kernels in the program's code."""
        return self._program.num_kernels

    @property
    def arena_bytes(self) -> int:
        """Temporary memory that one call takes from the pool."""
        return self._program.arena_bytes

    @property
    def options(self) -> str:
        """The options it was compiled with, `name=value;...`."""
        return self._program.options

    def __call__(self, *arguments, out=None, threads: int = 0):
        """Runs the program; `out` takes the results: an array, or a sequence of
        arrays. `threads` limits how many this call uses, 0 for no limit."""
        if self.is_dynamic:
            return self.specialize(*arguments)(*arguments, out=out, threads=threads)
        self._check_arguments(arguments)
        if out is None:
            results = [self._allocate(info) for info in self.results]
        else:
            results = [out] if isinstance(out, np.ndarray) else list(out)
            if len(results) != len(self.results):
                raise TypeError(f"expected {len(self.results)} arrays in out, got "
                                f"{len(results)}")
            for index, (array, info) in enumerate(zip(results, self.results)):
                self._check(f"result {index}", array, info, True)
        outputs = [np.empty(-(-r.size * info.packed_bits // 8), np.uint8)
                   if info.packed_bits else r for r, info in zip(results, self.results)]
        inputs = self._pack_arguments(arguments)
        self._program.call([_address(a) for a in inputs],
                           [_address(r) for r in outputs], threads)
        for result, output, info in zip(results, outputs, self.results):
            if info.packed_bits:
                _unpack(output, info.packed_bits, result)
        return results[0] if len(results) == 1 else tuple(results)

    def _check_arguments(self, arguments) -> None:
        if len(arguments) != len(self.arguments):
            raise TypeError(f"expected {len(self.arguments)} arguments, got "
                            f"{len(arguments)}")
        for index, (array, info) in enumerate(zip(arguments, self.arguments)):
            self._check(f"argument {index}", array, info, False)

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
    def _check(what: str, array, info: TensorInfo, written: bool) -> None:
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{what}: expected a numpy.ndarray, got "
                            f"{type(array).__name__}; pass numpy.asarray(...)")
        if array.dtype != info.dtype:
            raise TypeError(f"{what}: expected dtype {info.dtype}, got {array.dtype}")
        if len(array.shape) != len(info.shape) or any(
                d not in (-1, n) for n, d in zip(array.shape, info.shape)):
            raise ValueError(f"{what}: expected shape {info.shape}, got {array.shape}")
        if not array.flags.c_contiguous or not array.flags.aligned:
            raise ValueError(f"{what}: not row-major and aligned; "
                             "pass numpy.ascontiguousarray(...)")
        if written and not array.flags.writeable:
            raise ValueError(f"{what}: the array is read-only")


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _stringify(value) -> str:
    """An option's value as `xla.options` writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def compile(program, *, name: str = "program", **options) -> Executable:
    """Compiles a program for this machine.

    `program` is text or bytes in any format that docs/formats.md lists, a module of
    `xla_mlir.ir`, or a module of another MLIR, which goes through text. `options` are those of
    `xla.options`, such as `entry="f"` or `opt_level=1`, with _ for -. A program that is
    refused raises ValueError with the compiler's diagnostics.
    """
    if hasattr(program, "operation"):
        program = program.operation.get_asm(enable_debug_info=True)
    if isinstance(program, str):
        program = program.encode()
    if not isinstance(program, bytes):
        raise TypeError("expected text, bytes or a module, got "
                        f"{type(program).__name__}")
    text = ";".join(f"{key.replace('_', '-')}={_stringify(value)}"
                    for key, value in options.items())
    return Executable(_xla.Program(program, name, text))
