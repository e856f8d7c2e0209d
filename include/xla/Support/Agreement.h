//===- Agreement.h - When two evaluations agree ----------------*- C++ -*-===//
//
// The one place that decides whether two results of the same computation are
// the same: used by xla-run's cases, the interpreter's checks, fuzzing and
// tests.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_AGREEMENT_H
#define XLA_SUPPORT_AGREEMENT_H

#include "xla/Support/ElementKind.h"
#include "xla/Support/Literal.h"

namespace xla {

/// How close results have to be. An element agrees when any of the ways that
/// the rule allows holds; equal bits, and any NaN with any NaN, always agree.
struct AgreementRule {
  /// Largest distance on the line of representable values, on which -0 and +0
  /// coincide. 0: no ulp comparison, so that -0 and +0 differ.
  uint64_t maxUlps = 0;
  /// |got - expected| <= atol + rtol * |expected|, infinities equal. Used when
  /// `close` is set; with both 0 this means equal values (-0 equals +0).
  bool close = false;
  double rtol = 0, atol = 0;
  /// The root mean square of the whole expected result. When set, that of the
  /// result must be within atol + rtol * rms (finite elements only).
  std::optional<double> rms;
  /// For each element, the largest absolute difference that rounding can
  /// explain (see `getReductionBound`). Not owned.
  llvm::ArrayRef<double> bound;

  /// Integers, data movement and IEEE elementwise operations.
  static AgreementRule bitEqual() { return {}; }
  /// Math functions.
  static AgreementRule ulps(uint64_t maxUlps) {
    AgreementRule rule;
    rule.maxUlps = maxUlps;
    return rule;
  }
  /// Whole models with stated tolerances.
  static AgreementRule closeTo(double rtol, double atol,
                               std::optional<double> rms = std::nullopt) {
    AgreementRule rule;
    rule.close = true;
    rule.rtol = rtol;
    rule.atol = atol;
    rule.rms = rms;
    return rule;
  }
  /// Reductions; `bound` must outlive the rule.
  static AgreementRule bounded(llvm::ArrayRef<double> bound) {
    AgreementRule rule;
    rule.bound = bound;
    return rule;
  }
};

/// What came of a comparison.
struct AgreementReport {
  int64_t numCompared = 0, numMismatches = 0;
  /// Of the result, not of the sample; -1 when every element agrees.
  int64_t worstIndex = -1;
  llvm::SmallVector<int64_t> worstCoordinates;
  std::string got, expected;
  /// |got - expected| of the worst element; NaN when one of them is NaN.
  double worstDifference = 0;
  /// Set when the root mean squares disagree.
  std::optional<double> gotRms;
  double expectedRms = 0;
  /// Set when no element could be compared, and why.
  std::string error;

  bool agrees() const { return numMismatches == 0 && !gotRms && error.empty(); }
  /// One line for people: how many differ, the worst element, where, and both
  /// values; empty when all agrees.
  std::string describe() const;
};

/// Dense row-major data as the ABI lays it out (2- and 4-bit types packed).
struct ElementsView {
  ElementKind kind;
  llvm::ArrayRef<int64_t> shape;
  const char *data;
};

/// Compares `got` with `expected`. With `sampleStride` N above 1, `expected`
/// holds elements 0, N, 2N, ... of the flattened result; its shape is then not
/// looked at besides its number of elements. The kinds may differ if both are
/// real floats (bf16 results are stored as f32) and the rule is `close`.
AgreementReport compareElements(const ElementsView &got,
                                const ElementsView &expected,
                                const AgreementRule &rule,
                                int64_t sampleStride = 1);

/// The same for literals of any element type that has a kind.
AgreementReport compareLiterals(const Literal &got, const Literal &expected,
                                const AgreementRule &rule,
                                int64_t sampleStride = 1);

/// Whether two unpacked elements agree by `rule`, of which what concerns whole
/// results (`rms` and `bound`) is not looked at. The kinds may differ as in
/// `compareElements`.
bool elementsAgree(ElementKind gotKind, const char *got,
                   ElementKind expectedKind, const char *expected,
                   const AgreementRule &rule);

/// The distance of two unpacked real floats on the line of representable
/// values: 0 for two NaNs and for -0 against +0, UINT64_MAX when exactly one is
/// NaN or when infinities and finite values meet.
uint64_t getUlpDistance(ElementKind kind, const char *lhs, const char *rhs);

/// Ulps within which an implementation of the operation `mnemonic` ("tanh",
/// "power", ...) on `kind` has to agree with the exact result; 0 for
/// operations that IEEE arithmetic defines exactly and for integers.
uint64_t getMaxUlps(llvm::StringRef mnemonic, ElementKind kind);

/// `ulps` units in the last place of a number of `kind`, or of a part of one,
/// whose magnitude is `magnitude`.
double getUlpBound(ElementKind kind, uint64_t ulps, double magnitude);

/// The largest error of a reduction, dot or convolution with `numTerms` terms
/// whose absolute values sum to `sumOfMagnitudes`, accumulated in
/// `accumulator` and rounded to `result`.
double getReductionBound(ElementKind accumulator, ElementKind result,
                         int64_t numTerms, double sumOfMagnitudes);

} // namespace xla

#endif // XLA_SUPPORT_AGREEMENT_H
