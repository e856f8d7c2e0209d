#!/usr/bin/env python3
"""Prints the polynomials of the math expansions (lib/Codegen/Common/Math).

Each polynomial interpolates its function at Chebyshev nodes with 60 digits,
which is within a small factor of the best polynomial of its degree. The comment
beside a polynomial is the worst error relative to the whole function.
Needs mpmath: python3 utils/math/fit.py > lib/Codegen/Common/Math/Polynomials.h
"""
import re
import struct

from mpmath import (mp, mpf, exp, log, sin, cos, atan, asin, atanh, erf, erfc,
                    sqrt, pi, tanh, expm1, matrix, lu_solve, cbrt)

mp.dps = 60

HEADER = """\
//===- Polynomials.h - Coefficients of the math expansions ------*- C++ -*-===//
//
// Written by utils/math/fit.py. Lowest degree first.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H
#define XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H

namespace xla::math_polynomials {"""

FOOTER = """\
} // namespace xla::math_polynomials

#endif // XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H"""


def fit(function, low, high, degree):
    low, high = mpf(low), mpf(high)
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * degree + 2))
             for k in range(degree + 1)]
    system = matrix(degree + 1, degree + 1)
    values = matrix(degree + 1, 1)
    for i, x in enumerate(nodes):
        values[i] = function(x)
        for j in range(degree + 1):
            system[i, j] = x ** j
    return [c for c in lu_solve(system, values)]


def evaluate(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def to_f32(number):
    return struct.unpack("f", struct.pack("f", float(number)))[0]


def emit(name, comment, function, low, high, degree, whole, rounded=float):
    """`whole(x, p)` is the error of the function at x when the polynomial is p."""
    coefficients = [mpf(rounded(c)) for c in fit(function, low, high, degree)]
    low, high = mpf(low), mpf(high)
    worst = max(abs(whole(x, evaluate(coefficients, x)))
                for x in (low + (high - low) * (k + mpf(1) / 3) / 1000 for k in range(1000)))
    print(f"/// {comment}: error {float(worst):.1e}.")
    print(f"inline constexpr double {name}[] = {{")
    for i in range(0, len(coefficients), 3):
        print("    " + ", ".join(float(c).hex() for c in coefficients[i:i + 3]) + ",")
    print("};")


def main():
    print(HEADER)
    half = log(2) / 2 * mpf("1.001")
    tail = lambda r: (expm1(r) - r) / r ** 2 if abs(r) > 1e-20 else mpf(1) / 2
    for name, degree in (("exp", 9), ("expSingle", 5)):
        emit(name, "(e^r - 1 - r) / r^2 on +-ln(2)/2", tail, -half, half, degree,
             lambda r, p: (1 + r + r * r * p) / exp(r) - 1)
    top = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.002")
    series = lambda z: 2 * (atanh(sqrt(z)) / sqrt(z) - 1) / z if z else mpf(2) / 3
    for name, degree in (("log", 6), ("logSingle", 3)):
        emit(name, "(2 atanh(s) / s - 2) / z, z = s^2", series, 0, top, degree,
             lambda z, p: (1 + z * p / 2) * sqrt(z) / atanh(sqrt(z)) - 1 if z else mpf(0))
    emit("logTail", "(2 atanh(s) / s - 2 - 2 z / 3) / z^2, z = s^2",
         lambda z: (series(z) - mpf(2) / 3) / z, 0, top, 7,
         lambda z, p: (1 + z / 3 + z * z * p / 2) * sqrt(z) / atanh(sqrt(z)) - 1)
    quarter = (pi / 4 * mpf("1.001")) ** 2
    for name, degree in (("sin", 6), ("sinSingle", 3)):
        emit(name, "(sin(r) / r - 1) / z, z = r^2", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
             0, quarter, degree, lambda z, p: (1 + z * p) * sqrt(z) / sin(sqrt(z)) - 1)
    for name, degree in (("cos", 6), ("cosSingle", 3)):
        emit(name, "(cos(r) - 1 + z / 2) / z^2, z = r^2",
             lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2,
             0, quarter, degree, lambda z, p: (1 - z / 2 + z * z * p) / cos(sqrt(z)) - 1)
    eighth = (sqrt(2) - 1) ** 2 * mpf("1.001")
    for name, degree in (("atan", 12), ("atanSingle", 5)):
        emit(name, "(atan(t) / t - 1) / z, z = t^2", lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z,
             0, eighth, degree, lambda z, p: (1 + z * p) * sqrt(z) / atan(sqrt(z)) - 1)
    for name, degree in (("asin", 12), ("asinSingle", 6)):
        emit(name, "(asin(x) / x - 1) / z, z = x^2", lambda z: (asin(sqrt(z)) / sqrt(z) - 1) / z,
             0, mpf(1) / 4, degree, lambda z, p: (1 + z * p) * sqrt(z) / asin(sqrt(z)) - 1)
    for name, degree in (("erf", 13), ("erfSingle", 7)):
        emit(name, "erf(x) / x, z = x^2, x <= 1", lambda z: erf(sqrt(z)) / sqrt(z),
             0, mpf("1.001"), degree, lambda z, p: p * sqrt(z) / erf(sqrt(z)) - 1)
    scaled = lambda t: erfc(erfc_x(t)) * exp(erfc_x(t) ** 2) * (1 + 2 * erfc_x(t))
    for name, high, degree in (("erfc", 28, 21), ("erfcSingle", 11, 10)):
        emit(name, f"erfc(x) e^(x^2) (1 + 2 x), x = 3 (1 + t) / (1 - t), 0.5 <= x <= {high}", scaled,
             erfc_t(mpf("0.499")), erfc_t(mpf(high)), degree, lambda t, p: p / scaled(t) - 1)
    emit_f32(tail, half)
    emit_table("tanh", tanh, mpf("9.25"))
    emit_table("erf", erf, mpf(4))
    emit_table("erfc", lambda x: erfc(x) * exp(x * x), mpf("10.1"), odd=False)
    emit("cbrt", "cbrt(m), 1 <= m < 8", cbrt, 1, 8, 7, lambda m, p: p / cbrt(m) - 1)
    print(FOOTER)


def emit_f32(tail, half):
    """The polynomials that are evaluated in f32, with coefficients of f32."""
    emit("expF32", "(e^r - 1 - r) / r^2 on +-ln(2)/2", tail, -half, half, 4,
         lambda r, p: (1 + r + r * r * p) / exp(r) - 1, to_f32)
    emit("logF32", "(log(1 + f) - f) / f^2, sqrt(1/2) <= 1 + f <= sqrt(2)",
         lambda f: (log(1 + f) - f) / f ** 2 if f else -mpf(1) / 2,
         sqrt(mpf(1) / 2) - 1, sqrt(2) - 1, 8,
         lambda f, p: (f + f * f * p) / log(1 + f) - 1, to_f32)
    quarter = (pi / 4 * mpf("1.05")) ** 2
    emit("sinF32", "(sin(r) / r - 1) / z, z = r^2", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
         0, quarter, 3, lambda z, p: (1 + z * p) * sqrt(z) / sin(sqrt(z)) - 1, to_f32)
    emit("cosF32", "(cos(r) - 1 + z / 2) / z^2, z = r^2",
         lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2,
         0, quarter, 2, lambda z, p: (1 - z / 2 + z * z * p) / cos(sqrt(z)) - 1, to_f32)
    emit("erfF32", "erf(x) / x - 1, z = x^2, x <= 1", lambda z: erf(sqrt(z)) / sqrt(z) - 1,
         0, 1, 6, lambda z, p: (1 + p) * sqrt(z) / erf(sqrt(z)) - 1, to_f32)
    emit("erfcExponentF32", "-log(erfc(x)) / x - 1, 1 <= x <= 4", lambda x: -log(erfc(x)) / x - 1,
         1, 4, 8, lambda x, p: (1 - exp(-x - x * p)) / erf(x) - 1, to_f32)


def emit_table(name, function, end, odd=True):
    """The polynomials of a function on the eighths, quarters, ... of |x| + 1: rows are the
    centres, the values there and the coefficients of t = |x| - centre, upwards; columns are
    the last five of the bits of |x| + 1 down to the mantissa's third. Next to zero that of an
    odd function is less its argument."""
    table = [[0.0] * 32 for _ in range(7)]
    low, width = mpf(0), mpf(1) / 8
    while low <= end:
        column = struct.unpack("I", struct.pack("f", float(low + 1)))[0] >> 20 & 31
        centre, base = mpf(0), mpf(0)
        if low == 0 and odd:
            quotient = lambda t: function(t) / t - 1
        else:
            centre = nearly_exact(function, low + width / 2)
            base = function(centre)
            quotient = lambda t: (function(centre + t) - base) / t
        rows = [centre, base] + fit(quotient, low - centre, low + width - centre, 4)
        for row, number in enumerate(rows):
            table[row][column] = to_f32(number)
        low += width
        if low + 1 >= 16 * width:
            width *= 2
    print(f"/// Rows of 32: the intervals' centres, {name} there, coefficients of degree 1 to 5.")
    print(f"inline constexpr double {name}Table[7 * 32] = {{")
    print(", ".join(re.sub("0+p", "p", number.hex()) for row in table for number in row) + ",")
    print("};")


def nearly_exact(function, middle):
    """Of the f32 numbers around `middle` one where `function` is nearly an f32 number."""
    def distance(x):
        value = function(x)
        return abs(value - to_f32(value))
    step = mpf(2) ** -20 * middle
    return min((mpf(to_f32(middle + k * step)) for k in range(-400, 401)), key=distance)


def erfc_t(x):
    return (x - 3) / (x + 3)


def erfc_x(t):
    return 3 * (1 + t) / (1 - t)


if __name__ == "__main__":
    main()
