//===- ExactValues.h - Where a suite's expected values are off -*- C++ -*-===//

#ifndef XLA_TEST_CONFORMANCE_EXACTVALUES_H
#define XLA_TEST_CONFORMANCE_EXACTVALUES_H

#include "Programs.h"

namespace xla::conformance {

/// Judges `results`, the values that the checks of `program` look at, by
/// contracts.md: true if each check that does not hold compares with expected
/// values that miss the exact ones by more than the check allows, though by no
/// more than other rounding explains, and what was computed is within the bound
/// of the operation that computed it. Exact values are those of the program in
/// f64 instead of narrower floats. `why` says what the judgement rests on.
/// Errors of the evaluation go to the diagnostic handlers of `context`.
bool agreesWithExactValues(const Program &program,
                           llvm::ArrayRef<Literal> results,
                           mlir::MLIRContext *context, std::string &why);

} // namespace xla::conformance

#endif // XLA_TEST_CONFORMANCE_EXACTVALUES_H
