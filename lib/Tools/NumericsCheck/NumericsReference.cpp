//===- NumericsReference.cpp - What a program has to give -----------------===//
//
// The results of a plain evaluation and, by evaluations with errors, how far
// others may be from them.
//
//===----------------------------------------------------------------------===//

#include "Level.h"

#include "xla/Interpreter/Interpreter.h"
#include "xla/Tools/NumericsCheck.h"

#include "mlir/IR/Diagnostics.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace xla;

/// Evaluations with errors. An error in one element is seen by each with
/// another sign and size.
static constexpr int numPerturbed = 6;
/// How much more than the largest distance seen is allowed: the errors of an
/// evaluation may all point one way, random ones do not.
static constexpr double safety = 8;
/// Ulps for the last rounding, which errors seldom cross.
static constexpr uint64_t lastUlps = 2;

/// Widens `bounds` by how far `moved` is from `plain`.
static void widen(std::vector<double> &bounds, const Literal &plain,
                  const Literal &moved) {
  for (int64_t i = 0, e = plain.getNumElements(); i < e; ++i) {
    double distance = std::abs(plain.getComplex(i) - moved.getComplex(i));
    // Where an error decides between a number and NaN, nothing can be said.
    if (!std::isfinite(distance))
      distance = std::numeric_limits<double>::infinity();
    bounds[i] = std::max(bounds[i], distance);
  }
}

static bool isFloating(const Literal &literal) {
  auto kind = getElementKind(literal.getElementType());
  return kind && (isFloat(*kind) || isComplex(*kind));
}

llvm::Expected<NumericsReference>
NumericsReference::create(ModuleOp module, StringRef entry,
                          ArrayRef<Literal> arguments) {
  NumericsReference reference;
  auto results = runAtAnyLevel(module, entry, arguments);
  if (!results)
    return results.takeError();
  reference.results = std::move(*results);
  for (const Literal &result : reference.results)
    reference.bounds.emplace_back(
        isFloating(result) ? result.getNumElements() : 0, 0.0);

  if (!isOfHLO(module, entry)) {
    for (auto [result, bounds] :
         llvm::zip(reference.results, reference.bounds)) {
      double largest = 0;
      for (size_t i = 0; i < bounds.size(); ++i)
        if (double size = std::abs(result.getComplex(i)); std::isfinite(size))
          largest = std::max(largest, size);
      for (double &bound : bounds)
        bound = getUlpBound(*getElementKind(result.getElementType()), 1024,
                            largest);
    }
    return reference;
  }

  bool isExact = true;
  for (int run = 1; run <= numPerturbed; ++run) {
    interpreter::Perturbation perturbation;
    perturbation.seed = run;
    interpreter::Options options;
    options.perturbation = &perturbation;
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    auto moved = interpreter::evaluate(module, entry, arguments, options);
    if (!perturbation.isApplied)
      break;
    isExact = false;
    if (failed(moved))
      continue;
    for (size_t i = 0; i < reference.results.size(); ++i)
      if (!reference.bounds[i].empty())
        widen(reference.bounds[i], reference.results[i], (*moved)[i]);
  }
  for (auto [result, bounds] : llvm::zip(reference.results, reference.bounds)) {
    if (isExact)
      bounds.clear();
    for (size_t i = 0; i < bounds.size(); ++i)
      bounds[i] = safety * bounds[i] +
                  getUlpBound(*getElementKind(result.getElementType()),
                              lastUlps, std::abs(result.getComplex(i)));
  }
  return reference;
}

std::optional<std::pair<size_t, AgreementReport>>
NumericsReference::findDifference(ArrayRef<Literal> got) const {
  if (got.size() != results.size()) {
    AgreementReport report;
    report.error = ("expected " + Twine(results.size()) + " results, but got " +
                    Twine(got.size()))
                       .str();
    return std::pair(size_t(0), report);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    AgreementReport report =
        compareLiterals(got[i], results[i], AgreementRule::bounded(bounds[i]));
    if (!report.agrees())
      return std::pair(i, report);
  }
  return std::nullopt;
}
