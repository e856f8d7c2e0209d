"""The runs that snapshots (HloSnapshot, HloUnoptimizedSnapshot) hold."""

import os

import numpy as np

from . import executable
from ._mlir_libs import _xla

__all__ = ["Snapshot", "read_snapshot"]


class Snapshot:
    """A program and a run of it, as XLA and this package dump them (`read_snapshot`).

    `arguments` has a tuple of arrays for each process of the run, `results` is a tuple
    of arrays, or None where the snapshot holds none."""

    def __init__(self, content: bytes, name: str):
        self._content, self._name = content, name
        self._run = executable._compiled(_xla.Snapshot, content, name)
        self.arguments = tuple(
            tuple(_make_array(*value) for value in self._run.arguments(process))
            for process in range(self._run.num_processes))
        results = self._run.results()
        self.results = None if results is None else tuple(
            _make_array(*value) for value in results)

    def compile(self, **options) -> executable.Executable:
        """The program, compiled; `options` are those of `xla_mlir.compile`."""
        return executable.compile(self._content, name=self._name, **options)

    def check(self, results) -> None:
        """Raises ValueError, which says what differs, unless `results` (an array, or a
        sequence of them) are those of the snapshot: integers exactly, floats as closely
        as two right compilers may be expected to be. Without results, any are right."""
        if self.results is None:
            return
        given = [results] if executable._is_array(results) else list(results)
        if len(given) != len(self.results):
            raise ValueError(f"expected {len(self.results)} results, got {len(given)}")
        packed = []
        for index, (array, wanted) in enumerate(zip(given, self.results)):
            array = np.asarray(array, order="C")
            if array.dtype != wanted.dtype or array.shape != wanted.shape:
                raise ValueError(f"result {index}: expected {wanted.dtype} of shape "
                                 f"{wanted.shape}, got {array.dtype} of {array.shape}")
            bits = executable._PACKED_BITS.get(array.dtype.name, 0)
            packed.append(executable._pack(array, bits) if bits else array)
        difference = self._run.compare([executable._address(a) for a in packed])
        if difference:
            raise ValueError(difference.rstrip())

    def replay(self, **options):
        """Compiles the program, calls it on the arguments and checks what it gives, which
        is returned. Only of one process."""
        if len(self.arguments) != 1:
            raise ValueError("expected a run of one process, got one of "
                             f"{len(self.arguments)}; xla-run replays it")
        results = self.compile(**options)(*self.arguments[0])
        self.check(results)
        return results


def _make_array(element_type: int, shape: tuple, data: bytes) -> np.ndarray:
    dtype = executable._dtype(element_type)
    bits = executable._PACKED_BITS.get(dtype.name, 0)
    if not bits:
        return np.ndarray(shape, dtype, data).copy()
    array = np.empty(shape, dtype)
    executable._unpack(np.frombuffer(data, np.uint8), bits, array)
    return array


def read_snapshot(source) -> Snapshot:
    """The run in a file (a path) or in bytes. Raises OSError where there is no such file,
    and CompileError where it is no snapshot."""
    if isinstance(source, bytes):
        return Snapshot(source, "snapshot")
    path = os.fspath(source)
    with open(path, "rb") as file:
        return Snapshot(file.read(), os.fsdecode(path))
