#!/usr/bin/env python3
"""Reads and runs programs of classic HLO, and compares with jaxlib.

usage: run-hlo-samples.py --build=FOLDER [--only=TEXT] [--expected=FILE]
                          [--write=FILE] [--timeout=120] FOLDER...

Every .hlo, .txt, .pb and .pbtxt below the folders. Files of several modules,
divided by lines of // -----, are as many programs. jaxlib's parser makes the
messages where it takes the text, ours where it does not. The interpreter and
native code run each program that asks for one process, on generated arguments;
the results have to agree with those of jaxlib's CPU, or with each other where
jaxlib does not run it.

Outcomes: ok, alone (jaxlib cannot run it, ours agree), differ, unread, refused,
large, crash, timeout. FILE has lines of name, outcome and reason of what is neither
ok nor alone. With --expected, any other program that is not listed there with its
outcome fails the run; --write makes such a file. Exit code 1 then.
"""

import argparse
import collections
import json
import math
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import jax  # noqa: E402
import jaxlib._hlo as hlo  # noqa: E402
import ml_dtypes  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402

jax.config.update("jax_enable_x64", True)

MAX_ELEMENTS = 1 << 26
# Relative to the element, and to the greatest element of the result.
TOLERANCE = {"f32": 1e-4, "f64": 1e-10, "f16": 1e-2, "bf16": 4e-2,
             "complex<f32>": 1e-4, "complex<f64>": 1e-10}
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_,
          "complex<f32>": np.complex64, "complex<f64>": np.complex128,
          "bf16": ml_dtypes.bfloat16, "f8E5M2": ml_dtypes.float8_e5m2,
          "f8E4M3FN": ml_dtypes.float8_e4m3fn, "i4": ml_dtypes.int4,
          "ui4": ml_dtypes.uint4}
DTYPES |= {f"{u}i{n}": np.dtype(f"{u}int{n}") for u in ("", "u") for n in (8, 16, 32, 64)}


class Outcome(Exception):
    """What came of a program, and why."""

    def __init__(self, kind, reason=""):
        super().__init__(kind, reason)
        lines = [line for line in reason.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line] or lines
        self.kind, self.reason = kind, errors[0].strip()[:200] if errors else ""


def run(command, timeout, codes=(0,)):
    """Standard output of a tool that must end with one of `codes`."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout,
                              encoding="utf-8", errors="replace")
    except subprocess.TimeoutExpired:
        raise Outcome("timeout", f"after {timeout} s")
    if done.returncode == 1 and 1 not in codes:
        raise Outcome("differ", done.stdout + done.stderr)
    if done.returncode not in codes:
        raise Outcome("crash" if done.returncode < 0 or done.returncode > 3
                      else "refused", done.stderr)
    return done.stdout


# --- Programs ------------------------------------------------------------------------

def find_programs(folders):
    """(name, bytes) of everything, sorted by name."""
    for folder in map(pathlib.Path, folders):
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".hlo", ".txt", ".pb", ".pbtxt"):
                continue
            name = str(path.relative_to(folder.parent))
            parts = [path.read_bytes()]
            if path.suffix in (".hlo", ".txt"):
                parts = re.split(rb"^// -----\s*$", parts[0], flags=re.M)
                parts = [p for p in parts if re.search(rb"^[^/\s]", p, flags=re.M)]
            for number, part in enumerate(parts):
                yield name + (f"#{number}" if len(parts) > 1 else ""), path.suffix, part


def parse_by_jaxlib(content, suffix):
    """The serialized module; None if jaxlib does not take it."""
    try:
        if suffix in (".hlo", ".txt"):
            module = hlo.hlo_module_from_text(content.decode(errors="replace"))
        elif suffix == ".pb":
            module = hlo.HloModule.from_serialized_hlo_module_proto(content)
        else:
            return None
        return module.as_serialized_hlo_module_proto()
    except Exception:  # whatever it is, the text is not for jaxlib
        return None


def read_signature(text):
    """[(sizes, element type)] of the arguments and of the results of @main."""
    head = re.search(r"func\.func @main\((.*)$", text, flags=re.M)[1]
    arguments, _, results = head.partition(") -> ")
    types = lambda part: [([int(n) for n in t.split("x")[:-1]], t.split("x")[-1])
                          for t in re.findall(r"tensor<([^>]*(?:complex<\w+>)?)>",
                                              part.replace("complex<f32>", "c64")
                                              .replace("complex<f64>", "c128"))]
    name = {"c64": "complex<f32>", "c128": "complex<f64>"}
    fix = lambda part: [(sizes, name.get(e, e)) for sizes, e in types(part)]
    if "?" in head or "!hlo.token" in head:
        raise Outcome("alone", "dynamic sizes or tokens at the entry")
    return fix(arguments), fix(results)


def find_radicands(text):
    """Numbers of @main's arguments whose elements go under a root or into a logarithm,
    alone or in a sum, as variances do: negative ones make no sense."""
    operations = {match[1]: (match[2], re.findall(r"%\w+", match[3])) for match in
                  re.finditer(r'^\s+(%\w+) = "?hlo\.(\w+)"?[ (]([^:]*)', text, flags=re.M)}
    values = [operand for name, operands in operations.values()
              if name in ("rsqrt", "sqrt", "log") for operand in operands]
    seen = set()
    while values:
        value = values.pop()
        if value in seen:
            continue
        seen.add(value)
        name, operands = operations.get(value, ("", []))
        if name in ("add", "broadcast_in_dim", "convert", "reshape", "slice", "transpose"):
            values += operands
    head = re.search(r"func\.func @main\((.*)$", text, flags=re.M)[1]
    arguments = re.findall(r"(%\w+): ", head)
    return {index for index, name in enumerate(arguments) if name in seen}


def make_arguments(types, positive):
    """Floats of two and more dimensions are small as those of trained models are: sums
    over all but the last one, of products with others, stay of the size of one number.
    Those of the arguments numbered in `positive` are positive."""
    random = np.random.default_rng(7)
    if sum(math.prod(sizes) for sizes, _ in types) > MAX_ELEMENTS:
        raise Outcome("large", f"arguments of more than {MAX_ELEMENTS} elements")
    for index, (sizes, element) in enumerate(types):
        if element not in DTYPES:
            raise Outcome("refused", f"no arguments of type {element}")
        dtype = np.dtype(DTYPES[element])
        if element == "i1":
            yield random.random(sizes) < 0.5
        elif "i" in element:
            yield random.integers(0, 4, sizes).astype(dtype)
        elif dtype.kind == "c":
            yield (random.uniform(-1, 1, sizes) + 1j * random.uniform(-1, 1, sizes)).astype(dtype)
        else:
            low = 0 if index in positive else -1
            scale = max(1, math.prod(sizes[:-1])) ** -0.5
            yield (random.uniform(low, 1, sizes) * scale).astype(dtype)


# --- jaxlib -----------------------------------------------------------------------------

def work(connection):
    """Takes (module, arguments) until the other side closes, sends the results or
    None. The compiler ends the process for some modules."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    client = jax.devices("cpu")[0].client
    devices = xla_client._xla.DeviceList(tuple(client.devices()[:1]))
    while True:
        try:
            proto, arguments = connection.recv()
        except EOFError:
            return
        try:
            module = xla_client._xla.mlir.hlo_to_stablehlo(proto)
            executable = client.compile_and_load(module, devices)
            results = executable.execute([jax.device_put(a) for a in arguments])
            connection.send([np.asarray(r) for r in results])
        except Exception:  # whatever it is, there is nothing to compare with
            connection.send(None)


class JAX:
    """Runs modules by jaxlib in a process that is replaced when it ends."""

    process = None

    def run(self, proto, arguments, timeout):
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.connection, other = context.Pipe()
            self.process = context.Process(target=work, args=(other,), daemon=True)
            self.process.start()
            other.close()
        try:
            self.connection.send((proto, arguments))
            if self.connection.poll(timeout):
                return self.connection.recv()
        except (EOFError, ConnectionError):
            pass
        self.process.kill()
        self.process = None
        return None


# --- Cases --------------------------------------------------------------------------------

def to_bits(array):
    """NumPy writes types of its own only; ours read the others by their bits."""
    foreign = array.dtype.type.__module__ != "numpy"
    return array.view(f"V{array.dtype.itemsize}") if foreign else array


def write_case(folder, types, arguments, results):
    """A case.json with everything in files."""
    def entry(name, array, sizes, element):
        path = folder / f"{name}.npy"
        if element == "bf16" and name.startswith("result"):
            array = array.astype(np.float32)  # of results, types are what files say
        np.save(path, to_bits(np.ascontiguousarray(array).reshape(sizes)))
        return {"shape": list(sizes), "dtype": element, "file": str(path)}
    case = {"args": [entry(f"arg{i}", a, *t) | {"gen": "file"}
                     for i, (a, t) in enumerate(zip(arguments, types[0]))]}
    case["results"] = []
    for i, (result, (sizes, element)) in enumerate(zip(results, types[1])):
        tolerance = TOLERANCE.get(element, 0)
        wide = np.abs(result.astype(np.complex128)) if tolerance else np.zeros(1)
        finite = wide[np.isfinite(wide)]
        scale = float(finite.max()) if finite.size else 1.0
        case["results"].append(entry(f"result{i}", result, sizes, element) |
                               {"rtol": tolerance, "atol": tolerance * max(scale, 1e-3)})
    path = folder / "case.json"
    path.write_text(json.dumps(case))
    return path


# --- Several processes ---------------------------------------------------------------------

def list_grids(text, content):
    """The numbers of replicas and partitions to try: those that the program names, or
    as many processes as its groups may want, which no attribute of it says."""
    found = [re.search(rf"{name}=(\d+)", content.decode(errors="replace"))
             for name in ("replica_count", "num_partitions")]
    counts = tuple(int(match[1]) if match else 1 for match in found)
    if max(counts) > 1:
        return [counts]
    ids = re.findall(r"(?:replica_groups|source_target_pairs) = dense<([^>]*)>", text)
    largest = max(int(n) for n in re.findall(r"\d+", " ".join(ids)) or ["0"])
    return [grid for n in (max(largest + 1, 2), 4, 8) for grid in ((n, 1), (1, n))] + [(1, 1)]


def run_as_grid(tools, text, content, program, timeout):
    """Compares the backends on the first grid that the program does not refuse."""
    refusals = []
    for grid in list_grids(text, content):
        if math.prod(grid) > 64:
            raise Outcome("large", f"{grid[0]} replicas, {grid[1]} partitions")
        try:
            return compare_grids(tools, grid, program, timeout)
        except Outcome as outcome:
            if outcome.kind != "refused":
                raise
            refusals.append(outcome)
    raise refusals[0]


def compare_grids(tools, grid, program, timeout):
    """Compares the backends on what they print of the results of all processes."""
    printed = []
    for backend in "interpreter", "native":
        out = run([tools / "xla-run", program, f"--replicas={grid[0]}",
                   f"--partitions={grid[1]}", f"--backend={backend}", "--print",
                   "--format=json"], timeout)
        printed.append([[float(n) for n in re.findall(r"-?\d[\d.]*(?:e[-+]?\d+)?", r["value"])]
                        for r in json.loads(out)["results"]])
    for number, (want, got) in enumerate(zip(*printed, strict=True)):
        if not np.allclose(want, got, rtol=1e-4, atol=1e-4):
            raise Outcome("differ", f"native: result {number} of all processes together")
    raise Outcome("alone", f"as {math.prod(grid)} processes")


def examine(tools, jaxlib, suffix, content, timeout, folder):
    """Raises an Outcome unless all is well."""
    proto = parse_by_jaxlib(content, suffix)
    file = folder / ("program.pb" if proto else "program" + suffix)
    file.write_bytes(proto or content)
    try:
        text = run([tools / "xla-test-hlo-import", "-z", file], timeout)
    except Outcome as outcome:
        raise Outcome("unread" if outcome.kind == "refused" else outcome.kind,
                      outcome.reason)
    program = folder / "program.mlir"
    program.write_text(text)
    types = read_signature(text)
    arguments = list(make_arguments(types[0], find_radicands(text)))
    if re.search(r'"hlo\.(all_|collective_|reduce_scatter)', text):
        return run_as_grid(tools, text, content, program, timeout)
    results = jaxlib.run(proto, arguments, timeout) if proto else None
    if results is None:
        # A case has to expect something: arguments are those that xla-run makes up.
        run([tools / "xla-run", program, "--check-numerics"], timeout)
        raise Outcome("alone", "jaxlib does not run it")
    case = write_case(folder, types, arguments, results)
    for backend in "interpreter", "native":
        try:
            run([tools / "xla-run", program, f"--case={case}", f"--backend={backend}"],
                timeout)
        except Outcome as outcome:
            raise Outcome(outcome.kind, f"{backend}: {outcome.reason}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--expected", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--timeout", default=120, type=int)
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    counts, lines = collections.Counter(), []
    expected = {}
    if args.expected:
        for line in args.expected.read_text().splitlines():
            name, kind, *_ = line.split("\t")
            expected[name] = kind
    wrong, jaxlib = 0, JAX()
    for name, suffix, content in find_programs(args.folders):
        if args.only not in name:
            continue
        kind, reason = "ok", ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                examine(args.build / "bin", jaxlib, suffix, content, args.timeout,
                        pathlib.Path(folder))
            except Outcome as outcome:
                kind, reason = outcome.kind, outcome.reason.replace(folder + "/", "")
        counts[kind] += 1
        if kind not in ("ok", "alone"):
            lines.append(f"{name}\t{kind}\t{reason}")
            if args.expected and expected.get(name) != kind:
                wrong += 1
                print("not expected:", lines[-1])
            elif not args.expected:
                print(lines[-1], flush=True)
    if args.write:
        args.write.write_text("".join(line + "\n" for line in lines))
    total = sum(counts.values())
    print(f"{total} programs, {total - counts['unread']} read:",
          ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    return 1 if wrong or (args.only and not total) else 0


if __name__ == "__main__":
    sys.exit(main())
