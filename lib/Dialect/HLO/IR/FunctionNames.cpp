//===- FunctionNames.cpp - Functions that programs name -------------------===//
//
// Names only: the ops are chlo's.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

ArrayRef<StringLiteral> xla::hlo::getUnaryFunctions() {
  static constexpr StringLiteral names[] = {
      "acos",       "acosh",  "asin", "asinh",   "atan", "atanh",
      "bessel_i1e", "cosh",   "conj", "digamma", "erf",  "erf_inv",
      "erfc",       "lgamma", "sinh", "square",  "tan"};
  return names;
}

bool xla::hlo::isUnaryFunction(StringRef name) {
  return is_contained(getUnaryFunctions(), name);
}
