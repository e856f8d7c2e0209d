//===- ElementwiseMath.cpp - Loops of math functions ----------------------===//
//
// The transcendental functions, roots and powers.
//
//===----------------------------------------------------------------------===//

#include "KernelTemplates.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::interpreter;

namespace {
XLA_UNARY_FUNCTOR(Exponential, scalar::exponential(a))
XLA_UNARY_FUNCTOR(ExponentialMinusOne, scalar::exponentialMinusOne(a))
XLA_UNARY_FUNCTOR(Log, scalar::logarithm(a))
XLA_UNARY_FUNCTOR(LogPlusOne, scalar::logPlusOne(a))
XLA_UNARY_FUNCTOR(Sine, scalar::sine(a))
XLA_UNARY_FUNCTOR(Cosine, scalar::cosine(a))
XLA_UNARY_FUNCTOR(Tan, scalar::tangent(a))
XLA_UNARY_FUNCTOR(Tanh, scalar::hyperbolicTangent(a))
XLA_UNARY_FUNCTOR(Sqrt, scalar::squareRoot(a))
XLA_UNARY_FUNCTOR(Rsqrt, scalar::reciprocalSquareRoot(a))
XLA_UNARY_FUNCTOR(Cbrt, scalar::cubeRoot(a))
XLA_UNARY_FUNCTOR(Logistic, scalar::logistic(a))
XLA_BINARY_FUNCTOR(Atan2, scalar::arcTangent2(a, b))
XLA_BINARY_FUNCTOR(Power, scalar::power(a, b))
} // namespace

template <typename F> static KernelFn unary(ElementKind kind) {
  return pick<UnaryLoops<F>, RealsAndComplexes>(kind);
}

KernelFn xla::interpreter::getMathKernel(llvm::StringRef mnemonic,
                                         ElementKind kind) {
  using Choice = KernelFn (*)(ElementKind);
  Choice choice =
      llvm::StringSwitch<Choice>(mnemonic)
          .Case("exponential", unary<Exponential>)
          .Case("exponential_minus_one", unary<ExponentialMinusOne>)
          .Case("log", unary<Log>)
          .Case("log_plus_one", unary<LogPlusOne>)
          .Case("sine", unary<Sine>)
          .Case("cosine", unary<Cosine>)
          .Case("tan", unary<Tan>)
          .Case("tanh", unary<Tanh>)
          .Case("sqrt", unary<Sqrt>)
          .Case("rsqrt", unary<Rsqrt>)
          .Case("cbrt", unary<Cbrt>)
          .Case("logistic", unary<Logistic>)
          .Case("atan2", pick<BinaryLoops<Atan2>, RealsAndComplexes>)
          .Case("power", pick<BinaryLoops<Power>, AllTypes>)
          .Default(nullptr);
  return choice ? choice(kind) : nullptr;
}
