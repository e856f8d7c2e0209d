//===- KernelTemplates.h - Loops and their choice by type ------*- C++ -*-===//
//
// The loops that the kernel files instantiate, and the switch from an element
// kind to the instance for its machine type.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_KERNELTEMPLATES_H
#define XLA_LIB_INTERPRETER_KERNELTEMPLATES_H

#include "xla/Interpreter/ElementwiseKernel.h"
#include "xla/Interpreter/ScalarMath.h"

namespace xla::interpreter {

/// Sets of machine types that an operation is defined on.
enum TypeClasses : unsigned {
  Bools = 1,
  Ints = 2,
  Reals = 4,
  Complexes = 8,
  BoolsAndInts = Bools | Ints,
  RealsAndComplexes = Reals | Complexes,
  Numbers = Ints | Reals | Complexes,
  AllTypes = Bools | Numbers
};

/// out[i] = F(in[i])
template <typename F, typename T>
void unaryLoop(const KernelArgs &args, const KernelParams &params) {
  using R = decltype(F::apply(T(), params));
  const T *in = static_cast<const T *>(args.in[0]);
  R *out = static_cast<R *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = F::apply(in[i], params);
}

/// out[i] = F(lhs[i], rhs[i])
template <typename F, typename T>
void binaryLoop(const KernelArgs &args, const KernelParams &params) {
  using R = decltype(F::apply(T(), T(), params));
  const T *lhs = static_cast<const T *>(args.in[0]);
  const T *rhs = static_cast<const T *>(args.in[1]);
  R *out = static_cast<R *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = F::apply(lhs[i], rhs[i], params);
}

template <typename F> struct UnaryLoops {
  template <typename T> static constexpr KernelFn get() {
    return unaryLoop<F, T>;
  }
};
template <typename F> struct BinaryLoops {
  template <typename T> static constexpr KernelFn get() {
    return binaryLoop<F, T>;
  }
};

/// The instance of `Loops` for a compute kind, or null where the operation is
/// not defined.
template <typename Loops, unsigned classes> KernelFn pick(ElementKind kind) {
  if constexpr (bool(classes & Bools))
    if (kind == ElementKind::Pred)
      return Loops::template get<bool>();
  if constexpr (bool(classes & Ints)) {
    switch (kind) {
    case ElementKind::S8:
      return Loops::template get<int8_t>();
    case ElementKind::S16:
      return Loops::template get<int16_t>();
    case ElementKind::S32:
      return Loops::template get<int32_t>();
    case ElementKind::S64:
      return Loops::template get<int64_t>();
    case ElementKind::U8:
      return Loops::template get<uint8_t>();
    case ElementKind::U16:
      return Loops::template get<uint16_t>();
    case ElementKind::U32:
      return Loops::template get<uint32_t>();
    case ElementKind::U64:
      return Loops::template get<uint64_t>();
    default:
      break;
    }
  }
  if constexpr (bool(classes & Reals)) {
    if (kind == ElementKind::F32)
      return Loops::template get<float>();
    if (kind == ElementKind::F64)
      return Loops::template get<double>();
  }
  if constexpr (bool(classes & Complexes)) {
    if (kind == ElementKind::C64)
      return Loops::template get<std::complex<float>>();
    if (kind == ElementKind::C128)
      return Loops::template get<std::complex<double>>();
  }
  return nullptr;
}

/// Defines NAME as a functor whose result is EXPRESSION in `a` (and `b`) of
/// type T and the parameters `params`.
#define XLA_UNARY_FUNCTOR(NAME, EXPRESSION)                                    \
  struct NAME {                                                                \
    template <typename T> static auto apply(T a, const KernelParams &params) { \
      return EXPRESSION;                                                       \
    }                                                                          \
  };
#define XLA_BINARY_FUNCTOR(NAME, EXPRESSION)                                   \
  struct NAME {                                                                \
    template <typename T>                                                      \
    static auto apply(T a, T b, const KernelParams &params) {                  \
      return EXPRESSION;                                                       \
    }                                                                          \
  };

/// The loops of an op by mnemonic and compute kind of its first operand; null
/// when the file does not have it or the kind is not one of the op's.
KernelFn getArithmeticKernel(llvm::StringRef mnemonic, ElementKind kind);
KernelFn getMathKernel(llvm::StringRef mnemonic, ElementKind kind);
/// The same for ops of chlo.
KernelFn getSpecialKernel(llvm::StringRef mnemonic, ElementKind kind);
/// chlo.next_after on the bits of f16 and bf16, whose neighbours are not those
/// of f32.
KernelFn getNarrowNextAfterKernel(ElementKind kind);
/// chlo.mulhi on integers of less than a byte, whose high half begins lower.
KernelFn getSubByteMulhiKernel(ElementKind kind);

/// Comparison by direction (EQ NE GE GT LE LT) of compute kinds; floats in
/// total order on request.
KernelFn getCompareKernel(llvm::StringRef direction, ElementKind kind,
                          bool totalOrder);
/// out = pred ? onTrue : onFalse for elements of `bytes` bytes.
KernelFn getSelectKernel(unsigned bytes);
KernelFn getClampKernel(ElementKind kind);

/// Conversion between compute kinds; where narrow floats are behind them, the
/// compute kind is F64.
KernelFn getConvertKernel(ElementKind from, ElementKind to, bool toNarrow);
KernelFn getReducePrecisionKernel(ElementKind kind);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_KERNELTEMPLATES_H
