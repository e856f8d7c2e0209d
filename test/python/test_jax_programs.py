"""Programs that come with the jax wheel: a case of each primitive, and what older
releases saved. Against what is recorded as not passing yet."""

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("jax")
pytest.importorskip("absl", reason="jax's test cases need absl-py")
import xla_mlir  # noqa: E402,F401

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("XLA_BUILD_DIR", str(ROOT / "build/release"))


@pytest.mark.parametrize("suite,options", [("harness", ["--per-group=1"]),
                                           ("backcompat", [])])
def test_no_worse_than_recorded(suite, options):
    recorded = ROOT / f"test/Conformance/jax-{suite}.tsv"
    done = subprocess.run(
        [sys.executable, ROOT / "utils/run-jax-programs.py", f"--build={BUILD}",
         f"--expected={recorded}", *options, suite],
        capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
