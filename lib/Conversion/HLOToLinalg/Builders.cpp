//===- Builders.cpp - What the patterns build with ------------------------===//
//
// Small constructors over linalg, tensor and scf; see Patterns.h.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace xla;

RankedTensorType xla::getStaticType(const TypeConverter &converter, Type type) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(converter.convertType(type));
  return tensor && tensor.hasStaticShape() ? tensor : RankedTensorType();
}

Value xla::createEmpty(OpBuilder &b, Location loc, RankedTensorType type) {
  return tensor::EmptyOp::create(b, loc, type.getShape(),
                                 type.getElementType());
}

Value xla::createFilled(OpBuilder &b, Location loc, RankedTensorType type,
                        Value scalar) {
  return linalg::FillOp::create(b, loc, scalar, createEmpty(b, loc, type))
      .getResult(0);
}

Value xla::createZero(OpBuilder &b, Location loc, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute zero = b.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(b, loc, complexType,
                                       b.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
}

Value xla::createIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value xla::extractScalar(OpBuilder &b, Location loc, Value tensor) {
  return tensor::ExtractOp::create(b, loc, tensor);
}

AffineMap xla::getLeadingDims(MLIRContext *context, unsigned loops,
                              unsigned count) {
  SmallVector<AffineExpr> dims;
  for (unsigned dim : llvm::seq(count))
    dims.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(loops, 0, dims, context);
}

Value xla::createParallel(
    OpBuilder &b, Location loc, RankedTensorType type, ValueRange inputs,
    ArrayRef<AffineMap> maps,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  SmallVector<AffineMap> allMaps = llvm::to_vector(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<IteratorType> iterators(type.getRank(), IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, type, inputs, createEmpty(b, loc, type), allMaps,
             iterators,
             [&](OpBuilder &b, Location l, ValueRange args) {
               linalg::YieldOp::create(b, l, body(b, l, args.drop_back()));
             })
      .getResult(0);
}

StaticSlice::StaticSlice(MLIRContext *context, ArrayRef<int64_t> offsets,
                         ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides)
    : offsets(getAsIndexOpFoldResult(context, offsets)),
      sizes(getAsIndexOpFoldResult(context, sizes)),
      strides(getAsIndexOpFoldResult(context, strides)) {
  // One element has no next; a stride as large as the program likes would have
  // to be multiplied.
  for (auto [size, stride] : llvm::zip_equal(sizes, this->strides))
    if (size <= 1)
      stride = getAsIndexOpFoldResult(context, 1);
}

/// Bytes from which on it pays to write the inside of a padded tensor once.
static constexpr int64_t leastFramedBytes = int64_t(1) << 20;

/// A tensor with every element `scalar` but the `sizes` from `offsets`, which
/// nothing is written to.
static Value createFrame(OpBuilder &b, Location loc, RankedTensorType type,
                         Value scalar, ArrayRef<int64_t> offsets,
                         ArrayRef<int64_t> sizes) {
  Value frame = createEmpty(b, loc, type);
  SmallVector<int64_t> ones(type.getRank(), 1), from(type.getRank(), 0),
      count(type.getShape());
  auto fillPart = [&](unsigned dim, int64_t start, int64_t size) {
    if (size == 0)
      return;
    from[dim] = start;
    count[dim] = size;
    StaticSlice slice(b.getContext(), from, count, ones);
    Value part = tensor::ExtractSliceOp::create(b, loc, frame, slice.offsets,
                                                slice.sizes, slice.strides);
    part = linalg::FillOp::create(b, loc, scalar, part).getResult(0);
    frame = tensor::InsertSliceOp::create(b, loc, part, frame, slice.offsets,
                                          slice.sizes, slice.strides);
  };
  // What is before and behind in a dimension, within those before it.
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t end = offsets[dim] + sizes[dim];
    fillPart(dim, 0, offsets[dim]);
    fillPart(dim, end, type.getDimSize(dim) - end);
    from[dim] = offsets[dim];
    count[dim] = sizes[dim];
  }
  return frame;
}

Value xla::createPadded(OpBuilder &b, Location loc, Value tensor, Value scalar,
                        ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                        ArrayRef<int64_t> interior) {
  auto type = cast<RankedTensorType>(tensor.getType());
  // Element i of a dimension lands at low + i * step; [first, last) survive.
  SmallVector<int64_t> shape, first, count, target, steps,
      ones(type.getRank(), 1);
  bool moves = false;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    int64_t step = interior[dim] + 1;
    int64_t spread = size == 0 ? 0 : (size - 1) * step + 1;
    int64_t out = spread + low[dim] + high[dim];
    int64_t begin = low[dim] >= 0 ? 0 : (-low[dim] + step - 1) / step;
    int64_t end = std::min(
        size, std::max<int64_t>(0, (out - low[dim] + step - 1) / step));
    shape.push_back(out);
    first.push_back(std::min(begin, size));
    count.push_back(std::max<int64_t>(0, end - begin));
    target.push_back(low[dim] + first.back() * step);
    steps.push_back(step);
    moves |= out != size || low[dim] != 0 || count.back() != size;
  }
  if (!moves)
    return tensor;
  auto result = RankedTensorType::get(shape, type.getElementType());
  bool survives = llvm::all_of(count, [](int64_t n) { return n > 0; });
  bool covers = llvm::equal(count, shape);
  if (!survives)
    return createFilled(b, loc, result, scalar);
  if (!llvm::equal(count, type.getShape())) {
    StaticSlice slice(b.getContext(), first, count, ones);
    tensor = tensor::ExtractSliceOp::create(b, loc, tensor, slice.offsets,
                                            slice.sizes, slice.strides);
  }
  if (covers)
    return tensor;
  bool isFramed = llvm::equal(steps, ones) &&
                  getDenseByteSize(result).value_or(0) >= leastFramedBytes;
  Value filled = isFramed ? createFrame(b, loc, result, scalar, target, count)
                          : createFilled(b, loc, result, scalar);
  StaticSlice slice(b.getContext(), target, count, steps);
  return tensor::InsertSliceOp::create(b, loc, tensor, filled, slice.offsets,
                                       slice.sizes, slice.strides);
}

Value xla::createReshaped(OpBuilder &b, Location loc, Value tensor,
                          ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(tensor.getType());
  auto to = RankedTensorType::get(shape, from.getElementType());
  if (from == to)
    return tensor;
  bool expands = from.getRank() < to.getRank();
  auto reassociation = getReassociationIndicesForReshape(from, to);
  if (from.getRank() != to.getRank() && reassociation) {
    if (expands)
      return tensor::ExpandShapeOp::create(b, loc, to, tensor, *reassociation);
    return tensor::CollapseShapeOp::create(b, loc, to, tensor, *reassociation);
  }
  // Through the row of all elements.
  auto row =
      RankedTensorType::get(from.getNumElements(), from.getElementType());
  ReassociationIndices fromDims = llvm::to_vector(llvm::seq(from.getRank()));
  ReassociationIndices toDims = llvm::to_vector(llvm::seq(to.getRank()));
  SmallVector<ReassociationIndices> fromGroups, toGroups;
  if (!fromDims.empty())
    fromGroups.push_back(fromDims);
  if (!toDims.empty())
    toGroups.push_back(toDims);
  if (from.getRank() == 0)
    tensor = tensor::ExpandShapeOp::create(b, loc, row, tensor, fromGroups);
  else if (from.getRank() > 1)
    tensor = tensor::CollapseShapeOp::create(b, loc, row, tensor, fromGroups);
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, loc, to, tensor, toGroups);
  if (to.getRank() == 1)
    return tensor;
  return tensor::ExpandShapeOp::create(b, loc, to, tensor, toGroups);
}

Value xla::createReversed(OpBuilder &b, Location loc, Value tensor,
                          ArrayRef<int64_t> dims) {
  // A map of falling indices would be shorter, but tiling does not know how to
  // slice one.
  auto type = cast<RankedTensorType>(tensor.getType());
  return createParallel(
      b, loc, type, {}, {}, [&](OpBuilder &b, Location l, ValueRange) -> Value {
        SmallVector<Value> indices;
        for (int64_t dim : llvm::seq(type.getRank())) {
          Value index = linalg::IndexOp::create(b, l, dim);
          if (llvm::is_contained(dims, dim))
            index = arith::SubIOp::create(
                b, l, createIndex(b, l, type.getDimSize(dim) - 1), index);
          indices.push_back(index);
        }
        return tensor::ExtractOp::create(b, l, tensor, indices);
      });
}

Value xla::createConverted(OpBuilder &b, Location loc, Value tensor, Type from,
                           Type to) {
  if (from == to)
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  RankedTensorType result = type.clone(getScalarType(to));
  return createParallel(b, loc, result, tensor,
                        b.getMultiDimIdentityMap(type.getRank()),
                        [&](OpBuilder &b, Location l, ValueRange args) {
                          return convertScalar(b, l, args[0], from, to);
                        });
}

SmallVector<Value>
xla::createLoops(OpBuilder &b, Location loc, ArrayRef<int64_t> sizes,
                 ValueRange state,
                 function_ref<SmallVector<Value>(OpBuilder &, Location,
                                                 ValueRange, ValueRange)>
                     body) {
  if (sizes.empty())
    return body(b, loc, {}, state);
  Value zero = createIndex(b, loc, 0), one = createIndex(b, loc, 1);
  SmallVector<Value> lower(sizes.size(), zero), step(sizes.size(), one), upper;
  for (int64_t size : sizes)
    upper.push_back(createIndex(b, loc, size));
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, lower, upper, step, state,
      [&](OpBuilder &b, Location l, ValueRange indices, ValueRange state) {
        return body(b, l, indices, state);
      });
  return llvm::to_vector(nest.results);
}

void xla::markIndependent(ValueRange results, ArrayRef<int64_t> sizes,
                          double nanoseconds) {
  auto loop = results.front().getDefiningOp<scf::ForOp>();
  // Loops of one iteration go; the mark is for the first that stays.
  while (loop && sizes.size() > 1 && sizes.front() == 1) {
    sizes = sizes.drop_front();
    auto inner = loop.getBody()->getOps<scf::ForOp>();
    loop = inner.empty() ? scf::ForOp() : *inner.begin();
  }
  if (!loop)
    return;
  for (int64_t size : sizes.drop_front())
    nanoseconds *= double(size);
  auto whole = int64_t(std::clamp(nanoseconds, 1.0, 1e15));
  loop->setAttr(kIndependentAttr,
                Builder(loop.getContext()).getI64IntegerAttr(whole));
}

FailureOr<ScalarRegion>
ScalarRegion::create(ConversionPatternRewriter &rewriter, Location loc,
                     Region &region) {
  ScalarRegion result;
  result.block = &region.front();
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(region, values);
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape() || type.getNumElements() != 1)
      return failure();
    Value tensor = rewriter.getRemappedValue(value);
    if (!tensor)
      return failure();
    SmallVector<Value> indices(type.getRank(), Value());
    for (Value &index : indices)
      index = createIndex(rewriter, loc, 0);
    result.captured.map(
        value,
        tensor::ExtractOp::create(rewriter, loc, tensor, indices).getResult());
  }
  return result;
}

Type ScalarRegion::getArgType(unsigned index) const {
  return getElementTypeOrSelf(block->getArgument(index).getType());
}

FailureOr<SmallVector<Value>>
ScalarRegion::inlineAt(OpBuilder &b, ValueRange args, TypeRange types) const {
  IRMapping map = captured;
  if (args.size() != block->getNumArguments())
    return failure();
  for (auto [index, arg] : llvm::enumerate(block->getArguments()))
    map.map(arg, convertScalar(b, arg.getLoc(), args[index], types[index],
                               getArgType(index)));
  return mapRegionToScalars(b, *block, map);
}
