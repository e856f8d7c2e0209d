#!/usr/bin/env python3
"""Compiles and runs one example and prints its numbers and times.

usage: run-example.py XLA_RUN FOLDER
"""

import json
import pathlib
import statistics
import subprocess
import sys


def run(*command) -> str:
    done = subprocess.run([str(part) for part in command], text=True, timeout=300,
                          stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}")
    return done.stdout


def duration(seconds: float) -> str:
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    xla_run, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    model, case = folder / "model.mlir", folder / "case.json"
    results = json.loads(case.read_text())["results"]
    small = all(len(r["shape"]) < 3 and max(r["shape"] or [1]) <= 16
                for r in results)
    numbers = run(xla_run, model, f"--case={case}", *["--print"] * small)
    print("\n".join("   " + line for line in numbers.rstrip().splitlines()))
    times = json.loads(run(xla_run, model, f"--case={case}", "--benchmark",
                           "--format=json"))
    print(f"   compiled in {duration(times['compile_s'])}, "
          f"runs in {duration(statistics.median(times['run_s']))}")


if __name__ == "__main__":
    main()
