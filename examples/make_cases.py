#!/usr/bin/env python3
"""Writes case.json and expected results of the hand-written examples."""

import numpy as np

from cases import HERE, uniform, write_case


def doubles(args):
    return [values.astype(np.float64) for _, values in args]


def format_values(values: np.ndarray) -> str:
    """As MLIR writes them."""
    if values.ndim:
        return "[" + ", ".join(format_values(v) for v in values) + "]"
    return f"{float(values):.8e}"


def make_mlp() -> None:
    """A classifier with its weights inside: what a device is given."""
    _, w1 = uniform((16, 32), -0.5, 0.5, 11)
    _, b1 = uniform((32,), -0.1, 0.1, 12)
    _, w2 = uniform((32, 4), -0.5, 0.5, 13)
    spec, x = uniform((1, 16), -1.0, 1.0, 1)
    constants = "".join(
        f"  %{name} = stablehlo.constant dense<{format_values(value)}> : "
        f"tensor<{'x'.join(map(str, value.shape))}xf32>\n"
        for name, value in (("w1", w1), ("b1", b1), ("w2", w2)))
    (HERE / "mlp/model.mlir").write_text(f"""\
// Scores of four classes: relu(x . w1 + b1) . w2. Written by make_cases.py.
func.func @main(%features: tensor<1x16xf32> loc("features")) -> (tensor<1x4xf32> {{jax.result_info = "scores"}}) {{
{constants}  %zero = stablehlo.constant dense<0.0> : tensor<1x32xf32>
  %0 = stablehlo.dot_general %features, %w1, contracting_dims = [1] x [0] : (tensor<1x16xf32>, tensor<16x32xf32>) -> tensor<1x32xf32>
  %1 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x32xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<1x32xf32>
  %4 = stablehlo.dot_general %3, %w2, contracting_dims = [1] x [0] : (tensor<1x32xf32>, tensor<32x4xf32>) -> tensor<1x4xf32>
  return %4 : tensor<1x4xf32>
}}
""")
    x, w1, b1, w2 = (a.astype(np.float64) for a in (x, w1, b1, w2))
    write_case("mlp", "relu(x . w1 + b1) . w2, weights in the program.",
               "written by make_cases.py", [(spec, None)],
               [np.maximum(x @ w1 + b1, 0) @ w2])


def main() -> None:
    make_mlp()
    for name, shape in (("get_mse_scalar", ()), ("get_mse_2x2", (2, 2))):
        args = [uniform(shape, -2.0, 2.0, seed) for seed in (1, 2)]
        x, y = doubles(args)
        write_case(name, "(x - y) squared.", "written by hand", args, [(x - y) ** 2])

    args = [uniform((1000,), -1.0, 1.0, seed) for seed in (1, 2, 3)]
    x, y, z = doubles(args)
    write_case("sum_x_plus_yz", "sum(x + y * z).", "written by hand", args,
               [np.sum(x + y * z)])

    args = [uniform((64, 96), -1.0, 1.0, seed) for seed in (1, 2, 3)]
    a, b, c = doubles(args)
    write_case("fused_add_mul_relu", "relu((a + b) * c).", "written by hand", args,
               [np.maximum((a + b) * c, 0)])

    args = [uniform((4, 8), -1.0, 1.0, 1), uniform((8, 16), -0.5, 0.5, 2),
            uniform((16,), -0.1, 0.1, 3)]
    x, w, b = doubles(args)
    write_case("dense_relu", "relu(x . w + b).", "written by hand", args,
               [np.maximum(x @ w + b, 0)])


if __name__ == "__main__":
    main()
