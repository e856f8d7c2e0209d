//===- ElementwiseSpecial.cpp - Loops of chlo's functions -----------------===//
//
// The elementwise functions of the chlo dialect.
//
//===----------------------------------------------------------------------===//

#include "KernelTemplates.h"
#include "xla/Interpreter/ScalarSpecial.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::interpreter;
using scalar::Wider;

namespace {
// Long double for double: these are the reference for series that lose bits.
template <typename T>
using Real = std::conditional_t<std::is_same_v<T, double>, long double, double>;

XLA_UNARY_FUNCTOR(Acos, T(std::acos(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Acosh, T(std::acosh(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Asin, T(std::asin(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Asinh, T(std::asinh(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Atan, T(std::atan(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Atanh, T(std::atanh(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Cosh, T(std::cosh(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Sinh, T(std::sinh(Wider<T>(a))))
XLA_UNARY_FUNCTOR(Tan, scalar::tangent(a))
/// Real numbers are their own conjugates.
struct Conj {
  template <typename T> static T apply(T a, const KernelParams &) {
    if constexpr (scalar::isComplexT<T>)
      return T(a.real(), -a.imag());
    else
      return a;
  }
};
/// Wider, so that only a result that is too large overflows.
struct Square {
  template <typename T> static T apply(T a, const KernelParams &) {
    if constexpr (std::is_same_v<T, bool>)
      return a;
    else
      return T(scalar::multiply(Wider<T>(a), Wider<T>(a)));
  }
};
XLA_UNARY_FUNCTOR(BesselI1e, scalar::besselI1e(a))
XLA_UNARY_FUNCTOR(Digamma, scalar::digamma(a))
XLA_UNARY_FUNCTOR(Erf, T(std::erf(Real<T>(a))))
XLA_UNARY_FUNCTOR(Erfc, T(std::erfc(Real<T>(a))))
XLA_UNARY_FUNCTOR(ErfInv, scalar::inverseErf(a))
XLA_UNARY_FUNCTOR(Lgamma, T(std::lgamma(Real<T>(a))))
XLA_UNARY_FUNCTOR(IsInf, bool(std::isinf(a)))
XLA_UNARY_FUNCTOR(IsPosInf, std::isinf(a) && a > 0)
XLA_UNARY_FUNCTOR(IsNegInf, std::isinf(a) && a < 0)
XLA_BINARY_FUNCTOR(Mulhi, scalar::multiplyHigh(a, b))
XLA_BINARY_FUNCTOR(NextAfter, std::nextafter(a, b))
XLA_BINARY_FUNCTOR(Polygamma, scalar::polygamma(a, b))
XLA_BINARY_FUNCTOR(Zeta, scalar::zeta(a, b))
} // namespace

template <typename F, unsigned classes = RealsAndComplexes>
static KernelFn unary(ElementKind kind) {
  return pick<UnaryLoops<F>, classes>(kind);
}
template <typename F, unsigned classes = Reals>
static KernelFn binary(ElementKind kind) {
  return pick<BinaryLoops<F>, classes>(kind);
}

KernelFn xla::interpreter::getSpecialKernel(llvm::StringRef mnemonic,
                                            ElementKind kind) {
  using Choice = KernelFn (*)(ElementKind);
  Choice choice = llvm::StringSwitch<Choice>(mnemonic)
                      .Case("acos", unary<Acos>)
                      .Case("acosh", unary<Acosh>)
                      .Case("asin", unary<Asin>)
                      .Case("asinh", unary<Asinh>)
                      .Case("atan", unary<Atan>)
                      .Case("atanh", unary<Atanh>)
                      .Case("cosh", unary<Cosh>)
                      .Case("sinh", unary<Sinh>)
                      .Case("tan", unary<Tan>)
                      .Case("conj", unary<Conj>)
                      .Case("square", unary<Square, AllTypes>)
                      .Case("bessel_i1e", unary<BesselI1e, Reals>)
                      .Case("digamma", unary<Digamma, Reals>)
                      .Case("erf", unary<Erf, Reals>)
                      .Case("erfc", unary<Erfc, Reals>)
                      .Case("erf_inv", unary<ErfInv, Reals>)
                      .Case("lgamma", unary<Lgamma, Reals>)
                      .Case("is_inf", unary<IsInf, Reals>)
                      .Case("is_pos_inf", unary<IsPosInf, Reals>)
                      .Case("is_neg_inf", unary<IsNegInf, Reals>)
                      .Case("mulhi", binary<Mulhi, Ints>)
                      .Case("next_after", binary<NextAfter>)
                      .Case("polygamma", binary<Polygamma>)
                      .Case("zeta", binary<Zeta>)
                      .Default(nullptr);
  return choice ? choice(kind) : nullptr;
}

template <int exponentBits, int mantissaBits>
static void nextAfterLoop(const KernelArgs &args, const KernelParams &) {
  const uint16_t *from = static_cast<const uint16_t *>(args.in[0]);
  const uint16_t *to = static_cast<const uint16_t *>(args.in[1]);
  uint16_t *out = static_cast<uint16_t *>(args.out);
  constexpr uint64_t infinity = ((uint64_t(1) << exponentBits) - 1)
                                << mantissaBits;
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = uint16_t(scalar::nextAfter(from[i], to[i],
                                        exponentBits + mantissaBits, infinity));
}

template <typename T>
static void multiplyHighLoop(const KernelArgs &args,
                             const KernelParams &params) {
  const T *lhs = static_cast<const T *>(args.in[0]);
  const T *rhs = static_cast<const T *>(args.in[1]);
  T *out = static_cast<T *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = T(int(lhs[i]) * int(rhs[i]) >> params.operandBits);
}

KernelFn xla::interpreter::getSubByteMulhiKernel(ElementKind kind) {
  return isSignedInteger(kind) ? multiplyHighLoop<int8_t>
                               : multiplyHighLoop<uint8_t>;
}

/// Seeks among all numbers of the format.
static uint8_t findNextAfter(const SmallFloatFormat &format, unsigned width,
                             uint8_t from, uint8_t to) {
  float start = format.values[from], end = format.values[to];
  if (std::isnan(start))
    return from;
  if (std::isnan(end) || start == end)
    return to;
  bool up = end > start;
  uint8_t best = to;
  for (unsigned code = 0; code < 1u << width; ++code) {
    float value = format.values[code];
    bool passes = up ? value > start : value < start;
    if (!passes)
      continue;
    float found = format.values[best];
    bool nearer = up ? value < found : value > found;
    // Of two zeros the one of the side it is come from.
    if (nearer ||
        (value == found && std::signbit(value) == std::signbit(start)))
      best = uint8_t(code);
  }
  return best;
}

template <ElementKind kind>
static void smallNextAfterLoop(const KernelArgs &args, const KernelParams &) {
  const SmallFloatFormat &format = getSmallFloatFormat(kind);
  const uint8_t *from = static_cast<const uint8_t *>(args.in[0]);
  const uint8_t *to = static_cast<const uint8_t *>(args.in[1]);
  uint8_t *out = static_cast<uint8_t *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = findNextAfter(format, getBitWidth(kind), from[i], to[i]);
}

KernelFn xla::interpreter::getNarrowNextAfterKernel(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return nextAfterLoop<5, 10>;
  case ElementKind::BF16:
    return nextAfterLoop<8, 7>;
#define XLA_SMALL(KIND)                                                        \
  case ElementKind::KIND:                                                      \
    return smallNextAfterLoop<ElementKind::KIND>;
    XLA_SMALL(F4E2M1FN)
    XLA_SMALL(F6E2M3FN)
    XLA_SMALL(F6E3M2FN)
    XLA_SMALL(F8E3M4)
    XLA_SMALL(F8E4M3)
    XLA_SMALL(F8E4M3FN)
    XLA_SMALL(F8E4M3FNUZ)
    XLA_SMALL(F8E4M3B11FNUZ)
    XLA_SMALL(F8E5M2)
    XLA_SMALL(F8E5M2FNUZ)
    XLA_SMALL(F8E8M0FNU)
#undef XLA_SMALL
  default:
    return nullptr;
  }
}
