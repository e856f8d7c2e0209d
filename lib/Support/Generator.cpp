//===- Generator.cpp - Values of arguments from a few numbers -------------===//
//
// The rules of each generator, and rounding to the element type.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Generator.h"

#include "xla/Support/FloatFormats.h"
#include "xla/Support/Npy.h"

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

llvm::Expected<Literal> Generator::generate(RankedTensorType type) const {
  if (kind == Kind::File)
    return readNpy(file, type);
  auto created = Literal::create(type);
  if (!created)
    return created.takeError();
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
    if (hi <= lo)
      return llvm::createStringError("expected lo < hi in int(lo,hi,seed)");
    uint64_t range = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
    fill(literal, [&](int64_t i) {
      return static_cast<int64_t>(lo + (getRandomBits(seed, i) >> 11) % range);
    });
    break;
  }
  case Kind::Iota:
    if (hi <= 0)
      return llvm::createStringError("expected a positive period in iota");
    fill(literal, [&](int64_t i) { return i % hi; });
    break;
  case Kind::Values: {
    if (values.empty())
      return llvm::createStringError("expected at least one value");
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
