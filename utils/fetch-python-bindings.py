#!/usr/bin/env python3
"""Fetches the sources of MLIR's own Python bindings into a folder.

usage: fetch-python-bindings.py FOLDER

They come from the development wheel of the same MLIR release as Debian's
packages, by pip, and are a build input: never committed.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

WHEEL = "xtc-mlir-dev==22.1.8.4"
PREFIX = "mlir/src/python/"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    target = pathlib.Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target, so that the last step is a rename: a broken download
    # never looks like a whole one.
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps",
             "--disable-pip-version-check", "-d", folder, WHEEL], check=True)
        (wheel,) = pathlib.Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            names = [n for n in archive.namelist() if n.startswith(PREFIX)]
            archive.extractall(folder, names)
        (pathlib.Path(folder) / PREFIX).rename(target)
    print(f"{len(names)} files in {target}")


if __name__ == "__main__":
    main()
