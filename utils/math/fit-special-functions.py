#!/usr/bin/env python3
"""Computes the polynomials of lib/Conversion/CHLOToHLO/Coefficients.inc.

Each is a near-minimax fit (Chebyshev interpolation in high precision) of a
smooth function on an interval, of the lowest degree that meets an error bound.
Needs mpmath; prints the file. The forms that are fitted are published
mathematics: erfc after Shepherd and Laframboise (1981), erf_inv after Giles
(2010), Bessel functions by Chebyshev expansions as in Clenshaw's tables.
"""
import mpmath as mp

mp.mp.dps = 60

FLOAT, DOUBLE = mp.mpf(2) ** -27, mp.mpf(2) ** -57


def fit(function, low, high, bound, relative):
    """Coefficients, highest power first, with an error below bound."""
    for degree in range(3, 60):
        poly, error = mp.chebyfit(function, [low, high], degree, error=True)
        size = min(abs(function(x)) for x in mp.linspace(low, high, 33)) if relative else 1
        if error / size < bound:
            return poly
    raise ValueError("no fit")


def emit(name, comment, function, low, high, bound, relative=True, terms=None):
    """With so many terms as `terms` says, else as few as keep the bound."""
    if terms:
        poly = mp.chebyfit(function, [mp.mpf(low), mp.mpf(high)], terms)
    else:
        poly = fit(function, mp.mpf(low), mp.mpf(high), bound, relative)
    print(f"/// {comment}")
    emit_array(name, poly)
    print()


def emit_array(name, values):
    print(f"static constexpr double {name}[] = {{")
    line = "   "
    for value in values:
        text = " " + mp.nstr(value, 20, strip_zeros=False) + ","
        if len(line) + len(text) > 80:
            print(line)
            line = "   "
        line += text
    print(line.rstrip(",") + "};")


def emit_rational(name, comment, function, low, high, m, n, bound):
    """Interpolates by P/Q of degrees m, n at Chebyshev nodes."""
    low, high, size = mp.mpf(low), mp.mpf(high), m + n + 1
    matrix, right = mp.matrix(size, size), mp.matrix(size, 1)
    for i in range(size):
        node = (low + high) / 2 + (high - low) / 2 * mp.cos(
            mp.pi * (2 * i + 1) / (2 * size))
        value = function(node)
        for j in range(m + 1):
            matrix[i, j] = node ** j
        for j in range(1, n + 1):
            matrix[i, m + j] = -value * node ** j
        right[i] = value
    solution = mp.lu_solve(matrix, right)
    p = [solution[j] for j in range(m, -1, -1)]
    q = [solution[m + j] for j in range(n, 0, -1)] + [mp.mpf(1)]
    error = max(abs(mp.polyval(p, x) / mp.polyval(q, x) / function(x) - 1)
                for x in mp.linspace(low, high, 400))
    if error > bound:
        raise ValueError(f"{name}: error {error}")
    print(f"/// {comment}")
    emit_array(name + "P", p)
    emit_array(name + "Q", q)
    print()


def erf_over_x(z):
    x = mp.sqrt(z)
    return mp.erf(x) / x if z else 2 / mp.sqrt(mp.pi)


def erfcx_scaled(scale):
    def function(t):
        x = scale * (1 + t) / (1 - t)
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)
    return function


def interval(scale, low, high):
    return [(mp.mpf(x) - scale) / (x + scale) for x in (low, high)]


def erfinv_over_x(w):
    if w <= 0:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def lgamma_over_roots(x):
    if abs(x - 1) < mp.mpf(10) ** -20:
        return +mp.euler
    if abs(x - 2) < mp.mpf(10) ** -20:
        return 1 - mp.euler
    return mp.loggamma(x) / ((x - 1) * (x - 2))


DIGAMMA_ROOT = mp.findroot(mp.digamma, mp.mpf("1.46"))


def digamma_over_root(x):
    if abs(x - DIGAMMA_ROOT) < mp.mpf(10) ** -25:
        return mp.polygamma(1, DIGAMMA_ROOT)
    return mp.digamma(x) / (x - DIGAMMA_ROOT)


def i1e_over_x(u):
    x = 4 * (u + 1)
    return mp.exp(-x) * mp.besseli(1, x) / x if x else mp.mpf(1) / 2


def i1e_scaled(v):
    if v <= -1:
        return 1 / mp.sqrt(2 * mp.pi)
    x = 16 / (v + 1)
    return mp.exp(-x) * mp.besseli(1, x) * mp.sqrt(x)


print("""//===- Coefficients.inc - Fitted polynomials ------------------------------===//
//
// Printed by utils/math/fit-special-functions.py; do not edit. Highest power
// first.
//
//===----------------------------------------------------------------------===//
// clang-format off
""")
for suffix, bound, top in (("F32", FLOAT, 10.5), ("F64", DOUBLE, 28)):
    if suffix == "F64":
        emit("erfF64", "erf(x)/x in x*x, |x| <= 1.", erf_over_x, 0, 1, bound)
    else:
        emit("erfSmallF32", "erf(x)/x in x*x, |x| <= 1.", erf_over_x, 0, 1, bound)
        # 1 minus this is erf: what counts is the distance to 1.
        emit("erfTailF32", "erfc(x) in (x-2.465)/1.465, 1 <= x <= 3.93.",
             lambda t: mp.erfc(mp.mpf("2.465") + mp.mpf("1.465") * t), -1, 1,
             FLOAT * 8, relative=False)
    scale = mp.sqrt(mp.mpf(top) / 2)
    scale = mp.mpf(round(scale * 4)) / 4
    low, high = interval(scale, 0.5, top)
    emit(f"erfc{suffix}",
         f"(1+2x) exp(x*x) erfc(x) in (x-{mp.nstr(scale)})/(x+{mp.nstr(scale)}), "
         f"0.5 <= x <= {top}.", erfcx_scaled(scale), low, high, bound)
# Of equal length: a lane chooses coefficients, and evaluates one polynomial.
emit("erfInvCentralF32", "erf_inv(x)/x in w-1, w = -log(1-x*x) < 5.",
     lambda s: erfinv_over_x(s + 1), -1, 4, FLOAT, terms=11)
emit("erfInvTailF32", "The same in sqrt(w)-3, 5 <= w <= 16.",
     lambda s: erfinv_over_x((s + 3) ** 2), mp.sqrt(5) - 3, 1, FLOAT, terms=11)
emit("erfInvCentralF64", "erf_inv(x)/x in w-3.125, w = -log(1-x*x) < 6.25.",
     lambda s: erfinv_over_x(s + mp.mpf(3.125)), -3.125, 3.125, DOUBLE)
emit("erfInvMiddleF64", "The same in sqrt(w)-3.25, 6.25 <= w < 16.",
     lambda s: erfinv_over_x((s + mp.mpf(3.25)) ** 2), -0.75, 0.75, DOUBLE)
emit("erfInvTailF64", "The same in sqrt(w)-5, 16 <= w <= 37.",
     lambda s: erfinv_over_x((s + 5) ** 2), -1, 1.1, DOUBLE)
emit("besselI1eSmall", "exp(-x) I1(x)/x in x/4-1, 0 <= x <= 8.", i1e_over_x,
     -1, 1, DOUBLE)
emit("besselI1eLarge", "exp(-x) I1(x) sqrt(x) in 16/x-1, x >= 8.", i1e_scaled,
     -1, 1, DOUBLE)
emit_rational("lgamma", "log(gamma(x))/((x-1)(x-2)), 1 <= x <= 2.",
              lgamma_over_roots, 1, 2, 7, 7, DOUBLE)
emit_rational("digamma", "digamma(x)/(x-root), 1 <= x <= 2.",
              digamma_over_root, 1, 2, 6, 6, DOUBLE)
high = mp.mpf(float(DIGAMMA_ROOT))
print("/// The positive root of digamma, in two parts.")
print(f"static constexpr double digammaRootHigh = {mp.nstr(high, 25)};")
print(f"static constexpr double digammaRootLow = {mp.nstr(DIGAMMA_ROOT - high, 20)};")
print("// clang-format on")
