//===- ElementwiseCompare.cpp - Loops of compare, select and clamp --------===//
//
// Comparison by value or total order, and the ops with three operands.
//
//===----------------------------------------------------------------------===//

#include "KernelTemplates.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::interpreter;

template <typename T> static bool isLess(T a, T b) { return a < b; }
template <typename T> static bool isLessOrEqual(T a, T b) { return a <= b; }
/// Complex numbers are in the order of their real parts, then of the others.
template <typename T> static bool isLess(std::complex<T> a, std::complex<T> b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}
template <typename T>
static bool isLessOrEqual(std::complex<T> a, std::complex<T> b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() <= b.imag());
}

namespace {
XLA_BINARY_FUNCTOR(EQ, a == b)
XLA_BINARY_FUNCTOR(NE, a != b)
XLA_BINARY_FUNCTOR(GE, isLessOrEqual(b, a))
XLA_BINARY_FUNCTOR(GT, isLess(b, a))
XLA_BINARY_FUNCTOR(LE, isLessOrEqual(a, b))
XLA_BINARY_FUNCTOR(LT, isLess(a, b))

/// F on the operands' places in the total order.
template <typename F> struct InTotalOrder {
  template <typename T>
  static bool apply(T a, T b, const KernelParams &params) {
    return F::apply(scalar::totalOrder(a), scalar::totalOrder(b), params);
  }
};

template <typename T>
void clampLoop(const KernelArgs &args, const KernelParams &) {
  const T *low = static_cast<const T *>(args.in[0]);
  const T *in = static_cast<const T *>(args.in[1]);
  const T *high = static_cast<const T *>(args.in[2]);
  T *out = static_cast<T *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = scalar::clamp(low[i], in[i], high[i]);
}

struct ClampLoops {
  template <typename T> static constexpr KernelFn get() { return clampLoop<T>; }
};

/// 16 bytes without any meaning.
struct Bytes16 {
  uint64_t halves[2];
};

template <typename T>
void selectLoop(const KernelArgs &args, const KernelParams &) {
  const bool *pred = static_cast<const bool *>(args.in[0]);
  const T *onTrue = static_cast<const T *>(args.in[1]);
  const T *onFalse = static_cast<const T *>(args.in[2]);
  T *out = static_cast<T *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = pred[i] ? onTrue[i] : onFalse[i];
}
} // namespace

template <typename F> static KernelFn compare(ElementKind kind) {
  return pick<BinaryLoops<F>, AllTypes>(kind);
}
template <typename F> static KernelFn compareTotal(ElementKind kind) {
  return pick<BinaryLoops<InTotalOrder<F>>, Reals>(kind);
}

KernelFn xla::interpreter::getCompareKernel(llvm::StringRef direction,
                                            ElementKind kind, bool totalOrder) {
  using Choice = KernelFn (*)(ElementKind);
  Choice choice = llvm::StringSwitch<Choice>(direction)
                      .Case("EQ", totalOrder ? compareTotal<EQ> : compare<EQ>)
                      .Case("NE", totalOrder ? compareTotal<NE> : compare<NE>)
                      .Case("GE", totalOrder ? compareTotal<GE> : compare<GE>)
                      .Case("GT", totalOrder ? compareTotal<GT> : compare<GT>)
                      .Case("LE", totalOrder ? compareTotal<LE> : compare<LE>)
                      .Case("LT", totalOrder ? compareTotal<LT> : compare<LT>)
                      .Default(nullptr);
  return choice ? choice(kind) : nullptr;
}

KernelFn xla::interpreter::getSelectKernel(unsigned bytes) {
  switch (bytes) {
  case 1:
    return selectLoop<uint8_t>;
  case 2:
    return selectLoop<uint16_t>;
  case 4:
    return selectLoop<uint32_t>;
  case 8:
    return selectLoop<uint64_t>;
  default:
    return selectLoop<Bytes16>;
  }
}

KernelFn xla::interpreter::getClampKernel(ElementKind kind) {
  return pick<ClampLoops, AllTypes>(kind);
}
