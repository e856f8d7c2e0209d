"""Prints a program that applies tanh N times to large rows."""

import sys

T = "tensor<512x1024xf32>"
print(f"func.func @main(%f0: {T}) -> {T} {{")
for k in range(1, int(sys.argv[1]) + 1):
    print(f"  %f{k} = hlo.tanh %f{k - 1} : {T}")
print(f"  return %f{k} : {T}\n}}")
