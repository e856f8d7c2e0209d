//===- ImportElementwise.cpp - Elementwise opcodes ------------------------===//
//
// Most opcodes have an op of the same name. The others: comparisons by the old
// opcodes of their own, and rounding by random numbers.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// The op of `dialect` that has the opcode's name.
static LogicalResult giveNamesake(Instruction &inst, StringRef dialect) {
  std::string name = (dialect + "." + inst.getOpcode()).str();
  std::replace(name.begin(), name.end(), '-', '_');
  OperationState state(inst.loc, name, inst.getAllLeaves(),
                       TypeRange(inst.types));
  return inst.give(inst.builder.create(state)->getResults());
}

static LogicalResult importNamesake(Instruction &inst) {
  return giveNamesake(inst, "hlo");
}

static LogicalResult importFunction(Instruction &inst) {
  return giveNamesake(inst, "chlo");
}

static LogicalResult importMath(Instruction &inst) {
  if (failed(importNamesake(inst)) || !inst.proto.has_result_accuracy())
    return success();
  const proto::ResultAccuracy &accuracy = inst.proto.result_accuracy();
  const proto::Tolerance &tolerance = accuracy.tolerance();
  auto mode = accuracy.has_tolerance() ? ResultAccuracyMode::TOLERANCE
              : accuracy.mode() == proto::ResultAccuracy::HIGHEST
                  ? ResultAccuracyMode::HIGHEST
                  : ResultAccuracyMode::DEFAULT;
  if (mode == ResultAccuracyMode::DEFAULT)
    return success();
  auto attribute = ResultAccuracyAttr::getChecked(
      [&] { return inst.emitError(); }, inst.getContext(),
      APFloat(tolerance.atol()), APFloat(tolerance.rtol()), tolerance.ulps(),
      ResultAccuracyModeAttr::get(inst.getContext(), mode));
  if (!attribute)
    return failure();
  inst.results.front().getDefiningOp()->setAttr("result_accuracy", attribute);
  return success();
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Protos of the first years have an opcode for each direction.
static std::optional<ComparisonDirection> getOldDirection(StringRef opcode) {
  return llvm::StringSwitch<std::optional<ComparisonDirection>>(opcode)
      .Case("equal-to", ComparisonDirection::EQ)
      .Case("not-equal-to", ComparisonDirection::NE)
      .Case("greater-than-or-equal-to", ComparisonDirection::GE)
      .Case("greater-than", ComparisonDirection::GT)
      .Case("less-than-or-equal-to", ComparisonDirection::LE)
      .Case("less-than", ComparisonDirection::LT)
      .Default(std::nullopt);
}

static LogicalResult importCompare(Instruction &inst) {
  std::optional<ComparisonDirection> direction =
      getOldDirection(inst.getOpcode());
  if (!direction)
    direction = symbolizeComparisonDirection(inst.proto.comparison_direction());
  if (!direction)
    return inst.emitError()
           << "'compare' expects the direction EQ, NE, GE, GT, LE or LT, but "
              "got '"
           << inst.proto.comparison_direction() << "'";
  ComparisonTypeAttr type;
  if (!inst.proto.comparison_type().empty()) {
    auto known = symbolizeComparisonType(inst.proto.comparison_type());
    if (!known)
      return inst.emitError()
             << "'compare' expects the type FLOAT, TOTALORDER, SIGNED or "
                "UNSIGNED, but got '"
             << inst.proto.comparison_type() << "'";
    type = ComparisonTypeAttr::get(inst.getContext(), *known);
  }
  return inst.give<CompareOp>(
      inst.getType(), inst.getOperand(0), inst.getOperand(1),
      ComparisonDirectionAttr::get(inst.getContext(), *direction), type);
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static LogicalResult importReducePrecision(Instruction &inst) {
  return inst.give<ReducePrecisionOp>(inst.getType(), inst.getOperand(0),
                                      inst.proto.exponent_bits(),
                                      inst.proto.mantissa_bits());
}

namespace {
/// Builds a conversion from floats to integers that rounds away from zero with
/// the probability that the fraction says: where the random number is below
/// it, in units of 2^-width.
class StochasticConversion {
public:
  explicit StochasticConversion(Instruction &inst)
      : inst(inst), operand(inst.getOperand(0)), random(inst.getOperand(1)),
        source(inst.getOperandType(0)), target(inst.getType()),
        noise(inst.getOperandType(1)) {}

  LogicalResult run();

private:
  template <typename Op> Value unary(RankedTensorType type, Value value) {
    return inst.create<Op>(TypeRange(type), ValueRange(value));
  }
  template <typename Op> Value binary(Value lhs, Value rhs) {
    return inst.create<Op>(TypeRange(lhs.getType()), ValueRange{lhs, rhs});
  }
  Value compare(Value lhs, Value rhs, ComparisonDirection direction) {
    auto type =
        cast<RankedTensorType>(lhs.getType()).clone(inst.builder.getI1Type());
    return inst.create<CompareOp>(
        type, lhs, rhs,
        ComparisonDirectionAttr::get(inst.getContext(), direction),
        ComparisonTypeAttr());
  }
  Value splat(RankedTensorType type, double value) {
    return createSplatConstant(inst.builder, inst.loc, type, value);
  }
  Value select(Value pred, Value yes, Value no) {
    return inst.create<SelectOp>(TypeRange(yes.getType()),
                                 ValueRange{pred, yes, no});
  }

  Instruction &inst;
  Value operand, random;
  RankedTensorType source, target, noise;
};
} // namespace

LogicalResult StochasticConversion::run() {
  Value size = unary<AbsOp>(source, operand);
  Value whole = unary<FloorOp>(source, size);
  Value fraction = binary<SubtractOp>(size, whole);
  unsigned width = noise.getElementTypeBitWidth();
  // Exact: a power of two, in f64 where the source's exponents are too few.
  auto wide = source.clone(inst.builder.getF64Type());
  Value scaled = binary<MultiplyOp>(unary<ConvertOp>(wide, fraction),
                                    splat(wide, std::ldexp(1.0, width)));
  Value up =
      compare(random, unary<ConvertOp>(noise, scaled), ComparisonDirection::LT);
  Value rounded = select(up, binary<AddOp>(whole, splat(source, 1.0)), whole);
  Value isNegative =
      compare(operand, splat(source, 0.0), ComparisonDirection::LT);
  Value result = select(isNegative, unary<NegateOp>(source, rounded), rounded);
  // Conversion saturates, and makes 0 of what is no number.
  return inst.give(unary<ConvertOp>(target, result));
}

static LogicalResult importStochasticConvert(Instruction &inst) {
  Type from = inst.getOperandType(0).getElementType();
  Type noise = inst.getOperandType(1).getElementType();
  if (!isFloatElement(from) ||
      !isSignedIntElement(inst.getType().getElementType()))
    return inst.emitError()
           << "'stochastic-convert' expects floats that become signed "
              "integers, but converts "
           << toString(inst.getOperandShape(0)) << " to "
           << toString(inst.proto.shape());
  if (!noise.isUnsignedInteger() ||
      inst.getOperandType(1).getShape() != inst.getOperandType(0).getShape() ||
      inst.getType().getShape() != inst.getOperandType(0).getShape() ||
      !inst.getType().hasStaticShape())
    return inst.emitError()
           << "'stochastic-convert' expects operands and result of one static "
              "shape and random numbers without sign, but got "
           << toString(inst.getOperandShape(0)) << " and "
           << toString(inst.getOperandShape(1));
  return StochasticConversion(inst).run();
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addElementwise() {
  add({"constant"}, {importConstant, 0, 0, true, /*givesArray=*/false});
  add({"abs", "bitcast-convert", "ceil", "convert", "count-leading-zeros",
       "floor", "imag", "is-finite", "negate", "not", "popcnt", "real",
       "round-nearest-afz", "round-nearest-even", "sign"},
      {importNamesake, 1, 1});
  add({"cbrt", "cosine", "exponential", "exponential-minus-one", "log",
       "log-plus-one", "logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"},
      {importMath, 1, 1});
  add({"add", "and", "atan2", "complex", "divide", "maximum", "minimum",
       "multiply", "or", "power", "remainder", "shift-left",
       "shift-right-arithmetic", "shift-right-logical", "subtract", "xor"},
      {importNamesake, 2, 2});
  add({"clamp", "select"}, {importNamesake, 3, 3});
  add({"acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf",
       "sinh"},
      {importFunction, 1, 1});
  add({"mulhi"}, {importFunction, 2, 2});
  add({"compare", "equal-to", "not-equal-to", "greater-than-or-equal-to",
       "greater-than", "less-than-or-equal-to", "less-than"},
      {importCompare, 2, 2});
  add({"reduce-precision"}, {importReducePrecision, 1, 1});
  add({"stochastic-convert"}, {importStochasticConvert, 2, 2});
}
