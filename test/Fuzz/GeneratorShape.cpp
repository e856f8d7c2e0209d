//===- GeneratorShape.cpp - Random data movement --------------------------===//
//
// Ops whose elements move by their index alone.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

void Generator::addBroadcast(Value operand) {
  auto type = typeOf(operand);
  if (oneIn(6)) {
    value("hlo.broadcast", operand, dims("broadcast_sizes", {pickSize()}));
    return;
  }
  // Dimensions of the result in any order; those of size 1 may grow.
  int64_t rank = std::min<int64_t>(6, type.getRank() + below(3));
  SmallVector<int64_t> places = permutation(rank), shape;
  if (oneIn(2))
    std::sort(places.begin(), places.begin() + type.getRank());
  places.resize(type.getRank());
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(pickSize());
  for (auto [i, place] : llvm::enumerate(places))
    if (type.getDimSize(i) != 1 || oneIn(2))
      shape[place] = type.getDimSize(i);
  value("hlo.broadcast_in_dim", operand, dims("broadcast_dimensions", places),
        type.clone(shape));
}

void Generator::addTranspose(Value operand) {
  value("hlo.transpose", operand,
        dims("permutation", permutation(typeOf(operand).getRank())));
}

void Generator::addReshape(Value operand) {
  auto type = typeOf(operand);
  SmallVector<int64_t> shape(type.getShape());
  // Merge, split, insert and drop dimensions a few times.
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i) {
    int64_t rank = shape.size();
    switch (below(4)) {
    case 0:
      if (rank >= 2) {
        int64_t at = below(rank - 1);
        shape[at] *= shape[at + 1];
        shape.erase(shape.begin() + at + 1);
      }
      break;
    case 1:
      if (rank >= 1) {
        int64_t at = below(rank), factor = pick({2, 3, 4});
        if (shape[at] && shape[at] % factor == 0) {
          shape[at] /= factor;
          shape.insert(shape.begin() + at + below(2), factor);
        }
      }
      break;
    case 2:
      shape.insert(shape.begin() + below(rank + 1), 1);
      break;
    default:
      for (int64_t at = 0; at < rank; ++at)
        if (shape[at] == 1) {
          shape.erase(shape.begin() + at);
          break;
        }
    }
  }
  value("hlo.reshape", operand, {}, type.clone(shape));
}

void Generator::addReverse(Value operand) {
  value("hlo.reverse", operand,
        dims("dimensions", subset(typeOf(operand).getRank())));
}

void Generator::addPad(Value operand) {
  SmallVector<int64_t> low, high, interior;
  for (int64_t i = 0; i < typeOf(operand).getRank(); ++i) {
    low.push_back(below(5) - 2);
    high.push_back(below(5) - 2);
    interior.push_back(pick({0, 0, 1, 2}));
  }
  value("hlo.pad", {operand, like({}, elementOf(operand))},
        {dims("edge_padding_low", low), dims("edge_padding_high", high),
         dims("interior_padding", interior)});
}

void Generator::addConcatenate(Value operand) {
  auto type = typeOf(operand);
  if (type.getRank() == 0)
    return;
  int64_t dim = below(type.getRank());
  SmallVector<Value> inputs = {operand};
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i) {
    Value other = oneIn(2) ? like(type) : find([&](RankedTensorType found) {
      if (found.getRank() != type.getRank() ||
          found.getElementType() != type.getElementType())
        return false;
      for (int64_t d = 0; d < type.getRank(); ++d)
        if (d != dim && found.getDimSize(d) != type.getDimSize(d))
          return false;
      return true;
    });
    inputs.push_back(other);
  }
  value("hlo.concatenate", inputs, number("dimension", dim));
}

void Generator::addBitcast(Value operand) {
  Type from = elementOf(operand), to = pickElement();
  if (isComplex(from) || isComplex(to) || isBool(from) || isBool(to))
    return;
  unsigned fromBits = from.getIntOrFloatBitWidth(),
           toBits = to.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(typeOf(operand).getShape());
  if (fromBits > toBits) {
    shape.push_back(fromBits / toBits);
  } else if (fromBits < toBits) {
    if (shape.empty() || shape.back() != int64_t(toBits / fromBits))
      return;
    shape.pop_back();
  }
  value("hlo.bitcast_convert", withoutNaN(operand), {},
        RankedTensorType::get(shape, to));
}

void Generator::addShapeOp() {
  Value operand = anyValue();
  switch (below(8)) {
  case 0:
  case 1:
    return addBroadcast(operand);
  case 2:
    return addTranspose(operand);
  case 3:
    return addReshape(operand);
  case 4:
    return addReverse(operand);
  case 5:
    return addPad(operand);
  case 6:
    return addConcatenate(operand);
  default:
    return addBitcast(operand);
  }
}
