"""What we export as HLO, XLA reads, and its CPU gives the interpreter's numbers.

Goes over the conformance suites (shared data beside the checkout). jaxlib must
parse every module and print it as HLO text that it parses again, and turn it
into StableHLO; what can run on one device runs there. Prints the counts, and
what is refused by name. `python test_hlo_export.py FOLDER...` does the same for
some folders of the suite and names every program that does not agree.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release")).resolve()
SHARED = pathlib.Path(os.environ.get("XLA_SHARED_DIR", ROOT.parent / "shared"))
SUITES = SHARED / "conformance/stablehlo"
MODELS = SHARED / "models"

os.environ.setdefault("JAX_PLATFORMS", "cpu")
jax = pytest.importorskip("jax")
ml_dtypes = pytest.importorskip("ml_dtypes")
hlo = pytest.importorskip("jaxlib._hlo")

# Our names of element types, and NumPy's.
DTYPES = {
    "i1": np.bool_, "complex<f32>": np.complex64, "complex<f64>": np.complex128,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "bf16": ml_dtypes.bfloat16, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4,
    "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn, "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
}
PACKED = {"i2": 2, "ui2": 2, "i4": 4, "ui4": 4, "f4E2M1FN": 4}


def read_array(folder, entry):
    """The array of a manifest's entry; sub-byte elements lie in bytes, low end first."""
    data = np.fromfile(folder / entry["file"], np.uint8)
    shape, name = entry["shape"], quantized_storage(entry["type"])
    if name in PACKED:
        bits = PACKED[name]
        parts = np.stack([(data >> shift) & (2**bits - 1) for shift in range(0, 8, bits)], -1)
        data = parts.reshape(-1)[: int(np.prod(shape, dtype=np.int64))]
        if name.startswith("i"):
            data = ((data ^ 2 ** (bits - 1)).astype(np.int8) - 2 ** (bits - 1)).astype(np.int8)
            return data.astype(DTYPES[name]).reshape(shape)
        if name.startswith("u"):
            return data.astype(DTYPES[name]).reshape(shape)
    return data.view(DTYPES[name]).reshape(shape)


def quantized_storage(name):
    """i8 of !quant.uniform<i8:f32, ...>; u8 there is our ui8."""
    if not name.startswith("!quant"):
        return name
    storage = name.split("<")[1].split(":")[0].split("<")[0]
    return storage if storage.startswith("i") else "ui" + storage[1:]


def compare(got, want):
    """Nothing, or how far off. Integers agree exactly, others within some ulps of the
    type relative to the largest magnitude nearby: sums have their own order in XLA."""
    got, want = np.asarray(got), np.asarray(want)
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{got.dtype}{got.shape} for {want.dtype}{want.shape}"
    if got.dtype == np.bool_ or np.issubdtype(got.dtype, np.integer) or "int" in str(got.dtype):
        wrong = np.sum(got.astype(object) != want.astype(object)) if got.size else 0
        return f"{wrong} of {got.size} integers differ" if wrong else None
    is_complex = np.issubdtype(got.dtype, np.complexfloating)
    part = got.real.dtype if is_complex else got.dtype
    eps = float(ml_dtypes.finfo(part).eps)
    wide = np.complex128 if is_complex else np.float64
    g, w = got.astype(wide), want.astype(wide)
    with np.errstate(all="ignore"):
        same = (g == w) | (np.isnan(g) & np.isnan(w))
        finite = np.isfinite(w)
        largest = np.max(np.abs(w[finite]), initial=0.0)
        error = np.abs(g - w)
        bound = 64 * eps * np.abs(w) + 4 * eps * max(largest, float(ml_dtypes.finfo(part).tiny))
        bad = ~same & ~(error <= bound)
    if not bad.any():
        return None
    index = np.unravel_index(np.argmax(bad), bad.shape) if bad.ndim else ()
    return f"{bad.sum()} of {bad.size} floats differ, first {g[index]} for {w[index]}"


class Judge:
    """Asks jaxlib about exported modules."""

    def __init__(self):
        from jax._src.lib import xla_client
        self.xla = xla_client
        self.devices = jax.devices("cpu")[:1]
        jax.config.update("jax_enable_x64", True)

    def read(self, data):
        """The module as StableHLO; raises what jaxlib says."""
        computation = self.xla.XlaComputation(data)
        text = computation.as_hlo_text()
        hlo.hlo_module_from_text(text)
        return self.xla._xla.mlir.xla_computation_to_mlir_module(computation)

    def run(self, module, arguments):
        executable = self.devices[0].client.compile_and_load(
            module, self.xla.DeviceList(tuple(self.devices)), self.xla.CompileOptions())
        arrays = [jax.device_put(argument, self.devices[0]) for argument in arguments]
        results = executable.execute_sharded(arrays)
        return [np.asarray(part[0]) for part in results.disassemble_into_single_device_arrays()]


def first_line(error):
    return " ".join(str(error).split())[:160]


def judge_all(folder, verbose=False):
    """Counts of outcomes of the programs in a folder, and lines about the odd ones."""
    judge, counts, notes = Judge(), collections.Counter(), []
    for line in (folder / "manifest.jsonl").read_text().splitlines():
        program = json.loads(line)
        outcome, message = program["outcome"], program.get("message", "")
        if outcome == "written":
            outcome, message = judge_one(judge, folder, program)
        counts[outcome] += 1
        if message:
            notes.append(f"{program['name']}\t{outcome}\t{message}")
        if verbose and message:
            print(notes[-1], flush=True)
    return counts, notes


def judge_one(judge, folder, program):
    try:
        module = judge.read((folder / program["file"]).read_bytes())
    except Exception as error:  # jaxlib raises several kinds
        return "not read", first_line(error)
    if "results" not in program:
        return "read", ""
    try:
        got = judge.run(module, [read_array(folder, a) for a in program["arguments"]])
    except Exception as error:
        return "read, not run", first_line(error)
    want = [read_array(folder, r) for r in program["results"]]
    if len(got) != len(want):
        return "differs", f"{len(got)} results for {len(want)}"
    for index, (a, b) in enumerate(zip(got, want)):
        if problem := compare(a, b):
            return "differs", f"result {index}: {problem}"
    return "agrees", ""


def export(out, *arguments):
    subprocess.run([BUILD / "bin/xla-test-hlo-export", out, *map(str, arguments)], check=True,
                   stdout=subprocess.DEVNULL)


# Programs that jaxlib reads and does not compile or run, or computes otherwise,
# with the reason. What is not here has to agree.
EXPECTED = ROOT / "test/Target/HLOModule/expected-export.tsv"


@pytest.mark.skipif(not SUITES.is_dir(), reason="needs the shared data")
@pytest.mark.parametrize("suite", ["interpret", "math", "testdata"])
def test_suite(suite, tmp_path):
    export(tmp_path, SUITES, suite)
    counts, notes = judge_all(tmp_path)
    total = sum(counts.values())
    print(f"{suite}: {total} programs:", dict(counts))
    known = dict(line.split("\t")[:2] for line in EXPECTED.read_text().splitlines()
                 if line and not line.startswith("#"))
    odd = [note for note in notes if known.get(note.split("\t")[0]) != note.split("\t")[1]]
    assert not odd, "\n".join(odd)


def main():
    import tempfile
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            if name == "models":
                total = collections.Counter()
                for model in sorted(MODELS.iterdir()):
                    if (model / "case.json").exists():
                        export(folder, "--model", model / "model.mlir", model / "case.json")
                        total += judge_all(pathlib.Path(folder), verbose=True)[0]
                print(name, dict(total))
                continue
            suite, _, pattern = name.partition(":")
            export(folder, SUITES, suite, *([pattern] if pattern else []))
            print(name, dict(judge_all(pathlib.Path(folder), verbose=True)[0]))


if __name__ == "__main__":
    main()
