"""Finds the package and the tools of the build folder that is under test."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("XLA_BUILD_DIR", ROOT / "build/release")).resolve()
sys.path.insert(0, str(BUILD / "python"))
# JAX looks for accelerators otherwise, and warns.
os.environ.setdefault("JAX_PLATFORMS", "cpu")

# Tests of the tools run without the package; those of the package cannot.
if not (BUILD / "python/xla_mlir").is_dir():
    collect_ignore = ["test_compile.py", "test_ir.py", "test_jax.py",
                      "test_kernel_counts.py", "test_portable.py"]


@pytest.fixture
def context():
    """A context and an unknown location, both current."""
    from xla_mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        yield context


@pytest.fixture(scope="session")
def tools():
    """Folder of the tools."""
    return BUILD / "bin"


@pytest.fixture(scope="session")
def examples():
    return ROOT / "examples"
