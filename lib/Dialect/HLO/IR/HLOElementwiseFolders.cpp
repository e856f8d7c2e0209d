//===- HLOElementwiseFolders.cpp - Folding of elementwise ops -------------===//
//
// Identities that need no constant, then arithmetic on constants. Floats are
// computed by APFloat, which rounds once in the type itself, as compiled code
// does. Functions without a correctly rounded result are left alone.
//
//===----------------------------------------------------------------------===//

#include "HLOFolders.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Computes each element of a result of `type` from the operands' elements;
/// null if `compute` refuses one or there are too many.
template <typename In, typename Out>
static Attribute
mapElements(RankedTensorType type, ArrayRef<DenseElementsAttr> operands,
            function_ref<std::optional<Out>(ArrayRef<In>)> compute) {
  SmallVector<In, 3> elements;
  if (llvm::all_of(operands,
                   [](DenseElementsAttr attr) { return attr.isSplat(); })) {
    for (DenseElementsAttr attr : operands)
      elements.push_back(attr.getSplatValue<In>());
    std::optional<Out> result = compute(elements);
    return result ? DenseElementsAttr::get(type, *result) : Attribute();
  }
  int64_t count = type.getNumElements();
  if (count > kMaxFoldedElements)
    return {};
  SmallVector<Out> results;
  results.reserve(count);
  using Iterator = decltype(operands.front().template value_begin<In>());
  SmallVector<Iterator, 3> iterators;
  for (DenseElementsAttr attr : operands)
    iterators.push_back(attr.value_begin<In>());
  for (int64_t i = 0; i < count; ++i) {
    elements.clear();
    for (Iterator &iterator : iterators)
      elements.push_back(*iterator++);
    std::optional<Out> result = compute(elements);
    if (!result)
      return {};
    results.push_back(std::move(*result));
  }
  return DenseElementsAttr::get(type, results);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static APInt getZeroOrOne(unsigned width, bool value) {
  return APInt(width, value ? 1 : 0);
}

static std::optional<APInt> computeInt(Operation *op, Type element,
                                       ArrayRef<APInt> x) {
  bool isUnsigned = isUnsignedElement(element);
  bool isPred = isPredElement(element);
  unsigned width = x[0].getBitWidth();
  auto all = [&] { return APInt::getAllOnes(width); };
  return TypeSwitch<Operation *, std::optional<APInt>>(op)
      .Case([&](AddOp) { return isPred ? x[0] | x[1] : x[0] + x[1]; })
      .Case([&](SubtractOp) { return x[0] - x[1]; })
      .Case([&](MultiplyOp) { return x[0] * x[1]; })
      .Case([&](DivideOp) {
        if (x[1].isZero())
          return all();
        return isUnsigned ? x[0].udiv(x[1]) : x[0].sdiv(x[1]);
      })
      .Case([&](RemainderOp) {
        if (x[1].isZero())
          return x[0];
        return isUnsigned ? x[0].urem(x[1]) : x[0].srem(x[1]);
      })
      .Case([&](MaximumOp) {
        return isUnsigned ? llvm::APIntOps::umax(x[0], x[1])
                          : llvm::APIntOps::smax(x[0], x[1]);
      })
      .Case([&](MinimumOp) {
        return isUnsigned ? llvm::APIntOps::umin(x[0], x[1])
                          : llvm::APIntOps::smin(x[0], x[1]);
      })
      .Case([&](ClampOp) {
        return isUnsigned
                   ? llvm::APIntOps::umin(llvm::APIntOps::umax(x[1], x[0]),
                                          x[2])
                   : llvm::APIntOps::smin(llvm::APIntOps::smax(x[1], x[0]),
                                          x[2]);
      })
      .Case([&](AndOp) { return x[0] & x[1]; })
      .Case([&](OrOp) { return x[0] | x[1]; })
      .Case([&](XorOp) { return x[0] ^ x[1]; })
      .Case([&](ShiftLeftOp) {
        return x[1].uge(width) ? APInt::getZero(width) : x[0].shl(x[1]);
      })
      .Case([&](ShiftRightLogicalOp) {
        return x[1].uge(width) ? APInt::getZero(width) : x[0].lshr(x[1]);
      })
      .Case([&](ShiftRightArithmeticOp) {
        return x[0].ashr(x[1].uge(width) ? APInt(width, width - 1) : x[1]);
      })
      .Case([&](NotOp) { return ~x[0]; })
      .Case([&](NegateOp) { return -x[0]; })
      .Case([&](AbsOp) { return x[0].abs(); })
      .Case([&](SignOp) {
        return x[0].isNegative() ? all() : getZeroOrOne(width, !x[0].isZero());
      })
      .Case([&](PopcntOp) { return APInt(width, x[0].popcount()); })
      .Case([&](CountLeadingZerosOp) {
        return APInt(width, x[0].countl_zero(), /*isSigned=*/false,
                     /*implicitTrunc=*/true);
      })
      .Default([](Operation *) { return std::nullopt; });
}

static APFloat roundTo(APFloat value, llvm::RoundingMode mode) {
  value.roundToIntegral(mode);
  return value;
}

static std::optional<APFloat> computeFloat(Operation *op, ArrayRef<APFloat> x) {
  return TypeSwitch<Operation *, std::optional<APFloat>>(op)
      .Case([&](AddOp) { return x[0] + x[1]; })
      .Case([&](SubtractOp) { return x[0] - x[1]; })
      .Case([&](MultiplyOp) { return x[0] * x[1]; })
      .Case([&](DivideOp) { return x[0] / x[1]; })
      .Case([&](RemainderOp) {
        APFloat result(x[0]);
        result.mod(x[1]);
        return result;
      })
      .Case([&](MaximumOp) { return llvm::maximum(x[0], x[1]); })
      .Case([&](MinimumOp) { return llvm::minimum(x[0], x[1]); })
      .Case([&](NegateOp) { return llvm::neg(x[0]); })
      .Case([&](AbsOp) { return llvm::abs(x[0]); })
      .Case([&](CeilOp) {
        return roundTo(x[0], llvm::RoundingMode::TowardPositive);
      })
      .Case([&](FloorOp) {
        return roundTo(x[0], llvm::RoundingMode::TowardNegative);
      })
      .Case([&](RoundNearestEvenOp) {
        return roundTo(x[0], llvm::RoundingMode::NearestTiesToEven);
      })
      .Case([&](RoundNearestAfzOp) {
        return roundTo(x[0], llvm::RoundingMode::NearestTiesToAway);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// True for formats that have all IEEE values, so that no result saturates.
static bool hasIEEEValues(Type type) {
  return type.isF64() || type.isF32() || type.isF16() || type.isBF16();
}

//===----------------------------------------------------------------------===//
// Comparison and conversion
//===----------------------------------------------------------------------===//

static bool holds(ComparisonDirection direction, int order) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return order == 0;
  case ComparisonDirection::NE:
    return order != 0;
  case ComparisonDirection::GE:
    return order >= 0;
  case ComparisonDirection::GT:
    return order > 0;
  case ComparisonDirection::LE:
    return order <= 0;
  case ComparisonDirection::LT:
    return order < 0;
  }
  llvm_unreachable("unknown direction");
}

static Attribute foldCompare(CompareOp op,
                             ArrayRef<DenseElementsAttr> operands) {
  ComparisonType compareType = op.getEffectiveCompareType();
  ComparisonDirection direction = op.getComparisonDirection();
  Type element = op.getLhs().getType().getElementType();
  if (isa<IntegerType>(element)) {
    bool isUnsigned = compareType == ComparisonType::UNSIGNED;
    return mapElements<APInt, APInt>(
        op.getType(), operands, [&](ArrayRef<APInt> x) -> std::optional<APInt> {
          bool less = isUnsigned ? x[0].ult(x[1]) : x[0].slt(x[1]);
          int order = x[0] == x[1] ? 0 : less ? -1 : 1;
          return getZeroOrOne(1, holds(direction, order));
        });
  }
  if (!isa<FloatType>(element) || compareType != ComparisonType::FLOAT)
    return {};
  return mapElements<APFloat, APInt>(
      op.getType(), operands, [&](ArrayRef<APFloat> x) -> std::optional<APInt> {
        APFloat::cmpResult result = x[0].compare(x[1]);
        if (result == APFloat::cmpUnordered)
          return getZeroOrOne(1, direction == ComparisonDirection::NE);
        int order = result == APFloat::cmpEqual      ? 0
                    : result == APFloat::cmpLessThan ? -1
                                                     : 1;
        return getZeroOrOne(1, holds(direction, order));
      });
}

static Attribute foldConvert(ConvertOp op, DenseElementsAttr operand) {
  RankedTensorType type = op.getType();
  Type from = op.getOperand().getType().getElementType();
  Type to = type.getElementType();
  bool fromUnsigned = isUnsignedElement(from),
       toUnsigned = isUnsignedElement(to);
  if (auto integer = dyn_cast<IntegerType>(to)) {
    unsigned width = integer.getWidth();
    if (isa<IntegerType>(from))
      return mapElements<APInt, APInt>(
          type, operand, [&](ArrayRef<APInt> x) -> std::optional<APInt> {
            if (isPredElement(to))
              return getZeroOrOne(1, !x[0].isZero());
            return fromUnsigned ? x[0].zextOrTrunc(width)
                                : x[0].sextOrTrunc(width);
          });
    if (!isa<FloatType>(from))
      return {};
    return mapElements<APFloat, APInt>(
        type, operand, [&](ArrayRef<APFloat> x) -> std::optional<APInt> {
          if (isPredElement(to))
            return getZeroOrOne(1, !x[0].isZero());
          APSInt result(width, toUnsigned);
          bool isExact;
          // What does not fit is for the target to say.
          if (x[0].convertToInteger(result, llvm::RoundingMode::TowardZero,
                                    &isExact) == APFloat::opInvalidOp)
            return std::nullopt;
          return result;
        });
  }
  auto floatType = dyn_cast<FloatType>(to);
  if (!floatType || !hasIEEEValues(to))
    return {};
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  if (isa<IntegerType>(from))
    return mapElements<APInt, APFloat>(
        type, operand, [&](ArrayRef<APInt> x) -> std::optional<APFloat> {
          APFloat result(semantics);
          result.convertFromAPInt(x[0], !fromUnsigned,
                                  llvm::RoundingMode::NearestTiesToEven);
          return result;
        });
  if (!isa<FloatType>(from) || !hasIEEEValues(from))
    return {};
  return mapElements<APFloat, APFloat>(
      type, operand, [&](ArrayRef<APFloat> x) -> std::optional<APFloat> {
        APFloat result(x[0]);
        bool losesInfo;
        result.convert(semantics, llvm::RoundingMode::NearestTiesToEven,
                       &losesInfo);
        return result;
      });
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

static OpFoldResult foldSelect(SelectOp op, Attribute pred) {
  Value chosen;
  if (op.getOnTrue() == op.getOnFalse())
    chosen = op.getOnTrue();
  auto known = dyn_cast_if_present<DenseElementsAttr>(pred);
  if (!chosen && known && known.isSplat())
    chosen = known.getSplatValue<APInt>().isZero() ? op.getOnFalse()
                                                   : op.getOnTrue();
  if (!chosen || chosen.getType() != op.getType())
    return {};
  return chosen;
}

/// False for the type of powers of two: what is not one of them is NaN.
static bool hasSign(Type type) {
  return !isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
}

/// Identities that hold for every value of the operands.
static OpFoldResult foldIdentity(Operation *op) {
  Value x = op->getOperand(0);
  bool sameOperands = op->getNumOperands() == 2 && x == op->getOperand(1);
  Type type = op->getResult(0).getType();
  auto value = TypeSwitch<Operation *, Value>(op)
                   // not(not(X)) -> X
                   .Case([&](NotOp) -> Value {
                     auto inner = x.getDefiningOp<NotOp>();
                     return inner ? inner.getOperand() : Value();
                   })
                   // negate(negate(X)) -> X, where there is a sign to change
                   .Case([&](NegateOp) -> Value {
                     if (!hasSign(type))
                       return Value();
                     auto inner = x.getDefiningOp<NegateOp>();
                     return inner ? inner.getOperand() : Value();
                   })
                   // max(X, X), min(X, X), and(X, X), or(X, X) -> X
                   .Case<MaximumOp, MinimumOp, AndOp, OrOp>([&](auto) -> Value {
                     return sameOperands ? x : Value();
                   })
                   // real(complex(X, Y)) -> X, real(X) -> X
                   .Case([&](RealOp) -> Value {
                     auto inner = x.getDefiningOp<ComplexOp>();
                     return inner ? inner.getLhs() : x;
                   })
                   // imag(complex(X, Y)) -> Y
                   .Case([&](ImagOp) -> Value {
                     auto inner = x.getDefiningOp<ComplexOp>();
                     return inner ? inner.getRhs() : Value();
                   })
                   // convert(X) to the same type -> X
                   .Case([&](ConvertOp) { return x; })
                   .Default([](Operation *) { return Value(); });
  if (value && value.getType() == type)
    return value;
  return {};
}

OpFoldResult xla::hlo::foldElementwise(Operation *op,
                                       ArrayRef<Attribute> operands) {
  if (op->getNumOperands() == 0)
    return {};
  if (OpFoldResult identity = foldIdentity(op))
    return identity;
  if (auto select = dyn_cast<SelectOp>(op))
    if (OpFoldResult chosen = foldSelect(select, operands.front()))
      return chosen;

  SmallVector<DenseElementsAttr, 3> known;
  for (Attribute attr : operands)
    if (auto dense = dyn_cast_if_present<DenseElementsAttr>(attr))
      known.push_back(dense);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (known.size() != operands.size() || !type || !type.hasStaticShape() ||
      type.getEncoding())
    return {};
  // A scalar counts for every element.
  for (DenseElementsAttr &attr : known)
    if (attr.getType().getRank() == 0 && type.getRank() != 0)
      attr = attr.resizeSplat(type.clone(attr.getElementType()));
  if (isa<SelectOp>(op))
    return mapElements<Attribute, Attribute>(
        type, known, [](ArrayRef<Attribute> x) -> std::optional<Attribute> {
          return cast<BoolAttr>(x[0]).getValue() ? x[1] : x[2];
        });
  if (auto compare = dyn_cast<CompareOp>(op))
    return foldCompare(compare, known);
  if (auto convert = dyn_cast<ConvertOp>(op))
    return foldConvert(convert, known.front());
  Type element = cast<ShapedType>(op->getOperand(0).getType()).getElementType();
  if (auto finite = dyn_cast<IsFiniteOp>(op))
    return hasIEEEValues(element)
               ? mapElements<APFloat, APInt>(
                     type, known,
                     [](ArrayRef<APFloat> x) -> std::optional<APInt> {
                       return getZeroOrOne(1, x[0].isFinite());
                     })
               : Attribute();
  if (type.getElementType() != element)
    return {};
  if (isa<IntegerType>(element))
    return mapElements<APInt, APInt>(type, known, [&](ArrayRef<APInt> x) {
      return computeInt(op, element, x);
    });
  if (hasIEEEValues(element))
    return mapElements<APFloat, APFloat>(
        type, known, [&](ArrayRef<APFloat> x) { return computeFloat(op, x); });
  return {};
}
