//===- RegisterTensor.cpp - Small tensors as registers --------------------===//
//
// Movement between registers, and between them and tensors. Only shuffles of
// two vectors of one type are made: each is an instruction or a few, whatever
// the target.
//
//===----------------------------------------------------------------------===//

#include "RegisterTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace xla;

SmallVector<int64_t> xla::delinearizeIndex(int64_t index,
                                           ArrayRef<int64_t> shape) {
  SmallVector<int64_t> coordinates(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
    coordinates[dim] = index % shape[dim];
  return coordinates;
}

int64_t xla::linearizeIndex(ArrayRef<int64_t> coordinates,
                            ArrayRef<int64_t> shape) {
  int64_t index = 0;
  for (auto [coordinate, extent] : llvm::zip(coordinates, shape))
    index = index * extent + coordinate;
  return index;
}

static int64_t getLength(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? vector.getDimSize(0) : 1;
}

SmallVector<int64_t> RegisterBuilder::getBounds(int64_t count) const {
  SmallVector<int64_t> bounds;
  for (int64_t begin = 0; begin < count; begin += lanes)
    bounds.push_back(begin);
  bounds.push_back(count);
  return bounds;
}

/// `count` elements of type `element`: a vector, or the scalar that one is.
static Type getLanesType(int64_t count, Type element) {
  return count == 1 ? element : Type(VectorType::get(count, element));
}

SmallVector<Type> RegisterBuilder::getTypes(RankedTensorType type) const {
  SmallVector<Type> types;
  SmallVector<int64_t> bounds = getBounds(type.getNumElements());
  for (size_t i = 0; i + 1 < bounds.size(); ++i)
    types.push_back(
        getLanesType(bounds[i + 1] - bounds[i], type.getElementType()));
  return types;
}

//===----------------------------------------------------------------------===//
// Between registers
//===----------------------------------------------------------------------===//

Value RegisterBuilder::pick(Location loc, const RegisterTensor &tensor,
                            ArrayRef<int64_t> indices) {
  int64_t count = indices.size();
  if (count == 1) {
    Value source = tensor.registers[std::max<int64_t>(indices[0], 0) / lanes];
    return isa<VectorType>(source.getType())
               ? vector::ExtractOp::create(
                     b, loc, source, std::max<int64_t>(indices[0], 0) % lanes)
                     .getResult()
               : source;
  }
  auto type = VectorType::get(count, tensor.type.getElementType());
  Value result;
  SmallVector<bool> filled(count, false);
  for (auto [number, source] : llvm::enumerate(tensor.registers)) {
    int64_t first = number * lanes, length = getLength(source);
    SmallVector<int64_t> mask(count, vector::ShuffleOp::kPoisonIndex);
    bool used = false, identity = length == count;
    for (auto [lane, index] : llvm::enumerate(indices))
      if (index >= first && index < first + length) {
        mask[lane] = index - first;
        used = true;
        identity &= mask[lane] == int64_t(lane);
      }
    if (!used)
      continue;
    Value part = source;
    if (!isa<VectorType>(source.getType()))
      part = vector::BroadcastOp::create(b, loc, type, source);
    else if (!identity)
      part = vector::ShuffleOp::create(b, loc, source, source, mask);
    if (result) {
      SmallVector<int64_t> blend;
      for (int64_t lane = 0; lane < count; ++lane)
        blend.push_back(mask[lane] >= 0 ? count + lane
                        : filled[lane]  ? lane
                                        : vector::ShuffleOp::kPoisonIndex);
      part = vector::ShuffleOp::create(b, loc, result, part, blend);
    }
    result = part;
    for (int64_t lane = 0; lane < count; ++lane)
      filled[lane] = filled[lane] || mask[lane] >= 0;
  }
  return result ? result : ub::PoisonOp::create(b, loc, type).getResult();
}

RegisterTensor RegisterBuilder::move(Location loc, const RegisterTensor &tensor,
                                     RankedTensorType type,
                                     ArrayRef<int64_t> indices) {
  RegisterTensor result{type, {}};
  SmallVector<int64_t> bounds = getBounds(indices.size());
  for (size_t i = 0; i + 1 < bounds.size(); ++i)
    result.registers.push_back(
        pick(loc, tensor, indices.slice(bounds[i], bounds[i + 1] - bounds[i])));
  return result;
}

RegisterTensor RegisterBuilder::splat(Location loc, RankedTensorType type,
                                      Value scalar) {
  RegisterTensor result{type, {}};
  for (Type lanesType : getTypes(type))
    result.registers.push_back(
        isa<VectorType>(lanesType)
            ? vector::BroadcastOp::create(b, loc, lanesType, scalar).getResult()
            : scalar);
  return result;
}

RegisterTensor RegisterBuilder::undefined(Location loc, RankedTensorType type) {
  RegisterTensor result{type, {}};
  for (Type lanesType : getTypes(type))
    result.registers.push_back(ub::PoisonOp::create(b, loc, lanesType));
  return result;
}

RegisterTensor RegisterBuilder::constant(Location loc,
                                         DenseElementsAttr value) {
  RegisterTensor result{cast<RankedTensorType>(value.getType()), {}};
  auto elements = value.getValues<Attribute>();
  SmallVector<int64_t> bounds = getBounds(result.size());
  for (auto [i, type] : llvm::enumerate(getTypes(result.type))) {
    auto begin = elements.begin() + bounds[i];
    if (auto vector = dyn_cast<VectorType>(type)) {
      SmallVector<Attribute> part(begin, begin + vector.getDimSize(0));
      result.registers.push_back(arith::ConstantOp::create(
          b, loc, DenseElementsAttr::get(vector, part)));
    } else if (isa<ComplexType>(type)) {
      result.registers.push_back(
          complex::ConstantOp::create(b, loc, type, cast<ArrayAttr>(*begin)));
    } else {
      result.registers.push_back(
          arith::ConstantOp::create(b, loc, cast<TypedAttr>(*begin)));
    }
  }
  return result;
}

Value RegisterBuilder::combine(Location loc, ValueRange elements) {
  if (elements.size() == 1)
    return elements.front();
  auto type = VectorType::get(elements.size(), elements.front().getType());
  return vector::FromElementsOp::create(b, loc, type, elements);
}

/// One vector of `count` elements, which `registers` hold in order.
Value RegisterBuilder::wrap(Location loc, ArrayRef<Value> registers,
                            int64_t count) {
  auto flat = RankedTensorType::get(
      {count}, getElementTypeOrSelf(registers.front().getType()));
  RegisterTensor all{flat, llvm::to_vector_of<Value, 4>(registers)};
  return pick(loc, all, llvm::to_vector(llvm::seq<int64_t>(0, count)));
}

/// The registers of a tensor of `type` whose elements are those of `vector`.
RegisterTensor RegisterBuilder::cut(Location loc, Value vector,
                                    RankedTensorType type) {
  RegisterTensor result{type, {}};
  SmallVector<int64_t> bounds = getBounds(type.getNumElements());
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    SmallVector<int64_t> mask =
        llvm::to_vector(llvm::seq(bounds[i], bounds[i + 1]));
    Value part = vector;
    if (mask.size() == 1)
      part = vector::ExtractOp::create(b, loc, vector, mask[0]);
    else if (bounds.size() > 2)
      part = vector::ShuffleOp::create(b, loc, vector, vector, mask);
    result.registers.push_back(part);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Between registers and tensors
//===----------------------------------------------------------------------===//

/// Whether the elements of `sizes` in a tensor of `shape` follow each other.
static bool isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape) {
  bool whole = true;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (!whole && sizes[dim] != 1)
      return false;
    whole &= sizes[dim] == shape[dim];
  }
  return true;
}

/// Where the element at `inside` of `part` stands.
SmallVector<Value> RegisterBuilder::createIndices(Location loc,
                                                  const TensorPart &part,
                                                  ArrayRef<int64_t> inside) {
  SmallVector<Value> indices;
  for (auto [offset, step] : llvm::zip(part.offsets, inside)) {
    Value index = getValueOrCreateConstantIndexOp(b, loc, offset);
    if (step != 0)
      index = arith::AddIOp::create(
          b, loc, index, arith::ConstantIndexOp::create(b, loc, step));
    indices.push_back(index);
  }
  return indices;
}

RegisterTensor RegisterBuilder::read(Location loc, Value tensor,
                                     const TensorPart &part,
                                     RankedTensorType type) {
  auto from = cast<RankedTensorType>(tensor.getType());
  Type element = type.getElementType();
  int64_t count = type.getNumElements();
  ArrayRef<int64_t> sizes = part.sizes;
  int64_t row = sizes.empty() ? 1 : sizes.back();
  SmallVector<int64_t> origin(sizes.size(), 0);
  bool contiguous = isContiguous(sizes, from.getShape());
  if (count == 1 || (row == 1 && !contiguous)) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(tensor::ExtractOp::create(
          b, loc, tensor,
          createIndices(loc, part, delinearizeIndex(i, sizes))));
    RegisterTensor result{type, {}};
    SmallVector<int64_t> bounds = getBounds(count);
    for (size_t i = 0; i + 1 < bounds.size(); ++i)
      result.registers.push_back(
          combine(loc, ValueRange(elements).slice(bounds[i],
                                                  bounds[i + 1] - bounds[i])));
    return result;
  }
  if (contiguous) {
    Value block = vector::TransferReadOp::create(
        b, loc, VectorType::get(sizes, element), tensor,
        createIndices(loc, part, origin), std::nullopt,
        SmallVector<bool>(sizes.size(), true));
    if (sizes.size() != 1)
      block = vector::ShapeCastOp::create(
          b, loc, VectorType::get({count}, element), block);
    return cut(loc, block, type);
  }
  // Row by row, each put behind those before it.
  Value block;
  auto whole = VectorType::get({count}, element);
  for (int64_t begin = 0; begin < count; begin += row) {
    Value line = vector::TransferReadOp::create(
        b, loc, VectorType::get({row}, element), tensor,
        createIndices(loc, part, delinearizeIndex(begin, sizes)), std::nullopt,
        SmallVector<bool>{true});
    SmallVector<int64_t> widen(count, vector::ShuffleOp::kPoisonIndex), blend;
    for (int64_t i = 0; i < count; ++i) {
      bool isHere = i >= begin && i < begin + row;
      if (isHere)
        widen[i] = i - begin;
      blend.push_back(isHere      ? count + i
                      : i < begin ? i
                                  : vector::ShuffleOp::kPoisonIndex);
    }
    line = vector::ShuffleOp::create(b, loc, whole, line, line, widen);
    block = block ? vector::ShuffleOp::create(b, loc, whole, block, line, blend)
                        .getResult()
                  : line;
  }
  return cut(loc, block, type);
}

Value RegisterBuilder::write(Location loc, const RegisterTensor &value,
                             Value tensor, const TensorPart &part) {
  auto to = cast<RankedTensorType>(tensor.getType());
  Type element = to.getElementType();
  ArrayRef<int64_t> sizes = part.sizes;
  int64_t count = value.size(), row = sizes.empty() ? 1 : sizes.back();
  SmallVector<int64_t> origin(sizes.size(), 0);
  bool contiguous = isContiguous(sizes, to.getShape());
  if (count == 1 || (row == 1 && !contiguous)) {
    for (int64_t i = 0; i < count; ++i)
      tensor = tensor::InsertOp::create(
          b, loc, pick(loc, value, i), tensor,
          createIndices(loc, part, delinearizeIndex(i, sizes)));
    return tensor;
  }
  if (contiguous) {
    Value block = wrap(loc, value.registers, count);
    if (sizes.size() != 1)
      block = vector::ShapeCastOp::create(
          b, loc, VectorType::get(sizes, element), block);
    return vector::TransferWriteOp::create(
               b, loc, block, tensor, createIndices(loc, part, origin),
               SmallVector<bool>(sizes.size(), true))
        .getResult();
  }
  // Vectors of the tensor's rank: bufferization takes a row for all of a tensor
  // that has no more rows than the row has elements.
  SmallVector<int64_t> shape(sizes.size(), 1);
  shape.back() = row;
  for (int64_t begin = 0; begin < count; begin += row) {
    Value elements = pick(
        loc, value, llvm::to_vector(llvm::seq<int64_t>(begin, begin + row)));
    tensor =
        vector::TransferWriteOp::create(
            b, loc,
            vector::ShapeCastOp::create(b, loc, VectorType::get(shape, element),
                                        elements),
            tensor, createIndices(loc, part, delinearizeIndex(begin, sizes)),
            SmallVector<bool>(shape.size(), true))
            .getResult();
  }
  return tensor;
}

Value RegisterBuilder::materialize(Location loc, const RegisterTensor &value) {
  RankedTensorType type = value.type;
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  TensorPart all;
  all.sizes = llvm::to_vector(type.getShape());
  all.offsets.assign(type.getRank(), b.getIndexAttr(0));
  return write(loc, value, empty, all);
}
