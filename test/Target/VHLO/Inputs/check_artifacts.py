"""Reads StableHLO's golden artifacts: each is the program of the text beside it,
and those of the current container are written again byte for byte.

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


def main(tool, folder):
    wrong = rewritten = 0
    artifacts = sorted(pathlib.Path(folder).glob("*.mlir.bc"))
    for artifact in artifacts:
        text = artifact.with_suffix("")
        # Nothing is left out in this form, so that equal programs are equal text.
        if run(tool, artifact, "--to=vhlo") != run(tool, text, "--to=vhlo"):
            print(f"{artifact.name} is another program than {text.name}")
            wrong += 1
        content = artifact.read_bytes()
        # The container's version is a number with a mark in the lowest bit.
        if content[4] >> 1 != CONTAINER:
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
