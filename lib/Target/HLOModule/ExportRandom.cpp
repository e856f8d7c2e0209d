//===- ExportRandom.cpp - Random numbers to HLO ---------------------------===//
//
// The shape of what `rng` gives is its result's; the operand that states it is
// dropped.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

FamilyResult hlo_export::exportRandom(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::RngOp op) -> LogicalResult {
        if (!cast<RankedTensorType>(op.getType()).hasStaticShape())
          return op.emitOpError("expects a result of static shape in HLO");
        Instruction *inst =
            c.createOp(op, "rng", {c.get(op.getA()), c.get(op.getB())});
        inst->set_distribution(proto::RandomDistribution(
            static_cast<int>(op.getRngDistribution())));
        return success();
      })
      .Case([&](hlo::RngBitGeneratorOp op) {
        Instruction *inst = c.createOp(op, "rng-bit-generator");
        inst->set_rng_algorithm(
            proto::RandomAlgorithm(static_cast<int>(op.getRngAlgorithm())));
        return success();
      })
      .Default([](Operation *) { return std::nullopt; });
}
