//===- ElementwiseConvert.cpp - Loops of convert and reduce_precision -----===//
//
// Every pair of machine types: integers wrap, floats round to nearest even or
// saturate towards an integer, complex numbers lose their imaginary part.
//
//===----------------------------------------------------------------------===//

#include "KernelTemplates.h"

using namespace xla;
using namespace xla::interpreter;

template <typename To, typename From>
static To convertElement(From value, const KernelParams &params) {
  using namespace scalar;
  if constexpr (isComplexT<From> && isComplexT<To>) {
    return To(typename To::value_type(value.real()),
              typename To::value_type(value.imag()));
  } else if constexpr (isComplexT<From>) {
    if constexpr (isBool<To>)
      return value != From(0);
    else
      return convertElement<To>(value.real(), params);
  } else if constexpr (isComplexT<To>) {
    return To(typename To::value_type(value));
  } else if constexpr (isBool<To>) {
    return value != From(0);
  } else if constexpr (isInt<To> && isReal<From>) {
    return floatToInteger<To>(value, params.resultBits);
  } else {
    return To(value);
  }
}

template <typename To, typename From>
static void convertLoop(const KernelArgs &args, const KernelParams &params) {
  const From *in = static_cast<const From *>(args.in[0]);
  To *out = static_cast<To *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] = convertElement<To>(in[i], params);
}

namespace {
template <typename To> struct ConvertLoopsTo {
  template <typename From> static constexpr KernelFn get() {
    return convertLoop<To, From>;
  }
};

/// Integers on their way to a narrow float.
XLA_UNARY_FUNCTOR(ToSticky, scalar::integerToSticky(a))
} // namespace

template <typename To> static KernelFn convertTo(ElementKind from) {
  return pick<ConvertLoopsTo<To>, AllTypes>(from);
}

KernelFn xla::interpreter::getConvertKernel(ElementKind from, ElementKind to,
                                            bool toNarrow) {
  if (toNarrow && isInteger(from))
    return pick<UnaryLoops<ToSticky>, Ints>(from);
  switch (to) {
  case ElementKind::Pred:
    return convertTo<bool>(from);
  case ElementKind::S8:
    return convertTo<int8_t>(from);
  case ElementKind::S16:
    return convertTo<int16_t>(from);
  case ElementKind::S32:
    return convertTo<int32_t>(from);
  case ElementKind::S64:
    return convertTo<int64_t>(from);
  case ElementKind::U8:
    return convertTo<uint8_t>(from);
  case ElementKind::U16:
    return convertTo<uint16_t>(from);
  case ElementKind::U32:
    return convertTo<uint32_t>(from);
  case ElementKind::U64:
    return convertTo<uint64_t>(from);
  case ElementKind::F32:
    return convertTo<float>(from);
  case ElementKind::F64:
    return convertTo<double>(from);
  case ElementKind::C64:
    return convertTo<std::complex<float>>(from);
  case ElementKind::C128:
    return convertTo<std::complex<double>>(from);
  default:
    return nullptr;
  }
}

template <typename U, int exponentBits, int mantissaBits>
static void reducePrecisionLoop(const KernelArgs &args,
                                const KernelParams &params) {
  const U *in = static_cast<const U *>(args.in[0]);
  U *out = static_cast<U *>(args.out);
  for (int64_t i = 0; i < args.n; ++i)
    out[i] =
        U(scalar::reducePrecision(in[i], {exponentBits, mantissaBits},
                                  {params.exponentBits, params.mantissaBits}));
}

KernelFn xla::interpreter::getReducePrecisionKernel(ElementKind kind) {
  switch (kind) {
  case ElementKind::F8E5M2:
    return reducePrecisionLoop<uint8_t, 5, 2>;
  case ElementKind::F16:
    return reducePrecisionLoop<uint16_t, 5, 10>;
  case ElementKind::BF16:
    return reducePrecisionLoop<uint16_t, 8, 7>;
  case ElementKind::F64:
    return reducePrecisionLoop<uint64_t, 11, 52>;
  default: // F32, and what is computed in it.
    return reducePrecisionLoop<uint32_t, 8, 23>;
  }
}
