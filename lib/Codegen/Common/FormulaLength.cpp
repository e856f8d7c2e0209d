//===- FormulaLength.cpp - How long the formulas of math functions are ----===//

#include "xla/Codegen/Common/FormulaLength.h"
#include "xla/Codegen/Common/VectorFormulas.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;

/// Whether an operand of `remainder` was an f16, which its formula looks at
/// (xla-expand-math).
static bool isOfHalves(arith::RemFOp remainder) {
  return llvm::any_of(remainder->getOperands(), [](Value operand) {
    auto extension = operand.getDefiningOp<arith::ExtFOp>();
    return extension && extension.getIn().getType().isF16();
  });
}

int64_t xla::getFormulaLength(Operation *op) {
  if (op->getNumResults() == 0)
    return 0;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  bool isDouble = element.isF64();
  // Earlier passes compute on narrow floats in f32.
  if (!isDouble && !element.isF32() && !element.isInteger())
    return 0;
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<math::SinOp, math::CosOp, math::TanOp, math::SincosOp>(
          [&](auto) { return isDouble ? 280 : 70; })
      .Case<math::PowFOp, math::FPowIOp>(
          [&](auto) { return isDouble ? 200 : 120; })
      .Case<math::SinhOp, math::ErfOp, math::ErfcOp>([](auto) { return 80; })
      .Case<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
            math::Atan2Op, math::AtanOp, math::AtanhOp, math::CbrtOp,
            math::CoshOp, math::Exp2Op, math::ExpM1Op, math::ExpOp,
            math::Log10Op, math::Log1pOp, math::Log2Op, math::LogOp,
            math::TanhOp>([](auto) { return 45; })
      .Case([](math::IPowIOp) { return 20; })
      .Case([](arith::RemFOp remainder) {
        return isOfHalves(remainder) ? 0 : 40;
      })
      .Default([](Operation *) { return 0; });
}

/// Registers of `vectorBytes` that hold a value of the type of `op`: the
/// formula is as many times as long for LLVM.
static int64_t getNumRegisters(Operation *op, int64_t vectorBytes) {
  auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!vector)
    return 1;
  int64_t bytes = vector.getNumElements() *
                  vector.getElementType().getIntOrFloatBitWidth() / 8;
  return llvm::divideCeil(bytes, vectorBytes);
}

/// Ops of the formula in f32 that stands beside that in f64, behind a branch.
static int64_t getSecondLength(Operation *op, const TargetFeatures &features) {
  Type type = op->getResult(0).getType();
  return isa<VectorType>(type) && getElementTypeOrSelf(type).isF32() &&
                 isa<math::SinOp, math::CosOp>(op) &&
                 hasVectorFormula(op, features)
             ? 50
             : 0;
}

int64_t xla::getFormulaLengths(Operation *kernel,
                               const TargetFeatures &features) {
  int64_t length = 0;
  kernel->walk([&](Operation *op) {
    if (int64_t formula = getFormulaLength(op))
      length += (formula + getSecondLength(op, features)) *
                getNumRegisters(op, features.vectorBytes);
  });
  return length;
}
