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
XLA_UNARY_FUNCTOR(Conj, T(a.real(), -a.imag()))
// Wider, so that only a result that is too large overflows.
XLA_UNARY_FUNCTOR(Square, T(scalar::multiply(Wider<T>(a), Wider<T>(a))))
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
                      .Case("conj", unary<Conj, Complexes>)
                      .Case("square", unary<Square, Numbers>)
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

KernelFn xla::interpreter::getNarrowNextAfterKernel(ElementKind kind) {
  if (kind == ElementKind::F16)
    return nextAfterLoop<5, 10>;
  return kind == ElementKind::BF16 ? nextAfterLoop<8, 7> : nullptr;
}
