"""Prints a program of kernels that go through the same rows.

sums N ROWSxCOLUMNS:   N sums of what one argument has in its rows
chains N ROWSxCOLUMNS: such a sum of N ops, and N ops that use it
"""

import sys

KIND, N, SHAPE = sys.argv[1], int(sys.argv[2]), sys.argv[3]
T, R = f"tensor<{SHAPE}xf32>", f"tensor<{SHAPE.split('x')[0]}xf32>"


def reduce(name, value):
    print(f"  %{name} = hlo.reduce(%{value} init: %zero) applies hlo.add across "
          f"dimensions = [1] : ({T}, tensor<f32>) -> {R}")


def chain(name, value):
    for k in range(N):
        before = f"{name}{k - 1}" if k > 0 else value
        print(f"  %{name}{k} = hlo.add %x, %{before} : {T}")
    return f"{name}{N - 1}"


results = [f"%s{k}" for k in range(N)] if KIND == "sums" else [f"%b{N - 1}"]
types = ", ".join([R if KIND == "sums" else T] * len(results))
print(f"func.func @main(%x: {T}) -> ({types}) {{")
print("  %zero = hlo.constant dense<0.0> : tensor<f32>")
if KIND == "sums":
    for k in range(N):
        reduce(f"s{k}", "x")
else:
    reduce("sum", chain("a", "x"))
    print(f"  %sums = hlo.broadcast_in_dim %sum, dims = [0] : ({R}) -> {T}")
    chain("b", "sums")
print(f"  return {', '.join(results)} : {types}\n}}")
