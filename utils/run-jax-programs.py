#!/usr/bin/env python3
"""Runs programs that come with the jax wheel as native code, and compares.

usage: run-jax-programs.py --build=FOLDER [--per-group=N | --every=K]
                           [--group=NAME,...] [--expected=FILE] [--write=FILE]
                           [--timeout=60] (harness | backcompat)

harness     The cases of jax's primitive harnesses, a function of lax and random
            arguments each, exported to StableHLO text by jax. The results have to
            agree with jaxlib's own. `--per-group` takes that many cases of each
            of the groups, evenly spread, `--every` each K-th.
backcompat  The programs that jax releases of several years saved, with inputs
            and expected outputs, as the portable artifacts that they are. Those
            for other devices run too, unless they call their libraries.

Outcomes: ok, differ, refused, crash, timeout, and skip for what jaxlib cannot do
itself. FILE has lines of name, outcome and reason of what is not ok. With
--expected, any case that is neither ok nor listed with its outcome fails the
run; --write makes such a file. Exit code 1 then, 2 if nothing could run.
"""

import argparse
import collections
import importlib
import multiprocessing
import os
import pathlib
import pkgutil
import re
import sys
import time
import warnings

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Relative; of the largest magnitude too, because sums are taken in any order.
TOLERANCE = {"bfloat16": 2e-2, "float16": 5e-3, "float32": 2e-4, "complex64": 2e-4,
             "float64": 1e-9, "complex128": 1e-9}


# --- The process that runs native code ------------------------------------------

def work(connection, build) -> None:
    """Takes (text, arguments) until the other side closes; sends
    (outcome, message or results). A crash ends this process alone."""
    sys.path.insert(0, str(build / "python"))
    # Diagnostics are what the exception says.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    import xla_mlir

    while True:
        try:
            text, arguments = connection.recv()
        except EOFError:
            return
        try:
            program = xla_mlir.compile(text, **{"opt-level": 0})
            results = program(*arguments)
        except Exception as error:  # whatever it is, it is this case's outcome
            connection.send(("refused", f"{type(error).__name__}: {error}"))
            continue
        if not isinstance(results, tuple):
            results = (results,)
        connection.send(("ok", [np.array(r) for r in results]))


class Worker:
    """Runs native code in a process that is replaced when it ends or hangs."""

    def __init__(self, build, timeout):
        self.build, self.timeout, self.process = build, timeout, None

    def run(self, text, arguments):
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.connection, other = context.Pipe()
            self.process = context.Process(target=work, args=(other, self.build),
                                           daemon=True)
            self.process.start()
            other.close()
        try:
            self.connection.send((text, arguments))
            if self.connection.poll(self.timeout):
                return self.connection.recv()
            outcome = "timeout", f"after {self.timeout} s"
        except (EOFError, ConnectionError):
            self.process.join()
            outcome = "crash", f"exit code {self.process.exitcode}"
        self.process.kill()
        self.process = None
        return outcome


# --- Comparison ------------------------------------------------------------------

def difference(want, got) -> str:
    """The first difference of two lists of arrays; empty if there is none."""
    if len(want) != len(got):
        return f"{len(got)} results, expected {len(want)}"
    for i, (a, b) in enumerate(zip(want, got)):
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"result {i} is {b.dtype}{b.shape}, expected {a.dtype}{a.shape}"
        tolerance = TOLERANCE.get(str(a.dtype))
        if tolerance is None:
            # Floats of 8 bits and less have NaN too.
            same = (a == b) | ((a != a) & (b != b))
            if not same.all():
                return f"result {i}: {int((~same).sum())} of {a.size} elements differ"
            continue
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        x, y = a.astype(wide), b.astype(wide)
        finite = np.abs(x[np.isfinite(x)])
        atol = tolerance * max(1.0, float(finite.max()) if finite.size else 1.0)
        with np.errstate(invalid="ignore"):
            if not np.allclose(x, y, rtol=tolerance, atol=atol, equal_nan=True):
                return f"result {i}: largest difference {np.nanmax(np.abs(x - y)):.3g}"
    return ""


def determined(name, results) -> list:
    """What the results of a decomposition determine. Vectors are unique but for
    sign or phase, those of equal values not at all; what they multiply to is.
    cholesky leaves the other triangle open."""
    kind = re.match(r"(cholesky|(?:\w+_)?(eigh?|svd|schur|Eigh))(_|-|$)", name)
    if not kind or any(r.dtype.kind not in "fc" for r in results):
        return results
    if kind[1] == "cholesky":
        return [np.tril(r) for r in results]
    rank = max(r.ndim for r in results)
    values = [r for r in results if r.ndim == rank - 1]
    matrices = [r for r in results if r.ndim == rank]
    adjoint = lambda m: np.conj(np.swapaxes(m, -1, -2))
    if kind[2] == "schur" and len(matrices) == 2:
        t, q = matrices
        return [q @ t @ adjoint(q), adjoint(q) @ q]
    if kind[2] == "eig" and len(results) == 1:
        order = np.lexsort((results[0].imag.round(3), results[0].real.round(3)))
        return [np.take_along_axis(results[0], order, -1)]
    if len(values) != 1 or not matrices:
        return results
    w = values[0]
    if kind[2] == "svd":
        u, v = matrices
        k = w.shape[-1]
        return [w, (u[..., :k] * w[..., None, :]) @ v[..., :k, :], adjoint(u) @ u,
                v @ adjoint(v)]
    return [(v * w[..., None, :]) @ np.linalg.inv(v) for v in matrices]


def first_line(message) -> str:
    """What was refused, in one line without places."""
    lines = [line for line in str(message).splitlines() if line.strip()]
    line = next((l for l in lines if "error:" in l), lines[0] if lines else "")
    line = line.split("error:", 1)[-1].strip()
    return re.sub(r"\s+", " ", line)[:140]


# --- Programs --------------------------------------------------------------------

def harness_cases(args):
    """(name, group, function that gives (text, arguments, results) or None)."""
    import jax

    jax.config.update("jax_enable_x64", True)
    from jax._src.internal_test_util import test_harnesses

    groups = collections.defaultdict(list)
    for harness in test_harnesses.all_harnesses:
        if not args.group or harness.group_name in args.group:
            groups[harness.group_name].append(harness)
    chosen = []
    for cases in groups.values():
        count = min(args.per_group or len(cases), len(cases))
        chosen += [cases[i * len(cases) // count] for i in range(count)]
    for harness in chosen[:: args.every]:
        def prepare(harness=harness):
            if not harness.filter("cpu"):
                return None
            arguments = harness.dyn_args_maker(np.random.RandomState(0))
            lowered = jax.jit(harness.dyn_fun, keep_unused=True).lower(*arguments)
            results = jax.block_until_ready(lowered.compile()(*arguments))
            return (lowered.as_text(), plain(jax, arguments), plain(jax, results))
        yield harness.fullname, harness.group_name, prepare


def plain(jax, tree):
    """The leaves as row-major arrays; keys of random numbers as their bits."""
    leaves = []
    for leaf in jax.tree.leaves(tree):
        if isinstance(leaf, jax.Array) and jax.dtypes.issubdtype(
                leaf.dtype, jax.dtypes.extended):
            leaf = jax.random.key_data(leaf)
        array = np.asarray(jax.numpy.asarray(leaf))
        leaves.append(np.ascontiguousarray(array).reshape(array.shape))
    return leaves


def backcompat_cases(args):
    from jax._src.internal_test_util import export_back_compat_test_data as data

    def records(value, path):
        if isinstance(value, dict) and "mlir_module_serialized" in value:
            yield "-".join(path), value
        elif isinstance(value, (dict, list, tuple)):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for key, inner in items:
                yield from records(inner, path + [str(key)])

    for info in pkgutil.walk_packages(data.__path__, data.__name__ + "."):
        if info.ispkg:
            continue
        module = importlib.import_module(info.name)
        short = info.name[len(data.__name__) + 1 :].replace(".", "_")
        for key, value in vars(module).items():
            if not key.startswith("data"):
                continue
            for name, record in records(value, [short, key]):
                platform = record.get("platform", "?")
                if not args.group or platform in args.group:
                    yield (re.sub(r"[^\w.-]+", "_", name), platform,
                           lambda record=record: read_backcompat(record))


def read_backcompat(record):
    leaves = [[np.ascontiguousarray(a).reshape(np.shape(a)) for a in record[key]]
              for key in ("inputs", "expected_outputs")]
    return record["mlir_module_serialized"], *leaves


# --- The run ---------------------------------------------------------------------

def run_case(name, prepare, worker) -> tuple:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            prepared = prepare()
    except Exception as error:  # jax's own refusals are no outcome of ours
        return "skip", f"{type(error).__name__}: {first_line(error)}"
    if prepared is None:
        return "skip", "not for this platform"
    text, arguments, want = prepared
    outcome, got = worker.run(text, arguments)
    if outcome != "ok":
        return outcome, first_line(got)
    why = difference(determined(name, want), determined(name, got))
    return ("differ", why) if why else ("ok", "")


def read_expected(path) -> dict:
    lines = [line.rstrip("\n").split("\t") for line in open(path)
             if line.strip() and not line.startswith("#")]
    return {line[0]: line[1] for line in lines}


def report(table, bad, seconds, args) -> int:
    total = sum(table.values(), collections.Counter())
    for group, counts in sorted(table.items()):
        if set(counts) - {"ok", "skip"} or args.suite == "backcompat":
            print(f"{group}: " + ", ".join(f"{n} {o}" for o, n in sorted(counts.items())))
    print(", ".join(f"{n} {outcome}" for outcome, n in sorted(total.items()))
          + f"; {sum(total.values())} cases of {len(table)} groups, {seconds:.0f} s")
    if args.write:
        with open(args.write, "w") as out:
            print("# Written by utils/run-jax-programs.py: what is not ok, and why.",
                  file=out)
            for row in sorted(bad):
                print(*row, sep="\t", file=out)
    if not total["ok"]:
        return 2
    if not args.expected:
        return 1 if bad else 0
    expected = read_expected(args.expected)
    worse = [row for row in bad if expected.get(row[0]) != row[1]]
    for row in worse:
        print("worse than listed:", *row, sep="\t")
    return 1 if worse else 0


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("suite", choices=["harness", "backcompat"])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--per-group", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--group", default="")
    parser.add_argument("--expected")
    parser.add_argument("--write")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    args.group = set(filter(None, args.group.split(",")))
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    worker = Worker(args.build.resolve(), args.timeout)
    table, bad = collections.defaultdict(collections.Counter), []
    start = time.monotonic()
    cases = harness_cases if args.suite == "harness" else backcompat_cases
    for name, group, prepare in cases(args):
        outcome, why = run_case(name, prepare, worker)
        table[group][outcome] += 1
        if outcome not in ("ok", "skip"):
            bad.append((name, outcome, why))
        if args.verbose and outcome != "ok":
            print(name, outcome, why, sep="\t", flush=True)
    return report(table, bad, time.monotonic() - start, args)


if __name__ == "__main__":
    sys.exit(main())
