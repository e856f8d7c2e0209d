"""Whatever is fused in the well-known examples is fused in their whole family:
generated chains of 2 to 12 elementwise ops, of ranks 0 to 5, with broadcasts, in
three dtypes, and with a reduction at the end, are one kernel each, and right."""

import numpy as np
import pytest

import xla_mlir

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
SHAPES = [(), (7,), (4, 5), (2, 3, 4), (2, 1, 3, 5), (2, 3, 1, 2, 4)]


class Chain:
    """A program of `length` random ops on arguments of `shape`, some of them
    broadcast from fewer dimensions, and the same in NumPy."""

    def __init__(self, rng, dtype, shape, length, reduce):
        self.rng, self.dtype, self.shape = rng, dtype, shape
        self.lines, self.arguments, self.types = [], [], []
        value, result = self.argument(shape)
        for _ in range(length):
            value, result = self.step(value, result)
        if reduce:
            value, result, shape = self.reduce(value, result)
        out = self.type(shape)
        parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.types))
        body = "\n".join("  " + line for line in self.lines)
        self.text = (f"func.func @main({parameters}) -> {out} {{\n{body}\n"
                     f"  return {value} : {out}\n}}\n")
        self.expected = result

    def type(self, shape):
        return f"tensor<{''.join(f'{d}x' for d in shape)}{self.dtype}>"

    def emit(self, line):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {line}")
        return name

    def argument(self, shape):
        self.types.append(self.type(shape))
        # Small whole numbers: exact in every dtype, in every order of adding.
        array = self.rng.integers(-3, 4, shape).astype(DTYPES[self.dtype])
        self.arguments.append(array)
        return f"%a{len(self.types) - 1}", array

    def operand(self):
        """An argument of the whole shape, or one broadcast to it."""
        if not self.shape or self.rng.random() < 0.5:
            return self.argument(self.shape)
        dims = sorted(self.rng.choice(len(self.shape), replace=False,
                                      size=self.rng.integers(0, len(self.shape))))
        small, array = self.argument(tuple(self.shape[d] for d in dims))
        source = self.type(array.shape)
        name = self.emit(f"stablehlo.broadcast_in_dim {small}, dims = "
                         f"[{', '.join(map(str, dims))}] : ({source}) -> "
                         f"{self.type(self.shape)}")
        wide = [d if i in dims else 1 for i, d in enumerate(self.shape)]
        return name, np.broadcast_to(array.reshape(wide), self.shape)

    def step(self, value, result):
        kind, type = self.rng.choice(["add", "subtract", "maximum", "minimum", "negate",
                                      "select"]), self.type(self.shape)
        if kind == "negate":
            return self.emit(f"stablehlo.negate {value} : {type}"), -result
        other, array = self.operand()
        if kind == "select":
            bits = self.type(self.shape).replace(self.dtype, "i1")
            sign = "SIGNED" if self.dtype == "i32" else "FLOAT"
            less = self.emit(f"stablehlo.compare LT, {value}, {other}, {sign} : "
                             f"({type}, {type}) -> {bits}")
            name = self.emit(f"stablehlo.select {less}, {other}, {value} : {bits}, {type}")
            return name, np.where(result < array, array, result)
        function = {"add": np.add, "subtract": np.subtract, "maximum": np.maximum,
                    "minimum": np.minimum}[kind]
        name = self.emit(f"stablehlo.{kind} {value}, {other} : {type}")
        return name, function(result, array)

    def reduce(self, value, result):
        count = self.rng.integers(1, len(self.shape) + 1)
        dims = sorted(int(d) for d in self.rng.choice(len(self.shape), count, False))
        zero = self.emit(f"stablehlo.constant dense<0{'' if self.dtype == 'i32' else '.0'}>"
                         f" : tensor<{self.dtype}>")
        shape = tuple(n for d, n in enumerate(self.shape) if d not in dims)
        name = self.emit(f"stablehlo.reduce({value} init: {zero}) applies stablehlo.add "
                         f"across dimensions = {dims} : ({self.type(self.shape)}, "
                         f"tensor<{self.dtype}>) -> {self.type(shape)}")
        return name, result.sum(axis=tuple(dims), dtype=result.dtype), shape


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: f"rank{len(s)}")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("length", [2, 3, 5, 8, 12])
def test_one_kernel(shape, dtype, length):
    seed = [length, len(shape), list(DTYPES).index(dtype)]
    rng = np.random.default_rng(seed)
    reduce = bool(shape) and length % 2 == 1
    chain = Chain(rng, dtype, shape, length, reduce)
    program = xla_mlir.compile(chain.text)
    assert program.num_kernels == 1, chain.text
    result = program(*chain.arguments)
    np.testing.assert_array_equal(result, chain.expected, err_msg=chain.text)
