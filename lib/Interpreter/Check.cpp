//===- Check.cpp - Evaluation of checks -----------------------------------===//
//
// Ops that compare values and fail the evaluation when they differ, as ops of
// the check dialect and as the custom calls that exported tests use.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "xla/Dialect/Check/IR/CheckOps.h"
#include "xla/Support/Agreement.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
enum class CheckRule { Close, AlmostEqual };

struct CheckSpec {
  CheckRule rule;
  /// AlmostEqual: 0 is equality of the values, by which -0 equals +0.
  double tolerance = 0;
  /// Close.
  uint64_t minUlps = 0, maxUlps = 0;
};
} // namespace

/// Equal values; NaN equals NaN: the suites expect NaN where they say
/// expect_eq.
static constexpr CheckSpec equalValues{CheckRule::AlmostEqual};

/// Complex elements agree if both parts do.
static bool checkElement(const CheckSpec &spec, ElementKind kind,
                         const char *got, const char *expected) {
  if (isComplex(kind)) {
    ElementKind part = getPartKind(kind);
    unsigned size = getUnpackedBytes(part);
    return checkElement(spec, part, got, expected) &&
           checkElement(spec, part, got + size, expected + size);
  }
  if (spec.rule == CheckRule::AlmostEqual)
    return elementsAgree(kind, got, kind, expected,
                         AgreementRule::closeTo(/*rtol=*/0, spec.tolerance));
  uint64_t distance = getUlpDistance(kind, got, expected);
  return distance >= spec.minUlps && distance <= spec.maxUlps;
}

/// The first element that fails the rule; -1 if none does.
static int64_t findMismatch(const CheckSpec &spec, const Tensor &got,
                            const Tensor &expected) {
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i)
    if (!checkElement(spec, got.getKind(), got.getElement(i),
                      expected.getElement(i)))
      return i;
  return -1;
}

static LogicalResult checkTensors(OpContext &context, const CheckSpec &spec,
                                  const Tensor &got, const Tensor &expected) {
  if (got.getShape() != expected.getShape() ||
      got.getKind() != expected.getKind())
    return context.error() << "expects values of equal type";
  int64_t index = findMismatch(spec, got, expected);
  if (index < 0)
    return success();
  context.evaluator.noteFailedCheck();
  InFlightDiagnostic diagnostic = context.error();
  diagnostic << "failed at index [";
  SmallVector<int64_t> coordinates(got.getRank());
  int64_t rest = index;
  for (int64_t i = got.getRank() - 1; i >= 0; --i) {
    coordinates[i] = rest % got.getDim(i);
    rest /= got.getDim(i);
  }
  llvm::interleaveComma(coordinates, diagnostic);
  return diagnostic << "]: got "
                    << formatElement(got.getKind(), got.getElement(index))
                    << ", expected "
                    << formatElement(got.getKind(), expected.getElement(index));
}

/// Checks the first operand against the second or, in the `_const` forms,
/// against the attribute `value`.
static LogicalResult evaluateCheck(OpContext &context, const CheckSpec &spec) {
  if (context.operands.size() == 2)
    return checkTensors(context, spec, context.getTensor(0),
                        context.getTensor(1));
  auto value = context.getOp()->getAttrOfType<ElementsAttr>("value");
  if (!value)
    return context.error() << "expects two operands, or one and a value";
  llvm::Expected<Literal> literal = Literal::get(value);
  if (!literal)
    return context.error() << llvm::toString(literal.takeError());
  FailureOr<Tensor> expected = literalToTensor(*literal, context.getOp(),
                                               &context.evaluator.getBudget());
  if (failed(expected))
    return failure();
  return checkTensors(context, spec, context.getTensor(0), *expected);
}

static LogicalResult evaluateExpectSerialized(check::ExpectSerializedEqOp op,
                                              OpContext &context) {
  FailureOr<Tensor> probed =
      readProbe(context, op.getProbeId(), op.getIter(),
                cast<RankedTensorType>(op.getExpected().getType()));
  if (failed(probed))
    return failure();
  return checkTensors(context, equalValues, *probed, context.getTensor(0));
}

static LogicalResult evaluateExpectEqual(OpContext &context) {
  return evaluateCheck(context, equalValues);
}

static LogicalResult evaluateExpectAlmostEqual(OpContext &context) {
  auto tolerance = context.getOp()->getAttrOfType<FloatAttr>("tolerance");
  return evaluateCheck(context,
                       {CheckRule::AlmostEqual,
                        tolerance ? tolerance.getValueAsDouble() : 1e-4});
}

static LogicalResult evaluateExpectClose(OpContext &context) {
  CheckSpec spec{CheckRule::Close};
  auto getUlps = [&](StringRef name, uint64_t absent) {
    auto attr = context.getOp()->getAttrOfType<IntegerAttr>(name);
    return attr ? attr.getValue().getZExtValue() : absent;
  };
  spec.minUlps = getUlps("min_ulp_difference", 0);
  spec.maxUlps = getUlps("max_ulp_difference", 0);
  return evaluateCheck(context, spec);
}

/// The exported tests' own checks, as custom calls.
LogicalResult xla::interpreter::evaluateCheckCall(hlo::CustomCallOp op,
                                                  OpContext &context) {
  StringRef target = op.getCallTargetName();
  std::optional<CheckSpec> spec =
      llvm::StringSwitch<std::optional<CheckSpec>>(target)
          .Case("check.expect_eq", equalValues)
          .Case("check.expect_close", CheckSpec{CheckRule::Close, 0, 0, 3})
          .Case("check.expect_almost_eq",
                CheckSpec{CheckRule::AlmostEqual, 1e-3})
          .Default(std::nullopt);
  if (context.operands.size() != 2)
    return context.error() << "expects two operands to compare";
  if (spec)
    return evaluateCheck(context, *spec);
  if (target != "check.eq")
    return context.error() << "calls '" << target << "', which is no check";
  const Tensor &got = context.getTensor(0), &expected = context.getTensor(1);
  bool exact = !isFloat(got.getKind()) && !isComplex(got.getKind());
  CheckSpec rule =
      exact ? equalValues : CheckSpec{CheckRule::AlmostEqual, 1e-4};
  if (got.getShape() != expected.getShape() ||
      got.getKind() != expected.getKind())
    return context.error() << "expects values of equal type";
  FailureOr<Tensor> result = context.create(ElementKind::Pred, {});
  if (succeeded(result))
    *result->getMutableData() = findMismatch(rule, got, expected) < 0;
  return context.addResult(result);
}

void xla::interpreter::addCheckHandlers(HandlerTable &table) {
  table.add("check.expect_eq", evaluateExpectEqual);
  table.add("check.expect_eq_const", evaluateExpectEqual);
  table.add("check.expect_almost_eq", evaluateExpectAlmostEqual);
  table.add("check.expect_almost_eq_const", evaluateExpectAlmostEqual);
  table.add("check.expect_close", evaluateExpectClose);
  table.add<check::ExpectSerializedEqOp, evaluateExpectSerialized>();
  addCustomCallHandlers(table);
}
