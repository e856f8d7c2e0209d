#!/usr/bin/env python3
"""Measures what a call costs, and the first one of a process, beside jaxlib and NumPy.

The program adds two arrays of four floats. Calls: the least of many runs of 20000 calls,
all in one process. First results: the least of several processes, from their start to
their end, each of which computes the MLP of examples/mlp once; those of C have no Python
in them. Without jax its lines are left out.

  .venv/bin/python utils/measure-calls.py
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

ADD = """
func.func @main(%x: tensor<4xf32> loc("x"), %y: tensor<4xf32> loc("y"))
    -> (tensor<4xf32> {jax.result_info = "z"}) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""

C_CALLS = r"""
#include "add.h"
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(void) {
  float x[4] = {1}, y[4] = {2}, z[4];
  double least[2] = {1, 1};
  if (add_run(0, x, y, z) != 0 || z[0] != 3)
    return 1;
  for (int turn = 0; turn < 400; ++turn) {
    double start = now();
    for (int i = 0; i < 20000; ++i)
      add_run_alone(0, x, y, z);
    double middle = now();
    for (int i = 0; i < 20000; ++i)
      add_run(0, x, y, z);
    double end = now();
    if (middle - start < least[0])
      least[0] = middle - start;
    if (end - middle < least[1])
      least[1] = end - middle;
  }
  printf("%g %g\n", least[0] / 20000, least[1] / 20000);
  return 0;
}
"""

FIRST = {
    "Python, package": "f = xla_mlir.load('{package}')",
    "Python, compiled": "f = xla_mlir.compile(open('{model}').read())",
    "Python, compiled, all of it in the folder of the cache":
        "f = xla_mlir.compile(open('{model}').read(), cache_dir='{cache}')",
    "jaxlib, compiled": """
import jax, jax.numpy as jnp
@jax.jit
def f(x):
    for n in (32, 16, 4):
        x = jnp.tanh(x @ np.full((x.shape[1], n), 0.1, np.float32))
    return x
""",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=7, help="processes for a first result")
    parser.add_argument("--cc", default="cc", help="compiler of C")
    options = parser.parse_args()
    sys.path.insert(0, str(options.build / "python"))
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.pop("XLA_CACHE_DIR", None)  # Or what is compiled would be read.
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        print_table("call", measure_c_calls(options, folder) + measure_calls(), 1e6, "us")
        print_table("first result", measure_first(options, folder), 1e3, "ms")


def print_table(what, rows, scale, unit):
    print(f"\n| {what} | {unit} |\n|---|---:|")
    for name, seconds in rows:
        print(f"| {name} | {seconds * scale:.3g} |")


def measure_c_calls(options, folder):
    (folder / "add.mlir").write_text(ADD)
    (folder / "calls.c").write_text(C_CALLS)
    build = options.build
    subprocess.run([build / "bin/xla-compile", folder / "add.mlir", "-o", folder / "add.o",
                    f"--header={folder}/add.h"], check=True)
    subprocess.run([options.cc, "-O2", folder / "calls.c", folder / "add.o", "-I", folder, "-I",
                    ROOT / "include", "-L", build / "lib", "-lxla_runtime",
                    f"-Wl,-rpath,{build}/lib", "-o", folder / "calls"], check=True)
    text = subprocess.run([folder / "calls"], check=True, capture_output=True, text=True).stdout
    alone, run = map(float, text.split())
    return [("C, without the run time", alone), ("C, through the run time", run)]


def least(function, *arguments):
    """Seconds of a call."""
    function(*arguments)
    best, turns = float("inf"), range(20000)
    for _ in range(20):
        start = time.perf_counter()
        for _ in turns:
            function(*arguments)
        best = min(best, time.perf_counter() - start)
    return best / len(turns)


def measure_calls():
    import numpy as np
    import xla_mlir

    x = np.ones(4, np.float32)
    tree = {"x": x, "scale": [2.0]}
    program = xla_mlir.compile(ADD)
    jitted = xla_mlir.jit(lambda x, y: x + y)
    nested = xla_mlir.jit(lambda tree: {"y": tree["x"] * tree["scale"][0]})
    rows = [("Python: executable", least(program, x, x)),
            ("xla_mlir.jit, arrays of NumPy", least(jitted, x, x)),
            ("xla_mlir.jit, an array and a number", least(jitted, x, 2.0)),
            ("xla_mlir.jit, a dict with a list", least(nested, tree)),
            ("numpy.add", least(np.add, x, x))]
    try:
        import jax
    except ImportError:
        return rows
    own = jax.numpy.asarray(x)
    jitted = jax.jit(lambda x, y: x + y)
    nested = jax.jit(lambda tree: {"y": tree["x"] * tree["scale"][0]})
    return rows + [("xla_mlir.jit of a function of JAX, its arrays",
                    least(xla_mlir.jit(jitted), own, own)),
                   ("jax.jit, its arrays", least(jitted, own, own)),
                   ("jax.jit, arrays of NumPy", least(jitted, x, x)),
                   ("jax.jit, a dict with a list", least(nested, {"x": own, "scale": [2.0]}))]


def measure_first(options, folder):
    model = ROOT / "examples/mlp/model.mlir"
    package, cache = folder / "mlp.xla", folder / "cache"
    subprocess.run([options.build / "bin/xla-compile", model, "--symbol=mlp", "-o", package],
                   check=True)
    load = folder / "run-package"
    subprocess.run([options.cc, "-O2", ROOT / "examples/from_c/main.c", "-I", ROOT / "include",
                    "-L", options.build / "lib", "-lxla_runtime",
                    f"-Wl,-rpath,{options.build}/lib", "-o", load], check=True)
    environment = {**os.environ, "PYTHONPATH": str(options.build / "python")}
    commands = {"C, package": [load, package],
                "Python and NumPy alone": [sys.executable, "-c", "import numpy"]}
    for name, text in FIRST.items():
        if name.startswith("jaxlib") and subprocess.run(
                [sys.executable, "-c", "import jax"], capture_output=True,
                check=False).returncode:
            continue
        imports = "" if name.startswith("jaxlib") else ", xla_mlir"
        text = f"import numpy as np{imports}\n" + text.format(
            package=package, model=model, cache=cache) + (
            "\nnp.asarray(f(np.ones((1, 16), np.float32)))")
        commands[name] = [sys.executable, "-c", text]
    times = {name: [] for name in commands}
    for _ in range(options.rounds):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
            times[name].append(time.perf_counter() - start)
    return [(name, min(all_)) for name, all_ in times.items()]


if __name__ == "__main__":
    main()
