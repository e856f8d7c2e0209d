#!/usr/bin/env python3
"""Writes case.json and expected results of the hand-written examples."""

import numpy as np

from cases import uniform, write_case


def doubles(args):
    return [values.astype(np.float64) for _, values in args]


def main() -> None:
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
