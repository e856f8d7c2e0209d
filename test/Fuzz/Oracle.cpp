//===- Oracle.cpp - What results of a random program are right ------------===//
//
// Builds the judging program (see the header) and compares by the rules of
// Support/Agreement.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"
#include "../Conformance/Sums.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/Agreement.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static Type getElement(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getElementType() : Type();
}

/// The rule of a branch or map whose regions end in functions: the most lenient
/// of theirs. They compute on what is exact given the op's own operands.
static std::optional<InexactRule> getRuleOfRegions(Operation *op) {
  std::optional<InexactRule> rule;
  if (!isa<hlo::IfOp, hlo::CaseOp, hlo::MapOp>(op) || op->getNumResults() != 1)
    return rule;
  for (Region &region : op->getRegions()) {
    Operation *last =
        region.front().getTerminator()->getOperand(0).getDefiningOp();
    if (!last || last->getParentRegion() != &region)
      continue;
    std::optional<InexactRule> own = getInexactRule(last);
    if (own && own->kind == InexactRule::Ulps &&
        (!rule || rule->count < own->count))
      rule = own;
  }
  return rule;
}

std::optional<InexactRule> xla::fuzz::getInexactRule(Operation *op) {
  if (std::optional<InexactRule> rule = getRuleOfRegions(op))
    return rule;
  if (op->getNumResults() == 0 || op->getNumOperands() == 0)
    return std::nullopt;
  Type element = getElement(op->getOperand(0));
  if (!element || !isa<FloatType, ComplexType>(element))
    return std::nullopt;
  if (std::optional<int64_t> count = conformance::countTerms(op))
    return InexactRule{InexactRule::Terms, *count};
  if (isa<hlo::BatchNormGradOp, hlo::BatchNormInferenceOp,
          hlo::BatchNormTrainingOp, hlo::CholeskyOp, hlo::TriangularSolveOp,
          hlo::FftOp>(op))
    return InexactRule{InexactRule::Norm, 4096};
  auto kind = getElementKind(element);
  StringRef name = op->getName().stripDialect();
  name.consume_front("broadcast_");
  uint64_t ulps = getMaxUlps(name, *kind);
  bool isComplexSign = isa<hlo::SignOp>(op) && isa<ComplexType>(element);
  if (isa<ComplexType>(element) && (ulps || isComplexSign))
    return InexactRule{InexactRule::Norm, 64};
  if (ulps)
    return InexactRule{InexactRule::Ulps, int64_t(ulps)};
  return std::nullopt;
}

void xla::fuzz::exposeInexactValues(func::FuncOp main) {
  Operation *terminator = main.getBody().front().getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  for (Operation &op : main.getBody().front())
    if (getInexactRule(&op))
      for (Value result : op.getResults())
        if (!llvm::is_contained(results, result))
          results.push_back(result);
  terminator->setOperands(results);
  main.setType(FunctionType::get(main.getContext(), main.getArgumentTypes(),
                                 ValueRange(results).getTypes()));
}

//===----------------------------------------------------------------------===//
// The judging program
//===----------------------------------------------------------------------===//

Oracle::Oracle(func::FuncOp main)
    : module(main->getParentOfType<ModuleOp>().clone()),
      function(module->lookupSymbol<func::FuncOp>(main.getName())),
      numResults(main.getNumResults()) {
  Block &block = function.getBody().front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    if (getInexactRule(&op))
      ops.push_back(&op);
  OpBuilder builder(module->getContext());
  for (Operation *op : ops) {
    InexactRule rule = *getInexactRule(op);
    unsigned magnitudes = 0;
    if (rule.kind == InexactRule::Terms) {
      builder.setInsertionPointAfter(op);
      magnitudes = results.size();
      results.push_back(conformance::createMagnitudes(builder, op));
    }
    for (Value value : op->getResults()) {
      unsigned place = llvm::find(results, value) - results.begin();
      assert(place < numResults && "expected inexact values to be exposed");
      inexact.push_back(
          {rule, op->getName().stripDialect().str(), place, magnitudes});
      Value given = block.addArgument(value.getType(), value.getLoc());
      value.replaceAllUsesExcept(given, terminator);
    }
  }
  terminator->setOperands(results);
  function.setType(builder.getFunctionType(block.getArgumentTypes(),
                                           ValueRange(results).getTypes()));
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &getSemantics(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return cast<FloatType>(element).getFloatSemantics();
}

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}
static double getLargest(Type element) {
  return toDouble(APFloat::getLargest(getSemantics(element)));
}
static double getSmallest(Type element) {
  return toDouble(APFloat::getSmallest(getSemantics(element)));
}
static double getEpsilon(Type element) {
  return std::ldexp(
      1., 1 - int(APFloat::semanticsPrecision(getSemantics(element))));
}

/// Into the bytes of `to`, which copies of it share.
static void copyElement(const Literal &from, Literal to, int64_t index) {
  if (from.getStorage().bits < 8)
    return to.setBits(index, from.getBits(index));
  size_t bytes = from.getStorage().bits / 8;
  std::memcpy(to.getBytes() + index * bytes, from.getBytes() + index * bytes,
              bytes);
}

/// Takes `expected` for an element of `got` where rounding may have decided
/// between a finite number and overflow. What infinities and NaNs among the
/// terms of a sum make of it is no matter of rounding.
static Literal forgiveOverflow(const Literal &got, const Literal &expected,
                               llvm::function_ref<bool(int64_t)> mayOverflow) {
  Literal result = got.clone();
  auto isFinite = [](std::complex<double> value) {
    return std::isfinite(value.real()) && std::isfinite(value.imag());
  };
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i)
    if (!(isFinite(got.getComplex(i)) && isFinite(expected.getComplex(i))) &&
        mayOverflow(i))
      copyElement(expected, result, i);
  return result;
}

static AgreementReport compareInexact(const Literal &got,
                                      const Literal &expected, InexactRule rule,
                                      const Literal &magnitudes) {
  Type element = expected.getElementType();
  double largest = getLargest(element), epsilon = getEpsilon(element);
  if (rule.kind == InexactRule::Terms) {
    std::vector<double> bound(got.getNumElements());
    ElementKind kind = *getElementKind(element);
    for (int64_t i = 0, e = bound.size(); i < e; ++i)
      bound[i] =
          getReductionBound(kind, kind, rule.count, magnitudes.getDouble(i)) +
          rule.count * getSmallest(element);
    Literal forgiven = forgiveOverflow(got, expected, [&](int64_t i) {
      return !(magnitudes.getDouble(i) < largest / 4);
    });
    return compareLiterals(forgiven, expected, AgreementRule::bounded(bound));
  }
  auto atEdge = [&](int64_t i) {
    double a = std::abs(got.getComplex(i)),
           b = std::abs(expected.getComplex(i));
    double finite = std::isfinite(a) ? a : b;
    return std::isfinite(finite) &&
           finite >= largest * (1 - (rule.count + 1) * epsilon);
  };
  Literal forgiven = forgiveOverflow(got, expected, atEdge);
  if (rule.kind == InexactRule::Ulps)
    return compareLiterals(forgiven, expected, AgreementRule::ulps(rule.count));
  double scale = 1;
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i)
    if (double size = std::abs(expected.getComplex(i)); std::isfinite(size))
      scale = std::max(scale, size);
  return compareLiterals(
      forgiven, expected,
      AgreementRule::closeTo(0, rule.count * epsilon * scale));
}

std::string Oracle::compare(ArrayRef<Literal> results,
                            ArrayRef<Literal> expected) const {
  for (unsigned i = 0; i < numResults; ++i) {
    const Inexact *rule = llvm::find_if(
        inexact, [&](const Inexact &value) { return value.result == i; });
    AgreementReport report =
        rule == inexact.end()
            ? compareLiterals(results[i], expected[i],
                              AgreementRule::bitEqual())
            : compareInexact(results[i], expected[i], rule->rule,
                             expected[rule->magnitudes]);
    if (!report.agrees())
      return "result " + std::to_string(i) +
             (rule == inexact.end() ? "" : " of " + rule->name) + ": " +
             report.describe();
  }
  return "";
}

FailureOr<std::string> Oracle::judge(const Traffic &given, const Traffic &got) {
  Traffic all = given;
  for (auto [arguments, results] : llvm::zip_equal(all.values, got.values)) {
    if (results.size() != numResults)
      return "gives " + std::to_string(results.size()) + " results, not " +
             std::to_string(numResults);
    for (const Inexact &value : inexact)
      arguments.push_back(results[value.result]);
  }
  FailureOr<Traffic> expected =
      interpretProcesses(function, Grid::of(*module), all);
  if (failed(expected))
    return failure();
  for (auto [process, results] : llvm::enumerate(got.values))
    if (std::string wrong = compare(results, expected->values[process]);
        !wrong.empty())
      return got.values.size() == 1
                 ? wrong
                 : wrong + " in process " + std::to_string(process);
  if (got.feed.size() != expected->feed.size())
    return "feeds the host " + std::to_string(got.feed.size()) +
           " times, not " + std::to_string(expected->feed.size());
  for (auto [some, others] : llvm::zip(got.feed, expected->feed))
    for (auto [literal, other] : llvm::zip_equal(some, others))
      if (auto report =
              compareLiterals(literal, other, AgreementRule::bitEqual());
          !report.agrees())
        return "outfeed: " + report.describe();
  return std::string();
}
