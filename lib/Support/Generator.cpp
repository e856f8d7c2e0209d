//===- Generator.cpp - Values of arguments from a few numbers -------------===//
//
// The rules of each generator, and rounding to the element type.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Generator.h"

#include "xla/Support/FloatFormats.h"
#include "xla/Support/Npy.h"

#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace mlir;
using namespace xla;

/// Calls `store(i, value(i))` for all real elements of `literal`, where `value`
/// gives a double or an int64_t, in loops specialised on the common types.
template <typename Value> static void fill(Literal &literal, Value value) {
  ElementStorage storage = literal.getStorage();
  int64_t count = literal.getNumElements() * (storage.isComplex ? 2 : 1);
  Type element = literal.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  char *bytes = literal.getBytes();
  auto store = [&](auto convert) {
    auto *to = reinterpret_cast<decltype(convert(value(0))) *>(bytes);
    for (int64_t i = 0; i < count; ++i)
      to[i] = convert(value(i));
  };
  if (element.isF32())
    return store([](auto x) { return static_cast<float>(x); });
  if (element.isF64())
    return store([](auto x) { return static_cast<double>(x); });
  if (element.isBF16())
    return store([](auto x) { return floatToBFloat16(static_cast<float>(x)); });
  if (element.isF16())
    return store([](auto x) {
      return doubleToHalf(static_cast<double>(static_cast<float>(x)));
    });
  if (element.isSignlessInteger(32))
    return store([](auto x) { return static_cast<int32_t>(x); });
  for (int64_t i = 0; i < count; ++i) {
    auto x = value(i);
    if (storage.kind == ElementStorage::Kind::Float)
      literal.setDouble(i, static_cast<double>(static_cast<float>(x)));
    else if (storage.kind == ElementStorage::Kind::Bool)
      literal.setBits(i, x != 0);
    else if constexpr (std::is_same_v<decltype(x), int64_t>)
      literal.setInt(i, x);
    else
      literal.setDouble(i, x);
  }
}

static bool holdsFloats(const Literal &literal) {
  return literal.getStorage().kind == ElementStorage::Kind::Float;
}

static std::string formatNumber(double value) {
  return toString(Number::get(value));
}

llvm::Error Generator::verify() const {
  auto refuse = [](const Twine &message) {
    return llvm::createStringError(message);
  };
  switch (kind) {
  case Kind::Uniform:
    if (!std::isfinite(first) || !std::isfinite(second))
      return refuse("expected finite lo and hi, but got " +
                    formatNumber(first) + " and " + formatNumber(second));
    if (first > second)
      return refuse("expected lo <= hi, but got lo " + formatNumber(first) +
                    " and hi " + formatNumber(second));
    if (!std::isfinite(second - first))
      return refuse("expected a finite distance of lo and hi, but got " +
                    formatNumber(first) + " and " + formatNumber(second));
    break;
  case Kind::Normal:
    if (!std::isfinite(first) || !std::isfinite(second))
      return refuse("expected finite mean and std, but got " +
                    formatNumber(first) + " and " + formatNumber(second));
    if (second < 0)
      return refuse("expected std >= 0, but got " + formatNumber(second));
    break;
  case Kind::Int:
    if (hi <= lo)
      return refuse("expected lo < hi, but got lo " + Twine(lo) + " and hi " +
                    Twine(hi));
    break;
  case Kind::Iota:
    if (hi <= 0)
      return refuse("expected a positive period, but got " + Twine(hi));
    break;
  case Kind::Values:
    if (values.empty())
      return refuse("expected at least one value");
    break;
  case Kind::File:
    break;
  }
  return llvm::Error::success();
}

/// Whether an element of an integer type is `number`.
static bool holds(ElementStorage storage, const Number &number) {
  bool isSigned = storage.kind == ElementStorage::Kind::SignedInt;
  // No double tells 2^63 from its neighbours, but the sign of what wrapped
  // does.
  if (storage.bits == 64 && number.isInteger)
    return isSigned ? (number.integer < 0) == (number.real < 0)
                    : number.real >= 0;
  unsigned bits = storage.kind == ElementStorage::Kind::Bool ? 1 : storage.bits;
  double least = isSigned ? -std::ldexp(1.0, bits - 1) : 0;
  // Also false for NaN.
  return number.real >= least && number.real < std::ldexp(1.0, bits - isSigned);
}

/// Whether `value` is, or rounds to, an element of a float type. Zero is near
/// enough to the least number of a type without it.
static bool holdsFloat(FloatType type, double value) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (std::isnan(value))
    return llvm::APFloat::semanticsHasNaN(semantics);
  if (value < 0 && !llvm::APFloat::semanticsHasSignedRepr(semantics))
    return false;
  if (std::isinf(value))
    return llvm::APFloat::semanticsHasInf(semantics);
  llvm::APFloat largest = llvm::APFloat::getLargest(semantics);
  bool isEven = !largest.bitcastToAPInt()[0];
  bool isExact;
  largest.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &isExact);
  double most = largest.convertToDouble();
  // Halfway to the next number, if the type went on.
  int precision = llvm::APFloat::semanticsPrecision(semantics);
  double half = std::ldexp(1.0, std::ilogb(most) - precision);
  double beyond = std::fabs(value) - most;
  return beyond < half || (beyond == half && isEven);
}

/// Numbers between which or which are all that `generator` gives to `count`
/// elements.
static SmallVector<Number> getExtremes(const Generator &generator,
                                       int64_t count) {
  double first = generator.first, second = generator.second;
  switch (generator.kind) {
  case Generator::Kind::Uniform:
    return {Number::get(first), Number::get(std::nextafter(second, first))};
  case Generator::Kind::Normal: {
    // A sum of four uniform numbers, which ends somewhere.
    double reach = second * std::sqrt(12.0);
    return {Number::get(first - reach), Number::get(first + reach)};
  }
  case Generator::Kind::Int:
    return {Number::get(generator.lo), Number::get(generator.hi - 1)};
  case Generator::Kind::Iota:
    return {Number::get(
        std::max<int64_t>(std::min<int64_t>(generator.hi, count) - 1, 0))};
  case Generator::Kind::Values:
    return generator.values;
  case Generator::Kind::File:
    return {};
  }
  llvm_unreachable("unknown generator");
}

/// What the values have to do with the type they are for.
static llvm::Error verifyFor(const Generator &generator,
                             RankedTensorType type) {
  ElementStorage storage = *ElementStorage::get(type.getElementType());
  // A value for no element at all says what it would be.
  int64_t most =
      std::max<int64_t>(type.getNumElements() * (storage.isComplex ? 2 : 1), 1);
  int64_t count = generator.values.size();
  if (count > most)
    return llvm::createStringError(
        "expected at most " + Twine(most) + (most == 1 ? " value" : " values") +
        " for " + formatShapedType(type) + ", but got " + Twine(count));
  bool isList = generator.kind == Generator::Kind::Values;
  Type part = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(part))
    part = complex.getElementType();
  auto floatType = dyn_cast<FloatType>(part);
  // Any number drawn is a truth value, and the nearest number of a narrow type.
  if (!isList && (storage.kind == ElementStorage::Kind::Bool ||
                  (floatType && floatType.getWidth() < 16)))
    return llvm::Error::success();
  for (const Number &number : getExtremes(generator, most)) {
    bool isHeld = floatType ? holdsFloat(floatType, number.real)
                            : holds(storage, number) &&
                                  (!isList || number.isInteger ||
                                   std::trunc(number.real) == number.real);
    if (!isHeld)
      return llvm::createStringError("expected numbers that elements of " +
                                     formatShapedType(type) +
                                     " can be, but got " + toString(number));
  }
  return llvm::Error::success();
}

llvm::Expected<Literal> Generator::generate(RankedTensorType type) const {
  if (kind == Kind::File)
    return readNpy(file, type);
  if (llvm::Error error = verify())
    return error;
  auto created = Literal::create(type);
  if (!created)
    return created.takeError();
  if (llvm::Error error = verifyFor(*this, type))
    return error;
  Literal literal = std::move(*created);
  switch (kind) {
  case Kind::Uniform:
    fill(literal, [&](int64_t i) {
      double unit = static_cast<double>(getRandomBits(seed, i) >> 40);
      return first + (second - first) * (unit * 0x1p-24);
    });
    break;
  case Kind::Normal: {
    double scale = second * std::sqrt(3.0);
    fill(literal, [&](int64_t i) {
      uint64_t z = getRandomBits(seed, i);
      uint64_t sum =
          (z & 0xFFFF) + (z >> 16 & 0xFFFF) + (z >> 32 & 0xFFFF) + (z >> 48);
      return first + scale * (static_cast<double>(sum) * 0x1p-16 - 2.0);
    });
    break;
  }
  case Kind::Int: {
    uint64_t range = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
    fill(literal, [&](int64_t i) {
      return static_cast<int64_t>(lo + (getRandomBits(seed, i) >> 11) % range);
    });
    break;
  }
  case Kind::Iota:
    fill(literal, [&](int64_t i) { return i % hi; });
    break;
  case Kind::Values: {
    size_t size = values.size();
    // Integers stay exact where the element type is an integer.
    if (!holdsFloats(literal) &&
        llvm::all_of(values, [](Number n) { return n.isInteger; }))
      fill(literal, [&](int64_t i) { return values[i % size].integer; });
    else
      fill(literal, [&](int64_t i) { return values[i % size].real; });
    break;
  }
  case Kind::File:
    break;
  }
  return literal;
}

Generator Generator::getDefault(Type elementType, unsigned number) {
  Generator generator;
  generator.seed = number + 1;
  auto storage = ElementStorage::get(elementType);
  if (storage && storage->kind == ElementStorage::Kind::Float) {
    generator.kind = Kind::Uniform;
    generator.first = -1;
    generator.second = 1;
    return generator;
  }
  generator.kind = Kind::Int;
  bool narrow = !storage || storage->kind == ElementStorage::Kind::Bool ||
                storage->bits < 8;
  generator.hi = narrow ? 2 : 8;
  return generator;
}
