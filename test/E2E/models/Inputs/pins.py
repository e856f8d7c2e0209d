"""What makes programs fast, as their IR shows it: kernels, copies in loops, temporaries.

    pins.py [--write] XLA_COMPILE MODELS TABLE

Compiles each program of TABLE under MODELS for one processor up to its buffers, and fails
where it has more kernels, copies of tensors in the bodies of loops, or bytes of arena than
the table allows. --write makes the table of what there is.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile


def count_loop_copies(text):
    """Copies of more than one element in regions of scf.while."""
    depth, loops, copies = 0, [], 0
    for line in text.splitlines():
        line = re.sub(r'"[^"]*"', "", line)
        if "scf.while" in line:
            loops.append(depth)
        if loops and "memref.copy" in line:
            sizes = re.search(r"memref<([0-9x]*)", line).group(1)
            copies += math.prod(int(size) for size in sizes.split("x") if size) > 1
        depth += line.count("{") - line.count("}")
        # A loop has two regions: it ends where its depth is reached without `do`.
        while loops and depth <= loops[-1] and "} do {" not in line and "scf.while" not in line:
            loops.pop()
    return copies


def measure(tool, program):
    with tempfile.TemporaryDirectory() as folder:
        decisions = os.path.join(folder, "decisions.jsonl")
        run = subprocess.run(
            [tool, program, "--cpu=x86-64-v4", "--stop-after=bufferize",
             f"--decisions={decisions}", "-o", "-"], capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{program}: {run.stderr}")
        with open(decisions) as lines:
            arena = [entry["bytes"] for entry in map(json.loads, lines)
                     if entry.get("buffer") == "arena"]
    kernels = len(re.findall(r"^  func\.func private @.*xla\.kernel", run.stdout, re.M))
    return kernels, count_loop_copies(run.stdout), max(arena)


def main():
    write = "--write" in sys.argv
    tool, models, table = [a for a in sys.argv[1:] if a != "--write"]
    rows, failed = [], False
    for line in open(table):
        if line.startswith("#"):
            rows.append(line.rstrip())
            continue
        name, *bounds = line.split()
        found = measure(tool, os.path.join(models, name, "model.mlir"))
        rows.append("\t".join([name, *map(str, found)]))
        for what, most, here in zip(("kernels", "copies in loops", "bytes of arena"),
                                    map(int, bounds), found):
            if here > most:
                failed = True
                print(f"{name}: at most {most} {what} expected, but there are {here}")
    if write:
        with open(table, "w") as out:
            out.write("\n".join(rows) + "\n")
    elif failed:
        sys.exit(1)
    else:
        print("no program has more than the table says")


main()
