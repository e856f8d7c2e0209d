//===- ImportRandom.cpp - Random numbers ----------------------------------===//
//
// The state that `rng-get-and-update-state` reads is hidden and its values are
// nobody's promise, so that a draw of `rng` stands for it: two calls never give
// the same state.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

static Value createShape(Instruction &inst, RankedTensorType type) {
  auto shapeType =
      RankedTensorType::get({type.getRank()}, inst.builder.getI64Type());
  return inst.create<ConstantOp>(
      DenseIntElementsAttr::get(shapeType, type.getShape()));
}

static LogicalResult importRng(Instruction &inst) {
  if (!inst.getType().hasStaticShape())
    return inst.emitError() << "'rng' expects a static shape, but got "
                            << toString(inst.proto.shape());
  std::optional<RngDistribution> distribution =
      symbolizeRngDistribution(inst.proto.distribution());
  if (!distribution)
    return inst.emitError()
           << "'rng' expects the distribution rng_uniform or rng_normal, but "
              "got number "
           << static_cast<int>(inst.proto.distribution());
  Value shape = createShape(inst, inst.getType());
  return inst.give<RngOp>(inst.getType(), inst.getOperand(0),
                          inst.getOperand(1), shape, *distribution);
}

static LogicalResult importRngBitGenerator(Instruction &inst) {
  std::optional<RngAlgorithm> algorithm =
      symbolizeRngAlgorithm(inst.proto.rng_algorithm());
  if (!algorithm)
    return inst.emitError()
           << "'rng-bit-generator' expects the algorithm rng_default, "
              "rng_three_fry or rng_philox, but got number "
           << static_cast<int>(inst.proto.rng_algorithm());
  bool givesState = inst.types.size() == 2;
  if (!givesState && inst.types.size() != 1)
    return inst.emitError() << "'rng-bit-generator' expects to give a state "
                               "and bits, or bits alone, but got "
                            << toString(inst.proto.shape());
  Type state = givesState ? inst.types.front() : inst.getOperandType(0);
  auto op = inst.create<RngBitGeneratorOp>(state, inst.types.back(),
                                           inst.getOperand(0), *algorithm);
  return inst.give(op->getResults().take_back(inst.types.size()));
}

static LogicalResult importRngGetAndUpdateState(Instruction &inst) {
  RankedTensorType type = inst.getType();
  if (!type.getElementType().isUnsignedInteger(64) || type.getRank() != 1 ||
      !type.hasStaticShape())
    return inst.emitError() << "'rng-get-and-update-state' expects to give "
                               "u64[2], but got "
                            << toString(inst.proto.shape());
  auto scalar = RankedTensorType::get({}, type.getElementType());
  auto getBound = [&](uint64_t value) -> Value {
    return inst.create<ConstantOp>(
        DenseElementsAttr::get(scalar, APInt(64, value)));
  };
  Value low = getBound(0), high = getBound(~uint64_t(0));
  Value shape = createShape(inst, type);
  return inst.give<RngOp>(type, low, high, shape, RngDistribution::UNIFORM);
}

void OpcodeTable::addRandom() {
  add({"rng"}, {importRng, 2, 2});
  add({"rng-bit-generator"},
      {importRngBitGenerator, 1, 1, true, /*givesArray=*/false});
  add({"rng-get-and-update-state"}, {importRngGetAndUpdateState, 0, 0});
}
