//===- Opcodes.cpp - The operations of classic HLO ------------------------===//
//
// The families' tables as one, and what their inference has in common.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

static const llvm::StringMap<const Opcode *> &getOpcodes() {
  static const llvm::StringMap<const Opcode *> opcodes = [] {
    llvm::StringMap<const Opcode *> map;
    for (ArrayRef<Opcode> family :
         {getElementwiseOpcodes(), getShapeOpcodes(), getReductionOpcodes(),
          getContractionOpcodes(), getIndexingOpcodes(),
          getControlFlowOpcodes(), getCollectiveOpcodes(), getRandomOpcodes()})
      for (const Opcode &opcode : family)
        map[opcode.name] = &opcode;
    return map;
  }();
  return opcodes;
}

const Opcode *xla::hlotext::findOpcode(StringRef name) {
  return getOpcodes().lookup(name);
}

StringRef xla::hlotext::suggestOpcode(StringRef name) {
  constexpr size_t maxLength = 64;
  StringRef best;
  if (name.size() > maxLength)
    return best;
  unsigned bestDistance = name.size() / 3 + 2;
  for (const auto &entry : getOpcodes()) {
    unsigned distance = name.edit_distance(entry.getKey(), true, bestDistance);
    bool isBetter = distance < bestDistance ||
                    (distance == bestDistance && entry.getKey() < best);
    if (!isBetter)
      continue;
    best = entry.getKey();
    bestDistance = distance;
  }
  return best;
}

bool Opcode::hasAttribute(StringRef attribute) const {
  StringRef rest = attributes;
  while (!rest.empty()) {
    StringRef name;
    std::tie(name, rest) = rest.split(' ');
    name.consume_front("!");
    if (name == attribute)
      return true;
  }
  return false;
}

bool Inference::needArray(unsigned i) {
  if (isArray(operand(i)))
    return true;
  return fail("expected an array as operand " + Twine(i) + ", got " +
              describeShape(operand(i)));
}

bool Inference::needDimensions(ArrayRef<int64_t> values,
                               const proto::ShapeProto &shape, StringRef what) {
  llvm::SmallVector<bool> seen(shape.dimensions_size(), false);
  for (int64_t value : values) {
    if (value < 0 || value >= shape.dimensions_size())
      return fail("expected " + what + " below " +
                  Twine(shape.dimensions_size()) + ", the rank of " +
                  describeShape(shape) + ", got " + Twine(value));
    if (seen[value])
      return fail("expected " + what + " without repetition, got " +
                  Twine(value) + " twice");
    seen[value] = true;
  }
  return true;
}

void Inference::copyDimension(const proto::ShapeProto &shape, int64_t i) {
  addDimension(shape.dimensions(i), isDynamic(shape, i));
}

bool xla::hlotext::inferFirstOperand(Inference &inference) {
  inference.result = inference.operand(0);
  return true;
}

bool xla::hlotext::inferCalledResult(Inference &inference) {
  if (inference.called.empty())
    return inference.fail("expected a called computation");
  inference.result = inference.called.front()->program_shape().result();
  return true;
}
