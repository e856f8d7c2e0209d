//===- SnapshotCase.cpp - Replay what a snapshot holds --------------------===//
//
// Arguments and results of a snapshot as a case.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOProto/SnapshotCase.h"

#include <cmath>

using namespace mlir;
using namespace xla;

/// The relative error that two right compilers may be apart after a program of
/// many ops: about a square root of the precision, and two units in the last
/// place at least.
static double getTolerance(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return 0;
  double ulp = std::ldexp(1.0, 1 - static_cast<int>(type.getFPMantissaWidth()));
  return std::max(std::sqrt(ulp / 2) / 4, 2 * ulp);
}

/// The root mean square of the finite elements.
static double getRms(const Literal &value) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    double magnitude = std::abs(value.getComplex(i));
    if (!std::isfinite(magnitude))
      continue;
    sum += magnitude * magnitude;
    ++count;
  }
  return count ? std::sqrt(sum / static_cast<double>(count)) : 0;
}

int xla::takeSnapshot(const SnapshotData &snapshot,
                      const SnapshotTolerance &tolerance, Case &one) {
  if (snapshot.arguments.empty() || !one.arguments.empty() || one.results)
    return 0;
  for (const SmallVector<Literal> &list : snapshot.arguments)
    for (const Literal &value : list) {
      ArgumentSpec &spec = one.arguments.emplace_back();
      spec.type = value.getType();
      spec.value = value;
    }
  if (snapshot.results) {
    one.results.emplace();
    for (const Literal &value : *snapshot.results) {
      ExpectedResult &result = one.results->emplace_back();
      result.type = value.getType();
      result.value = value;
      result.rtol = tolerance.relative >= 0
                        ? tolerance.relative
                        : getTolerance(value.getElementType());
      // Small elements of a large whole come from sums that cancel.
      result.atol = tolerance.absolute >= 0 ? tolerance.absolute
                                            : result.rtol * getRms(value);
    }
  }
  return static_cast<int>(snapshot.arguments.size());
}
