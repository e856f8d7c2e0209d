//===- ElementwiseArithmetic.cpp - Loops of arithmetic ops ----------------===//
//
// Arithmetic, bits, rounding and the parts of complex numbers.
//
//===----------------------------------------------------------------------===//

#include "KernelTemplates.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::interpreter;

namespace {
XLA_BINARY_FUNCTOR(Add, scalar::add(a, b))
XLA_BINARY_FUNCTOR(Subtract, scalar::subtract(a, b))
XLA_BINARY_FUNCTOR(Multiply, scalar::multiply(a, b))
XLA_BINARY_FUNCTOR(Divide, scalar::divide(a, b))
XLA_BINARY_FUNCTOR(Remainder, scalar::remainder(a, b))
XLA_BINARY_FUNCTOR(Maximum, scalar::maximum(a, b))
XLA_BINARY_FUNCTOR(Minimum, scalar::minimum(a, b))
XLA_BINARY_FUNCTOR(And, scalar::bitAnd(a, b))
XLA_BINARY_FUNCTOR(Or, scalar::bitOr(a, b))
XLA_BINARY_FUNCTOR(Xor, scalar::bitXor(a, b))
XLA_BINARY_FUNCTOR(ShiftLeft, scalar::shiftLeft(a, b, params.operandBits))
XLA_BINARY_FUNCTOR(ShiftRightLogical,
                   scalar::shiftRightLogical(a, b, params.operandBits))
XLA_BINARY_FUNCTOR(ShiftRightArithmetic,
                   scalar::shiftRightArithmetic(a, b, params.operandBits))
XLA_BINARY_FUNCTOR(MakeComplex, std::complex<T>(a, b))

XLA_UNARY_FUNCTOR(Negate, scalar::negate(a))
XLA_UNARY_FUNCTOR(Not, scalar::bitNot(a))
XLA_UNARY_FUNCTOR(Abs, scalar::absolute(a))
XLA_UNARY_FUNCTOR(Magnitude, scalar::magnitude(a))
XLA_UNARY_FUNCTOR(Sign, scalar::sign(a))
XLA_UNARY_FUNCTOR(CountLeadingZeros,
                  scalar::countLeadingZeros(a, params.operandBits))
XLA_UNARY_FUNCTOR(PopulationCount,
                  scalar::populationCount(a, params.operandBits))
XLA_UNARY_FUNCTOR(Ceil, std::ceil(a))
XLA_UNARY_FUNCTOR(Floor, std::floor(a))
XLA_UNARY_FUNCTOR(RoundAwayFromZero, std::round(a))
// The rounding mode is never changed, so this rounds ties to even.
XLA_UNARY_FUNCTOR(RoundToEven, std::nearbyint(a))
XLA_UNARY_FUNCTOR(IsFinite, bool(std::isfinite(a)))
XLA_UNARY_FUNCTOR(RealPart, a.real())
XLA_UNARY_FUNCTOR(ImagPart, a.imag())
/// The real part of a real number is itself, the imaginary part 0.
XLA_UNARY_FUNCTOR(Identity, a)
XLA_UNARY_FUNCTOR(Zero, T(0))
} // namespace

template <typename F, unsigned classes>
static KernelFn unary(ElementKind kind) {
  return pick<UnaryLoops<F>, classes>(kind);
}
template <typename F, unsigned classes>
static KernelFn binary(ElementKind kind) {
  return pick<BinaryLoops<F>, classes>(kind);
}

KernelFn xla::interpreter::getArithmeticKernel(llvm::StringRef mnemonic,
                                               ElementKind kind) {
  using Choice = KernelFn (*)(ElementKind);
  bool complex = isComplex(kind);
  Choice choice =
      llvm::StringSwitch<Choice>(mnemonic)
          .Case("add", binary<Add, AllTypes>)
          .Case("subtract", binary<Subtract, AllTypes>)
          .Case("multiply", binary<Multiply, AllTypes>)
          .Case("divide", binary<Divide, AllTypes>)
          .Case("remainder", binary<Remainder, BoolsAndInts | Reals>)
          .Case("maximum", binary<Maximum, AllTypes>)
          .Case("minimum", binary<Minimum, AllTypes>)
          .Case("and", binary<And, BoolsAndInts>)
          .Case("or", binary<Or, BoolsAndInts>)
          .Case("xor", binary<Xor, BoolsAndInts>)
          .Case("shift_left", binary<ShiftLeft, Ints>)
          .Case("shift_right_logical", binary<ShiftRightLogical, Ints>)
          .Case("shift_right_arithmetic", binary<ShiftRightArithmetic, Ints>)
          .Case("complex", binary<MakeComplex, Reals>)
          .Case("negate", unary<Negate, AllTypes>)
          .Case("not", unary<Not, BoolsAndInts>)
          .Case("abs", complex ? unary<Magnitude, Complexes>
                               : unary<Abs, Ints | Reals>)
          .Case("sign", unary<Sign, Numbers>)
          .Case("count_leading_zeros", unary<CountLeadingZeros, Ints>)
          .Case("popcnt", unary<PopulationCount, Ints>)
          .Case("ceil", unary<Ceil, Reals>)
          .Case("floor", unary<Floor, Reals>)
          .Case("round_nearest_afz", unary<RoundAwayFromZero, Reals>)
          .Case("round_nearest_even", unary<RoundToEven, Reals>)
          .Case("is_finite", unary<IsFinite, Reals>)
          .Case("real",
                complex ? unary<RealPart, Complexes> : unary<Identity, Reals>)
          .Case("imag",
                complex ? unary<ImagPart, Complexes> : unary<Zero, Reals>)
          .Default(nullptr);
  return choice ? choice(kind) : nullptr;
}
