"""Prints a program of N ops that follow one another.

usage: deep_programs.py last_trip|equal|branches|ifs|reshapes N

last_trip: a loop's result that only its counter makes; equal: two carried
values of one chain each; branches: one chain in both, of other slices; ifs: one
predicate of all; reshapes: a chain behind a reshape, which has to stay.
"""

import sys

SCALAR = "tensor<i32>"


def chain(name, first, count, ops, kind):
    """Ops %NAME0 to %NAMEcount, the first of `first`."""
    values = [first] + [f"%{name}{i}" for i in range(count + 1)]
    return [
        f"{values[i + 1]} = hlo.{ops[i % 2]} {values[i]} : {kind}"
        for i in range(count + 1)
    ]


def loop(carried, body, results):
    """Nine trips that carry %x as each of `carried`."""
    names = ["%i = %z"] + [f"%{name} = %x" for name in carried]
    types = ", ".join([SCALAR] * len(names))
    returned = ", ".join(f"%r#{i + 1}" for i in range(len(carried)))
    kinds = ", ".join([SCALAR] * len(carried))
    return [
        f"func.func @main(%x: {SCALAR}) -> ({kinds}) {{",
        f"%z = hlo.constant dense<0> : {SCALAR}",
        f"%r:{len(names)} = hlo.while({', '.join(names)}) : {types}",
        "cond {",
        f"%n = hlo.constant dense<9> : {SCALAR}",
        f"%p = hlo.compare LT, %i, %n : ({SCALAR}, {SCALAR}) -> tensor<i1>",
        "hlo.return %p : tensor<i1>",
        "} do {",
        f"%one = hlo.constant dense<1> : {SCALAR}",
        f"%j = hlo.add %i, %one : {SCALAR}",
        *body,
        f"hlo.return %j, {', '.join(results)} : {types}",
        "}",
        f"return {returned} : {kinds}",
        "}",
    ]


def last_trip(count):
    return loop(["a"], chain("v", "%i", count, ["negate", "not"], SCALAR), [f"%v{count}"])


def equal(count):
    left = chain("aa", "%a", count, ["negate", "not"], SCALAR)
    right = chain("bb", "%b", count, ["negate", "not"], SCALAR)
    return loop(["a", "b"], left + right, [f"%aa{count}", f"%bb{count}"])


def branches(count):
    kind = f"tensor<{2 * count}xf32>"
    lines = [f"func.func @main(%p: tensor<i1>, %x: {kind}) -> tensor<1xf32> {{"]
    for start, head in ((0, '%r = "hlo.if"(%p) ({'), (count, "}, {")):
        lines += [head, f"%s0 = hlo.slice %x [0:1] : ({kind}) -> tensor<1xf32>"]
        for i in range(count):
            at = start + i
            lines += [
                f"%t{i} = hlo.slice %x [{at}:{at + 1}] : ({kind}) -> tensor<1xf32>",
                f"%s{i + 1} = hlo.add %s{i}, %t{i} : tensor<1xf32>",
            ]
        lines.append(f"hlo.return %s{count} : tensor<1xf32>")
    return [*lines, "}) : (tensor<i1>) -> tensor<1xf32>", "return %r : tensor<1xf32>", "}"]


def ifs(count):
    kind = "tensor<100000xf32>"
    lines = [f"func.func @main(%p: tensor<i1>, %v0: {kind}) -> {kind} {{"]
    for i in range(count):
        lines += [
            f'%v{i + 1} = "hlo.if"(%p) ({{',
            f"%s = hlo.sine %v{i} : {kind}",
            f"hlo.return %s : {kind}",
            "}, {",
            f"hlo.return %v{i} : {kind}",
            f"}}) : (tensor<i1>) -> {kind}",
        ]
    return [*lines, f"return %v{count} : {kind}", "}"]


def reshapes(count):
    return [
        "func.func @main(%x: tensor<4x1xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {",
        "%y = hlo.negate %x : tensor<4x1xf32>",
        "%z = hlo.reshape %y : (tensor<4x1xf32>) -> tensor<4xf32>",
        *chain("v", "%z", count, ["exponential", "negate"], "tensor<4xf32>"),
        f"%r = hlo.reshape %v{count} : (tensor<4xf32>) -> tensor<2x2xf32>",
        "return %v0, %r : tensor<4xf32>, tensor<2x2xf32>",
        "}",
    ]


PROGRAMS = {
    "last_trip": last_trip, "equal": equal, "branches": branches, "ifs": ifs,
    "reshapes": reshapes,
}
print("\n".join(PROGRAMS[sys.argv[1]](int(sys.argv[2]))))
