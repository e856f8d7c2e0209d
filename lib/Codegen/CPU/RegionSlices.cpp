//===- RegionSlices.cpp - Parts of tensors in registers -------------------===//
//
// Elements, slices and updates. Where the place is known, or one of a few, a
// tensor in registers stays there; what lies in memory is read and written in
// place.
//
//===----------------------------------------------------------------------===//

#include "RegionWriter.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace xla;

void RegionWriter::writeExtract(tensor::ExtractOp op) {
  Value tensor = op.getTensor();
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> at;
  for (Value index : op.getIndices()) {
    APInt value;
    if (matchPattern(index, m_ConstantInt(&value)))
      at.push_back(value.getSExtValue());
  }
  bool known = at.size() == op.getIndices().size();
  if (!isHeld(tensor) || (!known && type.getNumElements() != 1))
    return writeKept(*op);
  int64_t index =
      type.getNumElements() == 1 ? 0 : linearizeIndex(at, type.getShape());
  values.map(op.getResult(),
             registers.pick(op.getLoc(), getHeld(tensor), index));
}

void RegionWriter::writeExtractSlice(tensor::ExtractSliceOp op) {
  Value source = op.getSource(), result = op.getResult();
  if (!isHeld(result))
    return writeKept(*op);
  Location loc = op.getLoc();
  bool dynamic = llvm::any_of(op.getMixedOffsets(), llvm::IsaPred<Value>);
  ArrayRef<int64_t> sizes = op.getStaticSizes(),
                    strides = op.getStaticStrides();
  auto type = cast<RankedTensorType>(result.getType());
  auto from = cast<RankedTensorType>(source.getType());
  int64_t count = type.getNumElements();
  if (isHeld(source) && !dynamic) {
    SmallVector<int64_t> indices;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<int64_t> at = delinearizeIndex(i, sizes);
      for (size_t dim = 0; dim < at.size(); ++dim)
        at[dim] = op.getStaticOffsets()[dim] + at[dim] * strides[dim];
      indices.push_back(linearizeIndex(at, from.getShape()));
    }
    return hold(result, registers.move(loc, getHeld(source), type, indices));
  }
  if (isHeld(source) && from.getNumElements() == count)
    return hold(result, getHeld(source));
  if (!llvm::all_of(strides, [](int64_t stride) { return stride == 1; }))
    return writeKept(*op);
  TensorPart part;
  part.sizes = llvm::to_vector(sizes);
  for (OpFoldResult offset : op.getMixedOffsets())
    part.offsets.push_back(getOffset(offset));
  hold(result, registers.read(loc, getTensor(source), part, type));
}

/// The element of the inserted source that may come to each place of `type`, or
/// -1. Unknown `offsets` are those of an extent of 1.
static SmallVector<int64_t> getSources(tensor::InsertSliceOp op,
                                       ArrayRef<OpFoldResult> offsets,
                                       RankedTensorType type) {
  ArrayRef<int64_t> sizes = op.getStaticSizes(),
                    strides = op.getStaticStrides();
  SmallVector<int64_t> sources;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<int64_t> at = delinearizeIndex(i, type.getShape());
    bool inside = true;
    for (size_t dim = 0; dim < at.size(); ++dim) {
      if (isa<Value>(offsets[dim])) {
        at[dim] = 0;
        continue;
      }
      int64_t distance = at[dim] - *getConstantIntValue(offsets[dim]);
      inside &= distance >= 0 && distance % strides[dim] == 0 &&
                distance / strides[dim] < sizes[dim];
      at[dim] = distance / strides[dim];
    }
    sources.push_back(inside ? linearizeIndex(at, sizes) : -1);
  }
  return sources;
}

/// `updated` in the lanes that stand at the unknown ones of `offsets` in a
/// tensor of `shape`, `old` in the others. Lane 0 is element `first`.
Value RegionWriter::keepElsewhere(Location loc, Value updated, Value old,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<int64_t> shape, int64_t first) {
  auto vector = dyn_cast<VectorType>(updated.getType());
  int64_t count = vector ? vector.getDimSize(0) : 1;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    auto value = dyn_cast<Value>(offset);
    if (!value)
      continue;
    SmallVector<Attribute> places;
    for (int64_t lane = 0; lane < count; ++lane)
      places.push_back(
          b.getIndexAttr(delinearizeIndex(first + lane, shape)[dim]));
    Value start = getScalar(value), place;
    if (vector) {
      auto indices = vector.clone(b.getIndexType());
      start = vector::BroadcastOp::create(b, loc, indices, start);
      place = arith::ConstantOp::create(
          b, loc, DenseElementsAttr::get(indices, places));
    } else {
      place = arith::ConstantOp::create(b, loc, cast<TypedAttr>(places[0]));
    }
    Value isHere =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, place, start);
    updated = arith::SelectOp::create(b, loc, isHere, updated, old);
  }
  return updated;
}

/// Replaces part of a tensor in registers: lanes are chosen by where they are.
/// False where the part's extent along an unknown offset is not 1.
bool RegionWriter::blendSlice(tensor::InsertSliceOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  ArrayRef<int64_t> sizes = op.getStaticSizes();
  for (size_t dim = 0; dim < offsets.size(); ++dim)
    if (isa<Value>(offsets[dim])) {
      if (sizes[dim] == type.getDimSize(dim))
        offsets[dim] = b.getIndexAttr(0);
      else if (sizes[dim] != 1)
        return false;
    }
  Location loc = op.getLoc();
  SmallVector<int64_t> sources = getSources(op, offsets, type);
  RegisterTensor source = getHeld(op.getSource()), dest = getHeld(op.getDest());
  source.type = cast<RankedTensorType>(op.getSourceType());
  RegisterTensor result{type, {}};
  SmallVector<int64_t> bounds = registers.getBounds(type.getNumElements());
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    ArrayRef<int64_t> wanted =
        ArrayRef(sources).slice(bounds[i], bounds[i + 1] - bounds[i]);
    Value old = dest.registers[i];
    if (llvm::all_of(wanted, [](int64_t index) { return index < 0; })) {
      result.registers.push_back(old);
      continue;
    }
    Value updated = registers.pick(loc, source, wanted);
    if (auto vector = dyn_cast<VectorType>(updated.getType());
        vector && llvm::is_contained(wanted, -1)) {
      SmallVector<int64_t> mask;
      for (auto [lane, index] : llvm::enumerate(wanted))
        mask.push_back(index < 0 ? lane : vector.getDimSize(0) + lane);
      updated = vector::ShuffleOp::create(b, loc, old, updated, mask);
    }
    result.registers.push_back(
        keepElsewhere(loc, updated, old, offsets, type.getShape(), bounds[i]));
  }
  hold(op.getResult(), result);
  return true;
}

void RegionWriter::writeInsertSlice(tensor::InsertSliceOp op) {
  if (!isHeld(op.getSource()))
    return writeKept(*op);
  if (isHeld(op.getResult()) && blendSlice(op))
    return;
  if (!llvm::all_of(op.getStaticStrides(),
                    [](int64_t stride) { return stride == 1; }))
    return writeKept(*op);
  TensorPart part;
  part.sizes = llvm::to_vector(op.getStaticSizes());
  for (OpFoldResult offset : op.getMixedOffsets())
    part.offsets.push_back(getOffset(offset));
  values.map(op.getResult(),
             registers.write(op.getLoc(), getHeld(op.getSource()),
                             getTensor(op.getDest()), part));
}
