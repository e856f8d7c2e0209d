"""Random loops whose carried values are donated, beside NumPy: each in buffers of its own and
in those of the arguments, with one thread and two."""

import random

import numpy as np
import pytest

import xla_mlir

SIZE = 256  # Too large for a kernel of the whole loop.
TYPE = f"tensor<{SIZE}x{SIZE}xi32>"
MOVES = {"reverse": np.flip, "transpose": np.transpose}
PAIRS = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "xor": np.bitwise_xor}


MARKS = ("jax.buffer_donor = true", "tf.aliasing_output = {} : i32")


class _Loop:
    """A loop that carries up to three values through up to seven random ops, and what reads one
    of its values behind it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.random.randint(1, 3)
        carried = [f"%a{i}" for i in range(self.count)] + ["%g"]
        names, self.steps = list(carried), []
        for number in range(self.random.randint(1, 7)):
            name = self.random.choice([*PAIRS, *PAIRS, *MOVES])
            first = self.random.choice(names[-5:] + carried)
            self.steps.append((f"%t{number}", name, first, self.random.choice(names)))
            names.append(f"%t{number}")
        self.outs = [self.random.choice(names[-4:] + carried[:-1]) for _ in range(self.count)]
        self.last = self.random.choice(["%x0", "%r#1", "%g"])

    def get_text(self) -> str:
        arguments = ", ".join(f"%x{i}: {TYPE} {{{self.random.choice(MARKS).format(i)}}}"
                              for i in range(self.count))
        begin = ", ".join(f"%a{i} = %x{i}" for i in range(self.count))
        types = ", ".join([TYPE] * self.count)
        results = ", ".join(f"%r#{i + 1}" for i in range(self.count))
        return f"""
func.func @main(%n: tensor<i32>, %g: {TYPE}, {arguments}) -> ({types}, {TYPE}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:{self.count + 1} = stablehlo.while(%i = %zero, {begin}) : tensor<i32>, {types}
  cond {{
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %next = stablehlo.add %i, %one : tensor<i32>
    {" ".join(map(self._get_line, self.steps))}
    stablehlo.return %next, {", ".join(self.outs)} : tensor<i32>, {types}
  }}
  %e = stablehlo.transpose {self.last}, dims = [1, 0] : ({TYPE}) -> {TYPE}
  return {results}, %e : {types}, {TYPE}
}}"""

    @staticmethod
    def _get_line(step) -> str:
        result, name, first, second = step
        if name in PAIRS:
            return f"{result} = stablehlo.{name} {first}, {second} : {TYPE}\n"
        if name == "reverse":
            return f"{result} = stablehlo.reverse {first}, dims = [0] : {TYPE}\n"
        return f"{result} = stablehlo.transpose {first}, dims = [1, 0] : ({TYPE}) -> {TYPE}\n"

    def run(self, trips, given, arguments) -> list:
        values = {"%g": given, "%x0": arguments[0]}
        carried = arguments
        for _ in range(trips):
            values.update((f"%a{i}", value) for i, value in enumerate(carried))
            for result, name, first, second in self.steps:
                values[result] = (PAIRS[name](values[first], values[second]) if name in PAIRS
                                  else MOVES[name](values[first], 0) if name == "reverse"
                                  else values[first].T)
            carried = [values[out] for out in self.outs]
        values["%r#1"] = carried[0]
        return [*carried, values[self.last].T]


@pytest.mark.parametrize("seed", range(16))
def test_loops_are_the_same_in_place(seed):
    loop = _Loop(seed)
    program = xla_mlir.compile(loop.get_text())
    numbers = np.random.default_rng(seed)
    given, *arguments = (numbers.integers(-1000, 1000, (SIZE, SIZE), np.int32)
                         for _ in range(loop.count + 1))
    for trips in (0, 1, 3):
        expected = loop.run(trips, given, arguments)
        for threads in (1, 2):
            for donate in (False, True):
                copies = [argument.copy() for argument in arguments]
                got = program(np.array(trips, np.int32), given, *copies, donate=donate,
                              threads=threads)
                assert all(map(np.array_equal, got, expected))
                assert donate or all(map(np.array_equal, copies, arguments))
