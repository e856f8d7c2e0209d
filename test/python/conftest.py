"""Finds the package of the build folder that is under test."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release")).resolve()
sys.path.insert(0, str(BUILD / "python"))
# JAX looks for accelerators otherwise, and warns.
os.environ.setdefault("JAX_PLATFORMS", "cpu")

if not (BUILD / "python/xla_mlir").is_dir():
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def context():
    """A context and an unknown location, both current."""
    from xla_mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        yield context
