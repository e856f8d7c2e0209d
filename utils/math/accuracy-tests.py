#!/usr/bin/env python3
"""Writes test/Conversion/CHLOToHLO/accuracy-{f32,f64}.mlir.

accuracy-tests.py f32|f64 > FILE. Points lie on both sides of every change of
formula; expected values are computed with 50 digits. Needs mpmath.
"""
import math
import struct
import sys

import mpmath as mp

mp.mp.dps = 50


def logs(low, high, count):
    step = math.log(high / low) / (count - 1)
    return [low * math.exp(step * i) for i in range(count)]


def both_signs(values):
    return [-v for v in reversed(values)] + values


def lgamma(x):
    return mp.log(abs(mp.gamma(x)))


def bessel_i1e(x):
    return mp.exp(-abs(x)) * mp.besseli(1, x)


UNIT = both_signs(logs(1e-4, 0.9999, 10))
# name: function, points, units in the last place allowed in f32 and f64
FUNCTIONS = {
    "erf": (mp.erf, both_signs(logs(1e-4, 6, 12)), 3, 3),
    "erfc": (mp.erfc, both_signs(logs(1e-4, 9, 14)), 3, 4),
    "erf_inv": (mp.erfinv, both_signs(logs(1e-4, 0.9999, 12)), 4, 6),
    "lgamma": (lgamma, [-3.7, -0.5, 1e-3, 0.3, 0.9, 1.0009765625, 1.4, 1.9, 2.1,
                        2.9, 3.1, 7.5, 8.5, 50.0, 1e4], 2, 20),
    "digamma": (mp.digamma, [-3.7, -0.25, 1e-3, 0.3, 0.9, 1.25, 1.9, 2.1, 3.5,
                             7.5, 9.9, 10.5, 50.0, 1e4], 2, 12),
    "sinh": (mp.sinh, both_signs(logs(1e-4, 88, 10)), 4, 5),
    "cosh": (mp.cosh, both_signs(logs(1e-4, 88, 10)), 4, 5),
    "asinh": (mp.asinh, both_signs(logs(1e-4, 1e20, 10)), 3, 4),
    "acosh": (mp.acosh, [1.0009765625, 1.1, 1.5, 2.0, 10.0, 1e5, 1e20], 3, 4),
    "atanh": (mp.atanh, both_signs(logs(1e-4, 0.999, 10)), 3, 3),
    "asin": (mp.asin, UNIT, 3, 3),
    "acos": (mp.acos, UNIT, 3, 3),
    "atan": (mp.atan, both_signs(logs(1e-4, 1e6, 10)), 3, 3),
    "bessel_i1e": (bessel_i1e, both_signs(logs(1e-3, 500, 12)), 2, 6),
    "tan": (mp.tan, both_signs(logs(1e-3, 1.5, 8)), 4, 4),
}


def to_hex(value, is_float):
    code, digits = ("<f", 8) if is_float else ("<d", 16)
    bits = int.from_bytes(struct.pack(code, float(value)), "little")
    return f"0x{bits:0{digits}X}"


def rows(values, is_float):
    lines, line = [], ""
    for value in values:
        text = to_hex(value, is_float) + ", "
        if len(line) + len(text) > 70:
            lines.append(line.rstrip())
            line = ""
        line += text
    lines.append(line.rstrip(", "))
    return "\n      ".join(lines)


def near_roots():
    points = [mp.mpf(-2.4), mp.mpf(-2.7), mp.mpf(-0.5)]
    print("// Between the poles, terms cancel where the functions have roots.")
    print("func.func @near_roots() {")
    print("  %x = hlo.constant dense<[-2.4, -2.7, -0.5]> : tensor<3xf64>")
    for index, (name, function) in enumerate([("lgamma", lgamma),
                                              ("digamma", mp.digamma)]):
        values = ", ".join(mp.nstr(function(x), 18) for x in points)
        print(f"  %{index} = chlo.{name} %x : tensor<3xf64> -> tensor<3xf64>")
        print(f"  check.expect_almost_eq_const %{index}, dense<[{values}]>"
              " : tensor<3xf64> {tolerance = 1.0e-14 : f64}")
    print("  return\n}\n")


def main(element):
    is_float = element == "f32"
    print("// RUN: xla-opt %s --chlo-legalize-to-hlo -o %t.mlir")
    print("// RUN: xla-run %t.mlir --backend=interpreter\n")
    print("// Formulas agree with exact values to a few units in the last place;")
    print("// written by utils/math/accuracy-tests.py.\n")
    names = [f"{name}_{element}" for name in FUNCTIONS]
    print("func.func @main() {")
    for name in names + ([] if is_float else ["near_roots"]):
        print(f"  call @{name}() : () -> ()")
    print("  return\n}\n")
    if not is_float:
        near_roots()
    for name, (function, points, float_ulps, double_ulps) in FUNCTIONS.items():
        if is_float:
            points = [struct.unpack("f", struct.pack("f", p))[0] for p in points]
        values = [function(mp.mpf(p)) for p in points]
        tensor = f"tensor<{len(points)}x{element}>"
        print(f"func.func @{name}_{element}() {{")
        print(f"  %x = hlo.constant dense<[\n      {rows(points, is_float)}]>"
              f" : {tensor}")
        print("  %expected = hlo.constant dense<[\n      "
              f"{rows(values, is_float)}]> : {tensor}")
        print(f"  %0 = chlo.{name} %x : {tensor} -> {tensor}")
        print("  check.expect_close %0, %expected, max_ulp_difference = "
              f"{float_ulps if is_float else double_ulps} : {tensor}, {tensor}")
        print("  return\n}\n")


main(sys.argv[1])
