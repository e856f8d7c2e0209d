#!/usr/bin/env python3
"""The ways in which a program of PyTorch comes to xla_mlir; each is run and compared.

usage: PYTHONPATH=build/release/python examples/from_pytorch.py [WAY...]

PyTorch has no StableHLO of its own: torch_xla and torch-mlir make it. What they print
lies beside this script, in from_pytorch/, and is compared with NumPy; where torch_xla is
installed, a model is exported anew and compared with PyTorch.
"""

import importlib.util
import math
import pathlib
import sys

import numpy as np

import xla_mlir

HERE = pathlib.Path(__file__).resolve().parent
random = np.random.default_rng(0)


def uniform(*shape):
    return random.uniform(-1, 1, shape).astype(np.float32)


def gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x * math.sqrt(0.5)))


def compare(results, expected):
    results = results if isinstance(results, (tuple, list)) else (results,)
    assert len(results) == len(expected)
    for result, want in zip(results, expected):
        np.testing.assert_allclose(result, want, rtol=1e-5, atol=1e-6)


def read(name):
    return (HERE / "from_pytorch" / f"{name}.mlir").read_text()


def run_torch_xla_text():
    bias, weights, x = uniform(6), uniform(6, 8), uniform(4, 8)
    y = gelu(x @ weights.T + bias)
    places = np.argsort(-y, axis=1, kind="stable")[:, :2]
    compare(xla_mlir.compile(read("torch_xla"))(bias, weights, x),
            [np.take_along_axis(y, places, 1), places])


def run_torch_mlir_text():
    x = uniform(4, 8)
    compare(xla_mlir.compile(read("torch_mlir"))(x), [np.maximum(gelu(x), -0.1)])


def run_torch_mlir_dynamic_text():
    program = xla_mlir.compile(read("torch_mlir_dynamic"))
    weights = uniform(8, 4)
    for rows in 3, 5:
        x = uniform(rows, 8)
        powers = np.exp(x @ weights)
        compare(program(x, weights), [powers / powers.sum(axis=1, keepdims=True)])


def run_torch_xla():
    import torch
    from torch_xla.stablehlo import exported_program_to_stablehlo

    model = torch.nn.TransformerEncoderLayer(16, 4, 32, activation="gelu",
                                             batch_first=True).eval()
    x = torch.randn(2, 5, 16)
    exported = exported_program_to_stablehlo(torch.export.export(model, (x,)))
    bundle = exported._bundle
    # Arguments are parameters, buffers and inputs, in an order that the export names.
    values = []
    for place in exported._bundle.stablehlo_funcs[0].meta.input_locations:
        kind, name = place.type_.name, place.name
        values.append(bundle.state_dict[name] if kind in ("PARAMETER", "BUFFER")
                      else np.asarray(x) if kind == "INPUT_ARG"
                      else bundle.additional_constants[place.position])
    program = xla_mlir.compile(exported.get_stablehlo_text())
    compare(program(*[np.ascontiguousarray(value) for value in values]),
            [model(x).detach().numpy()])


WAYS = {"torch-xla-text": run_torch_xla_text, "torch-mlir-text": run_torch_mlir_text,
        "torch-mlir-dynamic-text": run_torch_mlir_dynamic_text}
if importlib.util.find_spec("torch_xla"):
    WAYS["torch-xla"] = run_torch_xla


def main():
    for way in sys.argv[1:] or WAYS:
        if way not in WAYS:
            sys.exit(f"expected one of {', '.join(WAYS)}, got '{way}'")
        WAYS[way]()
        print(f"{way}: agrees")


if __name__ == "__main__":
    main()
