#!/usr/bin/env python3
"""Times programs beside XLA:CPU.

Each program, StableHLO text, is compiled and called by xla-run and by jaxlib, in processes
of their own that take turns. A number is the least over the rounds of a process's median;
only the ratio of two numbers of one run means anything. Arguments are made up, the same
for both: floats between -1 and 1, integers from 0 to 7; types that NumPy has not are zero.
Results are not compared: `xla-run --check-numerics` does.

  .venv/bin/python utils/compare-jaxlib.py examples/*/model.mlir --rounds 3
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", help="files of StableHLO text")
    parser.add_argument("--rounds", type=int, default=3, help="processes for each number")
    parser.add_argument("--threads", type=int, default=1, help="processors that both may use")
    parser.add_argument("--seconds", type=float, default=0.5,
                        help="time of jaxlib's calls; xla-run chooses its own")
    parser.add_argument("--xla-run", default=str(ROOT / "build/release/bin/xla-run"))
    parser.add_argument("--json", action="store_true", help="one object a line, times in seconds")
    parser.add_argument("--jaxlib-worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.jaxlib_worker:
        return print(json.dumps(time_jaxlib(*options.programs, options.seconds)))
    if subprocess.run([sys.executable, "-c", "import jaxlib"], capture_output=True,
                      check=False).returncode:
        sys.exit(f"expected jaxlib in {sys.executable}; set-up installs it in .venv/bin/python")
    with tempfile.TemporaryDirectory() as folder:
        compare(options, folder)


def compare(options, folder):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:options.threads])
    ours = [options.xla_run, "--benchmark", "--format=json", f"--threads={options.threads}"]
    theirs = [sys.executable, __file__, "--jaxlib-worker", f"--seconds={options.seconds}"]
    if not options.json:
        print(f"{'program':<32}{'ms':>12}{'jaxlib ms':>12}{'ratio':>8}"
              f"{'compile ms':>12}{'jaxlib ms':>12}{'ratio':>8}")
    ratios = []
    for program in options.programs:
        # The first writes the arguments that all use.
        first = run(theirs + [program, folder])
        files = [f"--arg=@{folder}/{i}.npy" for i in range(first["arguments"])]
        rows = [[run(ours + files + [program]), run(theirs + [program, folder])]
                for _ in range(options.rounds)]
        least = [{what: min(row[i][what] for row in rows) for what in ("run", "compile")}
                 for i in range(2)]
        ratios.append([least[0][what] / least[1][what] for what in ("run", "compile")])
        report(program, least, ratios[-1], options.json)
    if not options.json:
        means = [statistics.geometric_mean(column) for column in zip(*ratios)]
        print(f"{'geometric mean':<32}{'':>24}{means[0]:>8.2f}{'':>24}{means[1]:>8.2f}")


def report(program, least, ratios, as_json):
    path = pathlib.Path(program)
    name = path.parent.name if path.stem == "model" else path.stem
    if as_json:
        return print(json.dumps({"program": name, "ours": least[0], "jaxlib": least[1]}))
    print(f"{name:<32}", end="")
    for what, ratio in zip(("run", "compile"), ratios):
        print("".join(f"{1e3 * side[what]:>12.4g}" for side in least) + f"{ratio:>8.2f}", end="")
    print(flush=True)


def run(command):
    """The median time of a call and the time of compiling, in seconds."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stderr}\nexpected exit code 0, but got {done.returncode} from: "
                 + " ".join(command))
    result = json.loads(done.stdout.splitlines()[-1])
    return {"run": statistics.median(result["run_s"]), "compile": result["compile_s"],
            "arguments": result.get("arguments")}


def time_jaxlib(program, folder, seconds):
    # With one processor small dots are inlined only without Eigen's threads.
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=" + (
        "true" if len(os.sched_getaffinity(0)) > 1 else "false")
    import jax
    import numpy
    from jaxlib import _jax, xla_client

    jax.config.update("jax_enable_x64", True)
    device = jax.devices("cpu")[0]
    text = pathlib.Path(program).read_text()
    start = time.perf_counter()
    executable = device.client.compile_and_load(text, _jax.DeviceList((device,)),
                                                xla_client.CompileOptions())
    compiling = time.perf_counter() - start
    random = numpy.random.default_rng(1)
    arguments = [make_argument(random, shape) for shape in read_parameters(text)]
    for i, argument in enumerate(arguments):
        numpy.save(f"{folder}/{i}.npy", argument)
    arguments = [jax.device_put(argument, device) for argument in arguments]
    times = []
    until = time.perf_counter() + seconds
    # The first calls touch memory that later ones use again.
    while len(times) < 5 or time.perf_counter() < until:
        start = time.perf_counter()
        jax.block_until_ready(executable.execute(arguments))
        times.append(time.perf_counter() - start)
    return {"run_s": times[2:], "compile_s": compiling, "arguments": len(arguments)}


def read_parameters(text):
    from jaxlib._jax import mlir
    computation = mlir.mlir_module_to_xla_computation(text)
    return computation.program_shape().parameter_shapes()


def make_argument(random, shape):
    import numpy
    dims, dtype = shape.dimensions(), shape.numpy_dtype()
    if dtype.kind in "iub":
        return random.integers(0, 8, dims).astype(dtype)
    if dtype.kind not in "fc":
        return numpy.zeros(dims, dtype)
    return (2 * random.random(math.prod(dims)) - 1).reshape(dims).astype(dtype)


if __name__ == "__main__":
    main()
