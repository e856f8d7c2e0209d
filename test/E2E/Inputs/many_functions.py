"""Prints a program whose one region has N transcendental functions.

usage: many_functions.py sort|reduce N

Sorts x + y in falling order, or adds up 10 * (x + y) along rows: the functions
change what is compared or added by less than counts.
"""

import sys

# Op, type, whether it takes two numbers.
FUNCTIONS = [
    ("sine", "f64", False), ("exponential", "f32", False), ("cosine", "f32", False),
    ("tanh", "bf16", False), ("power", "f32", True), ("log_plus_one", "f64", False),
    ("atan2", "f64", True), ("remainder", "f32", True), ("cbrt", "f32", False),
    ("sine", "f16", False), ("remainder", "f16", True), ("tan", "f64", False),
]


def key(x, count, name):
    """Ops that add something between -0.4 and 0.4 to `x`; what holds it then."""
    lines, total = [], x
    for i in range(count):
        function, kind, binary = FUNCTIONS[i % len(FUNCTIONS)]

        def op(text, kind):
            lines.append(f"    %{name}{len(lines)} = stablehlo.{text}{kind}>")
            return f"%{name}{len(lines) - 1}"

        scale = op(f"constant dense<{0.01 + i / 400}> : tensor<", kind)
        own = op(f"convert {x} : (tensor<f32>) -> tensor<", kind)
        own = op(f"multiply {own}, {scale} : tensor<", kind)
        value = op(f"{function} {own}{', ' + scale if binary else ''} : tensor<", kind)
        value = op(f"convert {value} : (tensor<{kind}>) -> tensor<", "f32")
        low, high = (op(f"constant dense<{bound}> : tensor<", "f32") for bound in (-1.0, 1.0))
        value = op(f"clamp {low}, {value}, {high} : tensor<", "f32")
        small = op(f"constant dense<{0.4 / count}> : tensor<", "f32")
        value = op(f"multiply {value}, {small} : tensor<", "f32")
        total = op(f"add {total}, {value} : tensor<", "f32")
    return "\n".join(lines), total


def sort(count):
    left, a = key("%a", count // 2, "left")
    right, b = key("%b", count - count // 2, "right")
    return f"""
  %sorted = "stablehlo.sort"(%sum) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
{left}
{right}
    %less = stablehlo.compare GT, {a}, {b} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}) {{dimension = 0 : i64}} : (tensor<4xf32>) -> tensor<4xf32>
  return %sorted : tensor<4xf32>"""


def reduce(count):
    ops, value = key("%a", count, "key")
    return f"""
  %table = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x10xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = "stablehlo.reduce"(%table, %zero) ({{
  ^bb0(%b: tensor<f32>, %a: tensor<f32>):
{ops}
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %above = stablehlo.add {value}, %half : tensor<f32>
    %whole = stablehlo.floor %above : tensor<f32>
    %next = stablehlo.add %whole, %b : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }}) {{dimensions = array<i64: 1>}} : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
  return %rows : tensor<4xf32>"""


body = {"sort": sort, "reduce": reduce}[sys.argv[1]](int(sys.argv[2]))
print(f"func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {{\n"
      f"  %sum = stablehlo.add %x, %y : tensor<4xf32>{body}\n}}")
