"""What a fused kernel reads and writes, counted in the optimised LLVM IR: vectors
count their elements, so unrolled and vectorised loops count alike."""

import re
import subprocess


def traffic(tools, model):
    """Elements loaded and stored by the kernels of `model`, as written."""
    ir = subprocess.run([tools / "xla-compile", model, "--emit=llvm-ir", "-o", "-"],
                        capture_output=True, text=True, check=True, timeout=120).stdout
    loads = stores = 0
    # The entry only passes pointers on.
    for body in re.findall(r"^define hidden void @.*?^}", ir, re.M | re.S):
        for kind, width in re.findall(r"\b(load|store) (?:<(\d+) x float>|float)", body):
            if kind == "load":
                loads += int(width or 1)
            else:
                stores += int(width or 1)
    return loads, stores


def test_three_loads_and_one_store_per_element(tools, examples):
    loads, stores = traffic(tools, examples / "fused_add_mul_relu/model.mlir")
    assert stores > 0 and loads == 3 * stores


def test_a_reduction_stores_its_result_only(tools, examples):
    loads, stores = traffic(tools, examples / "sum_x_plus_yz/model.mlir")
    # Zero first, then the sum; nothing for the terms.
    assert loads >= 3 and 1 <= stores <= 2
