//===- LoopParts.cpp - Parts of the iterations of an op -------------------===//

#include "LoopParts.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace xla;

/// Of memory that is read or written beyond the caches.
static constexpr double nanosecondsPerByte = 0.05;

double xla::estimateTime(linalg::LinalgOp op) {
  double iteration = 0;
  for (Operation &inner : op.getBlock()->without_terminator())
    iteration +=
        isa<math::MathDialect, complex::ComplexDialect>(inner.getDialect())
            ? 0.5
            : 0.02;
  if (op.getNumReductionLoops() == 0)
    for (Type type : op->getOperandTypes()) {
      Type element = getElementTypeOrSelf(type);
      if (element.isIntOrFloat())
        iteration += nanosecondsPerByte * element.getIntOrFloatBitWidth() / 8;
    }
  for (int64_t range : op.getStaticLoopRanges())
    iteration *= double(range);
  // A reduction may use what it reads many times.
  double bytes = 0;
  if (op.getNumReductionLoops() != 0)
    for (OpOperand *input : op.getDpsInputOperands())
      if (auto type = dyn_cast<ShapedType>(input->get().getType()))
        bytes += double(getDenseByteSize(type).value_or(0));
  return iteration + nanosecondsPerByte * bytes;
}

/// How far `expr` moves with `loop`: its coefficient, or -1 where it is not
/// linear or counts down.
static int64_t getStep(AffineExpr expr, unsigned loop) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition() == loop;
  if (isa<AffineConstantExpr>(expr))
    return 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return -1;
  if (!binary.isFunctionOfDim(loop))
    return 0;
  int64_t left = getStep(binary.getLHS(), loop);
  if (left < 0)
    return -1;
  if (binary.getKind() == AffineExprKind::Add) {
    int64_t right = getStep(binary.getRHS(), loop);
    return right < 0 ? -1 : left + right;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !factor ||
      factor.getValue() < 0)
    return -1;
  return left * factor.getValue();
}

bool xla::canSplit(linalg::LinalgOp op, unsigned loop) {
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool pure = false;
    for (AffineExpr expr : map.getResults()) {
      int64_t step = getStep(expr, loop);
      if (step < 0 || (step > 0 && !isa<MemRefType>(operand.get().getType())))
        return false;
      pure |= expr == getAffineDimExpr(loop, op.getContext());
    }
    if (op.isDpsInit(&operand) && !pure)
      return false;
  }
  return true;
}

void xla::createPart(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                     unsigned loop, Value start, int64_t size,
                     const IRMapping &parts) {
  int64_t extent = op.getStaticLoopRanges()[loop];
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (!type || !map.isFunctionOfDim(loop) || parts.contains(operand.get())) {
      operands.push_back(parts.lookupOrDefault(operand.get()));
      continue;
    }
    SmallVector<OpFoldResult> offsets, sizes,
        strides(type.getRank(), b.getIndexAttr(1));
    for (auto [expr, whole] : llvm::zip(map.getResults(), type.getShape())) {
      int64_t step = getStep(expr, loop);
      offsets.push_back(b.getIndexAttr(0));
      if (step > 0)
        offsets.back() =
            affine::AffineApplyOp::create(
                b, AffineMap::get(1, 0, b.getAffineDimExpr(0) * step),
                ValueRange{start})
                .getResult();
      sizes.push_back(b.getIndexAttr(whole - step * (extent - size)));
    }
    operands.push_back(
        memref::SubViewOp::create(b, operand.get(), offsets, sizes, strides));
  }
  Operation *part = b.clone(*op.getOperation());
  part->setOperands(operands);
  int64_t number = llvm::divideCeil(extent, size);
  if (auto before = op->getAttrOfType<IntegerAttr>(kPartsAttr))
    number *= before.getInt();
  part->setAttr(kPartsAttr, b.getI64IntegerAttr(number));
  SmallVector<linalg::IndexOp> indices;
  part->walk([&](linalg::IndexOp index) {
    if (index.getDim() == loop)
      indices.push_back(index);
  });
  for (linalg::IndexOp index : indices) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(index);
    Value moved = arith::AddIOp::create(b, index, start);
    index.getResult().replaceAllUsesExcept(moved, moved.getDefiningOp());
  }
}
