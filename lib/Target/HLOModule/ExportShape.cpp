//===- ExportShape.cpp - Ops that change a tensor's shape to HLO ----------===//
//
// A broadcast of HLO adds dimensions only; to expand those of size 1, they are
// taken off before.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

static LogicalResult exportBroadcast(Computation &c, hlo::BroadcastInDimOp op) {
  Instruction *operand = c.get(op.getOperand());
  ArrayRef<int64_t> result = cast<RankedTensorType>(op.getType()).getShape();
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  SmallVector<int64_t> kept, sizes;
  for (auto [size, dim] :
       llvm::zip(type.getShape(), op.getBroadcastDimensions()))
    if (size == result[dim] || ShapedType::isDynamic(size)) {
      kept.push_back(dim);
      sizes.push_back(size);
    }
  if (int64_t(kept.size()) != type.getRank()) {
    if (!type.hasStaticShape())
      return op.emitOpError("expects an operand of static shape, or no "
                            "dimension of size 1 that grows, in HLO");
    operand = c.create(op.getLoc(), "reshape",
                       getShapeLike(operand->shape(), sizes), {operand});
  }
  Instruction *inst = c.createOp(op, "broadcast", {operand});
  append(kept, inst->mutable_dimensions());
  return success();
}

static LogicalResult exportPad(Computation &c, hlo::PadOp op) {
  Instruction *inst = c.createOp(op, "pad");
  proto::PaddingConfig &config = *inst->mutable_padding_config();
  for (auto [low, high, interior] :
       llvm::zip(op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                 op.getInteriorPadding())) {
    proto::PaddingConfigDimension &dimension = *config.add_dimensions();
    dimension.set_edge_padding_low(low);
    dimension.set_edge_padding_high(high);
    dimension.set_interior_padding(interior);
  }
  return success();
}

/// Sizes are scalars in HLO, one operand each.
static LogicalResult exportDynamicReshape(Computation &c,
                                          hlo::DynamicReshapeOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  ArrayRef<int64_t> bounds = hlo::getTypeBounds(type);
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size) &&
        (bounds.empty() || ShapedType::isDynamic(bounds[dim])))
      return op.emitOpError() << "expects a bound of dimension " << dim
                              << " of the result in HLO, but got " << type;
  Location loc = op.getLoc();
  Instruction *sizes = c.get(op.getOutputShape());
  SmallVector<Instruction *> operands = {c.get(op.getOperand())};
  for (int64_t dim : llvm::seq(type.getRank())) {
    Instruction *slice =
        c.create(loc, "slice", getShapeLike(sizes->shape(), {1}), {sizes});
    proto::SliceDimensions &range = *slice->add_slice_dimensions();
    range.set_start(dim);
    range.set_limit(dim + 1);
    range.set_stride(1);
    operands.push_back(
        c.create(loc, "reshape", getShapeLike(sizes->shape(), {}), {slice}));
  }
  c.createOp(op, "dynamic-reshape", operands);
  return success();
}

FamilyResult hlo_export::exportShapeOp(Computation &c, Operation *op) {
  auto create = [&](Operation *op, StringRef opcode, auto dimensions) {
    append(dimensions, c.createOp(op, opcode)->mutable_dimensions());
    return success();
  };
  using Dims = SmallVector<int64_t>;
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::BroadcastInDimOp op) { return exportBroadcast(c, op); })
      .Case([&](hlo::PadOp op) { return exportPad(c, op); })
      .Case(
          [&](hlo::DynamicReshapeOp op) { return exportDynamicReshape(c, op); })
      .Case([&](hlo::ReshapeOp op) { return create(op, "reshape", Dims()); })
      .Case([&](hlo::TransposeOp op) {
        return create(op, "transpose", op.getPermutation());
      })
      .Case([&](hlo::ReverseOp op) {
        return create(op, "reverse", op.getDimensions());
      })
      .Case([&](hlo::ConcatenateOp op) {
        return create(op, "concatenate", Dims{int64_t(op.getDimension())});
      })
      .Case([&](hlo::IotaOp op) {
        return create(op, "iota", Dims{int64_t(op.getIotaDimension())});
      })
      .Case([&](hlo::GetDimensionSizeOp op) {
        return create(op, "get-dimension-size",
                      Dims{int64_t(op.getDimension())});
      })
      .Case([&](hlo::SetDimensionSizeOp op) {
        return create(op, "set-dimension-size",
                      Dims{int64_t(op.getDimension())});
      })
      .Default([](Operation *) { return std::nullopt; });
}
