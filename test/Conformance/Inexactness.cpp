//===- Inexactness.cpp - What rounding can explain ------------------------===//
//
// Compares the results of whole programs, which round in other places. The
// bounds of sums come from the magnitudes of their terms for these arguments.
//
//===----------------------------------------------------------------------===//

#include "Inexactness.h"
#include "SelfCheck.h"
#include "Sums.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Support/Agreement.h"
#include <cmath>

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

static double getLargest(const Literal &literal) {
  double largest = 0;
  for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i)
    if (double size = std::abs(literal.getComplex(i)); std::isfinite(size))
      largest = std::max(largest, size);
  return largest;
}

static int64_t getStaticCount(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

/// Terms of each result of `op`, no plain sum at the top level: as many as its
/// operand has elements for one of its result.
static int64_t estimateTerms(Operation *op) {
  if (std::optional<int64_t> count = countTerms(op))
    return *count;
  if (!isa<hlo::ReductionLikeOpInterface, hlo::DotOp, hlo::TriangularSolveOp,
           hlo::FftOp>(op))
    return 0;
  int64_t outputs = std::max<int64_t>(getStaticCount(op->getResult(0)), 1);
  return std::max<int64_t>(getStaticCount(op->getOperand(0)) / outputs, 1);
}

FailureOr<Inexactness>
conformance::getInexactness(func::FuncOp entry, ArrayRef<Literal> arguments) {
  OwningOpRef<ModuleOp> copy(
      cast<ModuleOp>(entry->getParentOfType<ModuleOp>()->clone()));
  entry = copy->lookupSymbol<func::FuncOp>(entry.getName());
  if (failed(inlineCalls(entry)))
    return failure();
  struct Sum {
    ElementKind kind;
    int64_t numTerms;
  };
  SmallVector<Sum> sums;
  SmallVector<Value> magnitudes;
  Inexactness result;
  entry.walk([&](Operation *op) {
    auto type = op->getNumResults() == 0
                    ? nullptr
                    : dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape())
      return;
    std::optional<ElementKind> kind = getElementKind(type.getElementType());
    if (!kind)
      return;
    result.ulps += getMaxUlps(op->getName().stripDialect(), *kind);
    if (!isa<FloatType, ComplexType>(type.getElementType()))
      return;
    std::optional<int64_t> numTerms = countTerms(op);
    if (numTerms && op->getParentOp() == entry) {
      OpBuilder builder(op);
      sums.push_back({*kind, *numTerms});
      magnitudes.push_back(createMagnitudes(builder, op));
    } else if (int64_t terms = estimateTerms(op)) {
      result.scaled += getReductionBound(*kind, *kind, terms, double(terms));
    }
  });
  if (sums.empty())
    return result;
  entry.getBody().front().getTerminator()->setOperands(magnitudes);
  entry.setType(FunctionType::get(entry.getContext(), entry.getArgumentTypes(),
                                  ValueRange(magnitudes).getTypes()));
  entry.removeResAttrsAttr();
  auto values = interpreter::evaluate(entry, arguments);
  if (failed(values))
    return failure();
  for (auto [sum, value] : llvm::zip_equal(sums, *values))
    result.sums +=
        getReductionBound(sum.kind, sum.kind, sum.numTerms, getLargest(value));
  return result;
}

/// The rule for a result that may be as inexact as `inexactness` says.
static AgreementRule getRule(const Inexactness &inexactness,
                             const Literal &expected) {
  Type element = expected.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  auto type = dyn_cast<FloatType>(complex ? complex.getElementType() : element);
  bool hasSums = inexactness.sums > 0 || inexactness.scaled > 0;
  if (!type || (inexactness.ulps == 0 && !hasSums))
    return AgreementRule::bitEqual();
  double eps = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
  // What differs a little may round to neighbours in a narrower type.
  double ulps = double(inexactness.ulps) + (hasSums ? 1 : 0);
  AgreementRule rule = AgreementRule::closeTo(
      ulps * eps, inexactness.sums +
                      inexactness.scaled * std::max(getLargest(expected), 1.0));
  rule.maxUlps = inexactness.ulps;
  return rule;
}

bool conformance::agree(ArrayRef<Literal> got, ArrayRef<Literal> expected,
                        const Inexactness &inexactness, std::string &message) {
  if (got.size() != expected.size()) {
    message = "expected " + std::to_string(expected.size()) +
              " results, but got " + std::to_string(got.size());
    return false;
  }
  for (auto [index, one, other] : llvm::enumerate(got, expected)) {
    AgreementReport report =
        compareLiterals(one, other, getRule(inexactness, other));
    if (report.agrees())
      continue;
    message = "result " + std::to_string(index) + " at type " +
              formatShapedType(other.getType()) + ": " + report.describe();
    return false;
  }
  return true;
}
