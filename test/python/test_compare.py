"""utils/compare-jaxlib.py runs a program on both sides."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("jaxlib")
ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release")).resolve()
COMMAND = [sys.executable, ROOT / "utils/compare-jaxlib.py", "--rounds=1",
           f"--xla-run={BUILD / 'bin/xla-run'}"]


def test_times_of_both_sides():
    done = subprocess.run(COMMAND + ["--json", "--seconds=0.01",
                                     ROOT / "examples/dense_relu/model.mlir"],
                          capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    assert result["program"] == "dense_relu"
    assert all(result[side][what] > 0 for side in ("ours", "jaxlib") for what in ("run", "compile"))


def test_program_that_one_side_refuses(tmp_path):
    program = tmp_path / "broken.mlir"
    program.write_text("func.func @main() { nothing }")
    done = subprocess.run(COMMAND + [program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "expected exit code 0, but got 1 from" in done.stderr and "broken.mlir" in done.stderr
