"""A compilation that is stopped after a phase, printed, and resumed in a new
process gives the same object, byte for byte."""

import subprocess

import pytest

PHASES = ["hlo-optimize", "fusion", "linalg", "codegen", "bufferize", "lower"]
EXAMPLES = ["get_mse_scalar", "get_mse_2x2", "sum_x_plus_yz", "fused_add_mul_relu",
            "dense_relu", "transformer_block"]


@pytest.fixture(scope="module")
def whole(tools, examples, tmp_path_factory):
    """Objects compiled in one go, by example."""
    folder, made = tmp_path_factory.mktemp("whole"), {}

    def make(example):
        if example not in made:
            target = folder / f"{example}.o"
            compile_(tools, examples / example / "model.mlir", "--emit=obj",
                     f"-o={target}")
            made[example] = target.read_bytes()
        return made[example]

    return make


def compile_(tools, source, *flags):
    subprocess.run([tools / "xla-compile", source, *flags], check=True, timeout=120)


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("phase", PHASES)
def test_resumed_object_is_the_same(tools, examples, whole, tmp_path, example, phase):
    stopped, resumed = tmp_path / "stopped.mlir", tmp_path / "resumed.o"
    compile_(tools, examples / example / "model.mlir", f"--stop-after={phase}",
             f"-o={stopped}")
    compile_(tools, stopped, "--emit=obj", f"-o={resumed}")
    assert resumed.read_bytes() == whole(example)
