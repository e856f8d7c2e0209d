#!/usr/bin/env python3
"""Runs every model case of a folder and says what came of each.

usage: run-models.py XLA_RUN FOLDER [--only=GLOB] [--backend=native]
                     [--timeout=60] [--jobs=1] [--expect=FILE]
                     [--compile-options=NAME=VALUE;...]

FOLDER holds one folder for each model: model.mlir, case.json and perhaps
case2.json. Outcomes: right, refused (with the op that was refused), wrong,
crash, timeout. With --expect, FILE lists `name outcome` lines, and every model
that does worse than listed fails the run; without it any wrong result, crash or
timeout does.
"""

import argparse
import concurrent.futures
import fnmatch
import pathlib
import re
import subprocess
import sys
import time

RANK = {"right": 0, "refused": 1, "timeout": 2, "wrong": 3, "crash": 4}


def refusal(errors: str) -> str:
    """What a refused program was refused for, in a few words."""
    lines = [line for line in errors.splitlines() if "error:" in line]
    if not lines:
        return "no diagnostic"
    message = lines[0].split("error:", 1)[1].strip()
    op = re.search(r"'([\w.]+)' op", message)
    return (op[1] + ": " if op else "") + message[:110]


def run(xla_run: str, folder: pathlib.Path, case: str, options) -> tuple:
    """(outcome, detail, seconds) of one case."""
    command = [xla_run, folder / "model.mlir", f"--case={folder / case}",
               f"--backend={options.backend}",
               f"--compile-options={options.compile_options}"]
    start = time.monotonic()
    try:
        done = subprocess.run([str(part) for part in command], text=True,
                              errors="replace", capture_output=True,
                              timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return "timeout", "", options.timeout
    seconds = time.monotonic() - start
    if done.returncode == 0:
        return "right", "", seconds
    if done.returncode == 1:
        wrong = [line for line in done.stdout.splitlines() if "wrong" in line]
        return "wrong", (wrong or done.stderr.splitlines() or [""])[0], seconds
    if done.returncode == 2:
        return "refused", refusal(done.stderr), seconds
    detail = done.stderr.strip().splitlines()
    return "crash", f"exit {done.returncode}: {detail[0] if detail else ''}", seconds


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("xla_run")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--backend", default="native")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--expect", type=pathlib.Path)
    parser.add_argument("--compile-options", default="")
    options = parser.parse_args()
    expected = {}
    if options.expect:
        for line in options.expect.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                name, outcome = line.split()[:2]
                expected[name] = outcome

    cases = [(folder, case) for folder in sorted(options.folder.iterdir())
             for case in ("case.json", "case2.json")
             if (folder / case).exists() and
             fnmatch.fnmatch(folder.name, options.only)]
    if not cases:
        sys.exit(f"no cases in {options.folder}")
    counts = dict.fromkeys(RANK, 0)
    worse = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(run, options.xla_run, *case, options)
                for case in cases]
        for (folder, case), job in zip(cases, jobs):
            name = folder.name + ("" if case == "case.json" else "/2")
            outcome, detail, seconds = job.result()
            counts[outcome] += 1
            allowed = expected.get(name, "right" if options.expect else "refused")
            failed = RANK[outcome] > RANK[allowed]
            if failed:
                worse.append(name)
            print(f"{name:28} {outcome:8} {seconds:6.1f} s  {detail}"
                  f"{'  (expected ' + allowed + ')' if failed else ''}".rstrip(),
                  flush=True)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    if worse:
        print("worse than expected: " + ", ".join(worse))
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
