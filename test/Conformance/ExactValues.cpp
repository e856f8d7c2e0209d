//===- ExactValues.cpp - Where a suite's expected values are off ----------===//
//
// Some expected values are what one implementation happened to compute. The
// program itself, evaluated by the interpreter in f64, says by how much they
// are off; contracts.md, by the ulps of a function or the terms of a sum, says
// how far results may be. The size of the terms comes from the same operation
// on the magnitudes of its operands.
//
//===----------------------------------------------------------------------===//

#include "ExactValues.h"
#include "SelfCheck.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Support/Agreement.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

//===----------------------------------------------------------------------===//
// The program in f64
//===----------------------------------------------------------------------===//

/// `type` with f64 for every narrower float; `type` itself if it has none.
static Type widenElement(Type type) {
  auto f64 = Float64Type::get(type.getContext());
  if (auto complex = dyn_cast<ComplexType>(type))
    return ComplexType::get(widenElement(complex.getElementType()));
  return isa<FloatType>(type) ? Type(f64) : type;
}

/// Every element of `literal` in `type`, which has its shape.
static Literal convertLiteral(const Literal &literal, RankedTensorType type) {
  if (literal.getType() == type)
    return literal;
  Literal result(type);
  for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i)
    result.setComplex(i, literal.getComplex(i));
  return result;
}

/// Replaces the floats of `function` by f64, in types and constants.
static void widen(func::FuncOp function) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](RankedTensorType type) {
    return RankedTensorType::get(type.getShape(),
                                 widenElement(type.getElementType()),
                                 type.getEncoding());
  });
  replacer.addReplacement(
      [](DenseElementsAttr attr) -> std::pair<Attribute, WalkResult> {
        auto type = dyn_cast<RankedTensorType>(attr.getType());
        if (!type)
          return {attr, WalkResult::skip()};
        auto wide = RankedTensorType::get(type.getShape(),
                                          widenElement(type.getElementType()));
        llvm::Expected<Literal> literal = Literal::get(attr);
        if (wide == type || !literal) {
          consumeError(literal.takeError());
          return {attr, WalkResult::skip()};
        }
        return {convertLiteral(*literal, wide).getAttr(), WalkResult::skip()};
      });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {
/// A value, in f64, whose elements are the sums of the magnitudes of the terms
/// that an operation adds up, and the number of these terms.
struct Terms {
  Value magnitudes;
  int64_t count = 0;
};

/// Builds the terms of one operation, before it, from its operands.
class TermBuilder {
public:
  explicit TermBuilder(Operation *op) : b(op->getLoc(), op), op(op) {}
  /// No magnitudes if the operation is none that adds up terms.
  Terms build();

private:
  Value getMagnitude(Value value) { return hlo::AbsOp::create(b, value); }
  /// `real` in the element type of `like`.
  Value restore(Value real, Value like) {
    if (!isa<ComplexType>(getElementTypeOrSelf(like.getType())))
      return real;
    Value zero = hlo::createSplatConstant(
        b, b.getLoc(), cast<RankedTensorType>(real.getType()), 0.0);
    return hlo::ComplexOp::create(b, real, zero);
  }
  /// The real value of the operation on `operands`.
  Value apply(ValueRange operands);
  Value applyToMagnitudes();
  Terms buildReduction(Region &body, int64_t count);
  Terms buildFft(hlo::FftOp fft);
  Terms buildTriangularSolve(hlo::TriangularSolveOp solve);

  ImplicitLocOpBuilder b;
  Operation *op;
};
} // namespace

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value TermBuilder::apply(ValueRange operands) {
  Operation *clone = b.clone(*op);
  clone->setOperands(operands);
  Value result = clone->getResult(0);
  return isa<ComplexType>(getElementTypeOrSelf(result.getType()))
             ? Value(hlo::RealOp::create(b, result))
             : result;
}

Value TermBuilder::applyToMagnitudes() {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(restore(getMagnitude(operand), operand));
  return apply(operands);
}

/// A sum of `count` elements, or a product of as many factors, whose error is
/// relative to itself.
Terms TermBuilder::buildReduction(Region &body, int64_t count) {
  Operation &first = body.front().front();
  if (first.getNextNode() != body.front().getTerminator())
    return {};
  if (isa<hlo::AddOp, hlo::MultiplyOp>(first))
    return {applyToMagnitudes(), count};
  return {};
}

/// A result is a sum of all elements along the transformed dimensions.
Terms TermBuilder::buildFft(hlo::FftOp fft) {
  RankedTensorType type = getTensorType(fft.getOperand());
  RankedTensorType result = getTensorType(fft.getResult());
  ArrayRef<int64_t> lengths = fft.getFftLength();
  SmallVector<int64_t> kept, summed;
  for (int64_t dim : llvm::seq(type.getRank()))
    (dim < type.getRank() - int64_t(lengths.size()) ? kept : summed)
        .push_back(dim);
  int64_t count = 1;
  for (int64_t length : lengths)
    count *= length;
  double scale = 1;
  if (fft.getFftType() == hlo::FftType::IFFT)
    scale = 1.0 / count;
  else if (fft.getFftType() == hlo::FftType::IRFFT)
    scale = 2.0 / count; // Elements stand for their mirror images too.
  Value sums =
      hlo::createSum(b, b.getLoc(), getMagnitude(fft.getOperand()), summed);
  sums = hlo::MultiplyOp::create(
      b, sums,
      hlo::createSplatConstant(b, b.getLoc(), getTensorType(sums), scale));
  return {hlo::createBroadcast(b, b.getLoc(), sums, result.getShape(), kept),
          count};
}

/// The solution with the comparison matrix, whose entries off the diagonal are
/// negative, sums up magnitudes: all those of one column's substitution.
Terms TermBuilder::buildTriangularSolve(hlo::TriangularSolveOp solve) {
  RankedTensorType type = getTensorType(solve.getA());
  int64_t rank = type.getRank(), n = type.getShape().back();
  Value magnitude = getMagnitude(solve.getA());
  auto indices = RankedTensorType::get(type.getShape(), b.getI64Type());
  Value row = hlo::IotaOp::create(b, indices, rank - 2);
  Value column = hlo::IotaOp::create(b, indices, rank - 1);
  Value diagonal =
      hlo::CompareOp::create(b, row, column, hlo::ComparisonDirection::EQ);
  Value matrix = hlo::SelectOp::create(b, diagonal, magnitude,
                                       hlo::NegateOp::create(b, magnitude));
  Value right = restore(getMagnitude(solve.getB()), solve.getB());
  return {apply({restore(matrix, solve.getA()), right}), n * (n + 1) / 2};
}

Terms TermBuilder::build() {
  auto product = [](ArrayRef<int64_t> shape, auto dims) {
    int64_t count = 1;
    for (int64_t dim : dims)
      count *= shape[dim];
    return count;
  };
  return llvm::TypeSwitch<Operation *, Terms>(op)
      .Case([&](hlo::DotGeneralOp dot) -> Terms {
        auto dims = dot.getDotDimensionNumbers().getLhsContractingDimensions();
        return {applyToMagnitudes(),
                product(getTensorType(dot.getLhs()).getShape(), dims)};
      })
      .Case([&](hlo::ConvolutionOp conv) -> Terms {
        auto numbers = conv.getDimensionNumbers();
        ArrayRef<int64_t> kernel = getTensorType(conv.getRhs()).getShape();
        return {applyToMagnitudes(),
                product(kernel, numbers.getKernelSpatialDimensions()) *
                    kernel[numbers.getKernelInputFeatureDimension()]};
      })
      .Case([&](hlo::ReduceOp reduce) {
        return buildReduction(
            reduce.getBody(),
            product(getTensorType(reduce.getInputs()[0]).getShape(),
                    reduce.getDimensions()) +
                1);
      })
      .Case([&](hlo::ReduceWindowOp reduce) {
        ArrayRef<int64_t> window = reduce.getWindowDimensions();
        return buildReduction(
            reduce.getBody(),
            product(window, llvm::seq<int64_t>(0, window.size())) + 1);
      })
      .Case([&](hlo::FftOp fft) { return buildFft(fft); })
      .Case([&](hlo::TriangularSolveOp solve) {
        return buildTriangularSolve(solve);
      })
      .Default([](Operation *) { return Terms(); });
}

/// How far result `index` of `entry`, which is in f64, may be from `exact` in
/// elements of `kind`; empty if contracts.md has no rule for what computes it.
static std::vector<double> getBounds(func::FuncOp entry, unsigned index,
                                     const Literal &exact, ElementKind kind) {
  Operation *terminator = entry.getBody().front().getTerminator();
  Operation *op = terminator->getOperand(index).getDefiningOp();
  std::vector<double> bounds;
  if (!op)
    return bounds;
  if (uint64_t ulps = getMaxUlps(op->getName().stripDialect(), kind)) {
    for (int64_t i = 0, e = exact.getNumElements(); i < e; ++i)
      bounds.push_back(getUlpBound(kind, ulps, std::abs(exact.getComplex(i))));
    return bounds;
  }
  Terms terms = TermBuilder(op).build();
  if (!terms.magnitudes)
    return bounds;
  terminator->setOperand(index, terms.magnitudes);
  entry.setType(FunctionType::get(entry.getContext(), entry.getArgumentTypes(),
                                  terminator->getOperandTypes()));
  auto sums = interpreter::evaluate(entry, {});
  if (failed(sums))
    return bounds;
  const Literal &sum = (*sums)[index];
  for (int64_t i = 0, e = sum.getNumElements(); i < e; ++i)
    bounds.push_back(
        getReductionBound(kind, kind, terms.count, sum.getDouble(i)));
  return bounds;
}

//===----------------------------------------------------------------------===//
// Judgement
//===----------------------------------------------------------------------===//

namespace {
/// A program taken apart.
struct Parts {
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry, checks;
};
} // namespace

/// Nothing if the program takes arguments or has no checks.
static std::optional<Parts> takeApart(const Program &program,
                                      MLIRContext *context) {
  Parts parts;
  parts.module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), context);
  parts.entry = parts.module ? findEntry(*parts.module) : nullptr;
  if (!parts.entry || parts.entry.getNumArguments() != 0 ||
      failed(inlineCalls(parts.entry)))
    return std::nullopt;
  parts.checks = splitChecks(parts.entry);
  if (!parts.checks)
    return std::nullopt;
  return parts;
}

/// Whether the check at `number` holds for `values`.
static bool holds(func::FuncOp checks, unsigned number,
                  ArrayRef<Literal> values) {
  func::FuncOp one = checks.clone();
  OwningOpRef<ModuleOp> module = ModuleOp::create(checks.getLoc());
  module->push_back(one);
  unsigned next = 0;
  for (Operation &op :
       llvm::make_early_inc_range(one.getBody().front().without_terminator()))
    if (!isa<hlo::ConstantOp>(op) && next++ != number)
      op.erase();
  return succeeded(interpreter::evaluate(one, values));
}

/// By how much more than our bound expected values may be off: other
/// implementations round more often, but what is farther off is no rounding.
static constexpr double expectedSlack = 4;

/// What `op` compares its first operand with, if that is a constant.
static std::optional<Literal> getExpected(Operation &op) {
  auto constant = op.getNumOperands() == 2
                      ? op.getOperand(1).getDefiningOp<hlo::ConstantOp>()
                      : nullptr;
  if (!constant)
    return std::nullopt;
  llvm::Expected<Literal> literal = Literal::get(constant.getValue());
  if (literal)
    return *literal;
  consumeError(literal.takeError());
  return std::nullopt;
}

/// Whether both `result` and the expected value of `op` are near `exact`.
static bool areNear(Operation &op, const Literal &result, const Literal &exact,
                    std::vector<double> bounds, std::string &why) {
  std::optional<Literal> expected = getExpected(op);
  if (bounds.empty() || !expected)
    return false;
  AgreementReport report =
      compareLiterals(result, exact, AgreementRule::bounded(bounds));
  if (!report.agrees()) {
    why = "against exact values: " + report.describe();
    return false;
  }
  for (double &bound : bounds)
    bound *= expectedSlack;
  why = "expected values are off by more than the check allows, results are "
        "within the bound";
  return compareLiterals(*expected, exact, AgreementRule::bounded(bounds))
      .agrees();
}

bool conformance::agreesWithExactValues(const Program &program,
                                        ArrayRef<Literal> results,
                                        MLIRContext *context,
                                        std::string &why) {
  std::optional<Parts> parts = takeApart(program, context);
  if (!parts)
    return false;
  widen(parts->entry);
  auto wide = interpreter::evaluate(parts->entry, {});
  if (failed(wide))
    return false;
  SmallVector<Literal> exact;
  for (auto [value, result] : llvm::zip_equal(*wide, results))
    exact.push_back(convertLiteral(value, result.getType()));
  unsigned number = 0;
  for (Operation &op : parts->checks.getBody().front().without_terminator()) {
    if (isa<hlo::ConstantOp>(op))
      continue;
    unsigned check = number++;
    auto checked = dyn_cast<BlockArgument>(op.getOperand(0));
    if (!checked || holds(parts->checks, check, results))
      continue;
    unsigned index = checked.getArgNumber();
    std::optional<ElementKind> kind =
        getElementKind(results[index].getElementType());
    if (!kind || holds(parts->checks, check, exact) ||
        !areNear(op, results[index], exact[index],
                 getBounds(parts->entry, index, (*wide)[index], *kind), why))
      return false;
  }
  return true;
}
