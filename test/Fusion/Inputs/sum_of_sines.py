"""Prints a program that adds up sin(k x) for k = 1 to N, written out."""

import sys

T = "tensor<64xf32>"
print(f"func.func @main(%x: {T}) -> {T} {{")
for k in range(1, int(sys.argv[1]) + 1):
    print(f"  %k{k} = hlo.constant dense<{k}.0> : {T}")
    print(f"  %m{k} = hlo.multiply %x, %k{k} : {T}")
    print(f"  %f{k} = hlo.sine %m{k} : {T}")
    if k > 1:
        before = f"%s{k - 1}" if k > 2 else "%f1"
        print(f"  %s{k} = hlo.add {before}, %f{k} : {T}")
print(f"  return %s{k} : {T}\n}}")
