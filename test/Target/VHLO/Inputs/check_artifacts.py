"""Reads portable artifacts: each is the program of the text beside it, NAME.mlir of
NAME.mlir.bc or NAME.bc. Those of the current container are written again byte for
byte, but for the order of uses where casts stand between two dialects.

usage: check_artifacts.py XLA_TRANSLATE FOLDER
"""

import pathlib
import re
import subprocess
import sys

CONTAINER = 6  # the version of MLIR's bytecode that is written


def run(tool, path, *options):
    result = subprocess.run([tool, str(path), *options], capture_output=True)
    if result.returncode:
        sys.exit(f"{path.name} {options}: {result.stderr.decode()}")
    return result.stdout


def describe(tool, path):
    """The program with nothing left out, so that equal ones are equal text."""
    text = run(tool, path, "--to=vhlo").decode()
    # Arguments without attributes may have empty lists of them, or none.
    return re.sub(r"array_v1<\[(#vhlo\.dict_v1<\{\}>(, )?)*\]>", "array_v1<[]>", text)


def main(tool, folder):
    wrong = rewritten = 0
    artifacts = sorted(pathlib.Path(folder).glob("*.bc"))
    for artifact in artifacts:
        text = artifact.with_suffix("").with_suffix(".mlir")
        if describe(tool, artifact) != describe(tool, text):
            print(f"{artifact.name} is another program than {text.name}")
            wrong += 1
        content = artifact.read_bytes()
        # The container's version is a number with a mark in the lowest bit.
        if content[4] >> 1 != CONTAINER or b"\0sdy\0" in content:
            continue
        version = re.match(rb"StableHLO_v([\d.]+)\0", content[5:]).group(1).decode()
        rewritten += 1
        if content != run(tool, artifact, "--to=portable-artifact",
                          f"--target-version={version}"):
            print(f"{artifact.name} is written with other bytes")
            wrong += 1
    print(f"{len(artifacts)} read, {rewritten} written, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
