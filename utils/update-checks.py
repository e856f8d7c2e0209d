#!/usr/bin/env python3
"""Writes the CHECK lines of lit tests anew from what the tool prints now.

usage: update-checks.py [--bin=build/release/bin] TEST.mlir...

For tests with one RUN line `xla-opt ... | FileCheck %s` and functions of
different names. The lines of each function are replaced by one check for every
line printed, values as FileCheck variables: read them before you commit, and
delete what the test is not about.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VALUE = re.compile(r"%([A-Za-z0-9_$.-]+)")
FUNCTION = re.compile(r"^(\s*)func\.func\b[^@]*@([\w$.-]+)\(")


def variables(line: str, seen: dict) -> str:
    """`line` with values as variables; the first sight of one defines it."""
    parts = re.split(r"(%[A-Za-z0-9_$.-]+)", line)
    for i, part in enumerate(parts):
        if not VALUE.fullmatch(part):
            # What FileCheck itself would read as a variable or a pattern.
            parts[i] = part.replace("[[", "{{\\[\\[}}") if "[[" in part else part
            continue
        if part not in seen:
            name = part[1:].upper()
            name = re.sub(r"\W", "_", name)
            name = f"V{name}" if name[0].isdigit() else name
            seen[part] = name
            parts[i] = f"%[[{name}:[A-Za-z0-9_]+]]"
        else:
            parts[i] = f"%[[{seen[part]}]]"
    return "".join(parts)


def checks_by_function(output: str) -> dict:
    """{function: CHECK lines} of printed IR."""
    checks, lines = {}, output.splitlines()
    for start, line in enumerate(lines):
        head = FUNCTION.match(line)
        if not head:
            continue
        indent, name = head.groups()
        seen = {}
        cut = line.index("@" + name + "(") + len(name) + 2
        block = [f"// CHECK-LABEL: {line[:cut].strip()}"]
        signature = variables(line[cut:], seen)
        block.append(f"// CHECK-SAME:    {signature}")
        for body in lines[start + 1:]:
            block.append(f"// CHECK-NEXT:  {variables(body[len(indent):], seen)}")
            if body == indent + "}":
                break
        if not line.rstrip().endswith("{"):  # a declaration
            block = block[:2]
        checks[name] = block
    return checks


def rewrite(source: str, checks: dict, path) -> str:
    kept = [line for line in source.splitlines()
            if not re.match(r"\s*// CHECK(-\w+)*:", line)]
    out, found = [], set()
    for line in kept:
        head = FUNCTION.match(line)
        if head and head.group(2) in checks:
            found.add(head.group(2))
            out += checks[head.group(2)]
        out.append(line)
    for name in sorted(set(checks) - found):
        print(f"{path}: @{name} is printed but not in the file: no checks for it")
    return "\n".join(out) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin")
    parser.add_argument("tests", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    for path in args.tests:
        source = path.read_text()
        joined = re.sub(r"\\\n// RUN:", "", source)
        runs = re.findall(r"^// RUN: (.*)$", joined, re.M)
        run = re.fullmatch(r"xla-opt (.*?)\| *FileCheck %s", runs[0].strip()) \
            if len(runs) == 1 else None
        if not run:
            sys.exit(f"{path}: needs one line '// RUN: xla-opt ... | FileCheck %s'")
        command = f"{args.bin / 'xla-opt'} {run.group(1).replace('%s', str(path))}"
        done = subprocess.run(command, shell=True, capture_output=True, text=True,
                              timeout=120)
        if done.returncode != 0:
            sys.exit(f"{path}: {command}: exit {done.returncode}\n{done.stderr}")
        path.write_text(rewrite(source, checks_by_function(done.stdout), path))
        print(path)


if __name__ == "__main__":
    main()
