//===- ContractionKernel.h - Accumulation of products ----------*- C++ -*-===//
//
// Dots and convolutions compute integers modulo 2^64 and floats in double, wide
// enough that the only rounding that counts is the last one. Sums of a few f32
// terms are the specification's own sequence of f32 operations instead: with so
// few terms, a test may expect exactly those roundings.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_CONTRACTIONKERNEL_H
#define XLA_LIB_INTERPRETER_CONTRACTIONKERNEL_H

#include "Evaluator.h"
#include "xla/Interpreter/ScalarArithmetic.h"

namespace xla::interpreter {

/// The kind in which `numTerms` products of `lhs` and `rhs` are accumulated.
inline ElementKind getProductKind(ElementKind lhs, ElementKind rhs,
                                  ElementKind result, int64_t numTerms) {
  if (numTerms <= 16 &&
      (result == ElementKind::F32 || result == ElementKind::C64))
    return result;
  if (isComplex(lhs) || isComplex(rhs))
    return ElementKind::C128;
  return isFloat(lhs) || isFloat(rhs) || isFloat(result) ? ElementKind::F64
                                                         : ElementKind::S64;
}

/// Calls `fn` with a value of the machine type of a product kind.
template <typename Fn> auto withProductType(ElementKind kind, Fn fn) {
  if (kind == ElementKind::C128)
    return fn(std::complex<double>());
  if (kind == ElementKind::C64)
    return fn(std::complex<float>());
  if (kind == ElementKind::F64)
    return fn(double());
  if (kind == ElementKind::F32)
    return fn(float());
  return fn(int64_t());
}

/// sums[j] += factor * row[j]
template <typename T>
inline void addProducts(T *sums, T factor, const T *row, int64_t n) {
  for (int64_t j = 0; j < n; ++j)
    sums[j] = scalar::add(sums[j], scalar::multiply(factor, row[j]));
}

/// `tensor` with its dimensions in the given order, as the product kind.
mlir::FailureOr<Tensor> packForProducts(OpContext &context,
                                        const Tensor &tensor,
                                        llvm::ArrayRef<int64_t> order,
                                        ElementKind kind);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_CONTRACTIONKERNEL_H
