//===- RefineTypes.cpp - Types that follow from operands ------------------===//
//
// Result types of single ops. Most ops infer their types themselves; here is
// what the others say, and how an inferred type and a written one meet.
//
//===----------------------------------------------------------------------===//

#include "RefineTypes.h"
#include "DynamicCalls.h"
#include "ShapeConstants.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::hlo;

using Types = SmallVectorImpl<Type>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool xla::hlo::isDynamicType(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(), isDynamicType);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

Type xla::hlo::meetTypes(Type written, Type inferred) {
  if (written == inferred)
    return written;
  auto first = dyn_cast<RankedTensorType>(written);
  auto second = dyn_cast<RankedTensorType>(inferred);
  if (!first || !second) {
    auto tuple = dyn_cast<TupleType>(written);
    auto other = dyn_cast<TupleType>(inferred);
    if (!tuple || !other || tuple.size() != other.size())
      return {};
    SmallVector<Type> parts;
    for (auto [a, b] : llvm::zip_equal(tuple.getTypes(), other.getTypes())) {
      parts.push_back(meetTypes(a, b));
      if (!parts.back())
        return {};
    }
    return TupleType::get(written.getContext(), parts);
  }
  if (!areCompatibleShapes(first, second))
    return {};
  BoundedShape shape(first), other(second);
  for (auto [dim, size, bound] : llvm::enumerate(shape.sizes, shape.bounds)) {
    if (ShapedType::isDynamic(size))
      size = other.sizes[dim];
    int64_t otherBound = other.bounds[dim];
    if (ShapedType::isDynamic(bound) ||
        (!ShapedType::isDynamic(otherBound) && otherBound < bound))
      bound = otherBound;
  }
  return shape.getType(first.getElementType());
}

Type xla::hlo::joinTypes(Type lhs, Type rhs) {
  auto first = dyn_cast<RankedTensorType>(lhs);
  auto second = dyn_cast<RankedTensorType>(rhs);
  if (lhs == rhs || !first || !second)
    return lhs;
  SmallVector<int64_t> shape(first.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, second.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return RankedTensorType::get(shape, first.getElementType());
}

/// `type` with another shape, its bounds dropped.
static Type withShape(Type type, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape,
                               cast<RankedTensorType>(type).getElementType());
}

//===----------------------------------------------------------------------===//
// Shapes that are values
//===----------------------------------------------------------------------===//

/// The result of `op` has the shape that `shape` holds, if that is constant.
static LogicalResult inferFromShape(Operation *op, Value shape, Types &types) {
  auto sizes = getConstantInts(shape);
  if (!sizes)
    return success();
  auto written = cast<RankedTensorType>(op->getResult(0).getType());
  if (static_cast<int64_t>(sizes->size()) != written.getRank())
    return op->emitOpError("expects ")
           << written.getRank() << " sizes, but got " << sizes->size();
  for (int64_t size : *sizes)
    if (size < 0)
      return op->emitOpError("expects sizes that are not negative, but got ")
             << size;
  types[0] = withShape(written, *sizes);
  return success();
}

/// A dimension that the result leaves open takes what the other dimensions
/// leave of the operand's elements.
static void inferReshape(ReshapeOp op, Types &types) {
  RankedTensorType operand = op.getOperand().getType();
  SmallVector<int64_t> shape(op.getType().getShape());
  if (!operand.hasStaticShape() ||
      llvm::count(shape, ShapedType::kDynamic) != 1)
    return;
  int64_t &open = *llvm::find(shape, ShapedType::kDynamic);
  open = 1;
  int64_t others = ShapedType::getNumElements(shape);
  if (others == 0 || operand.getNumElements() % others != 0)
    return;
  open = operand.getNumElements() / others;
  types[0] = withShape(op.getType(), shape);
}

/// A dimension that the result leaves open is the operand's that becomes it.
static void inferBroadcast(BroadcastInDimOp op, Types &types) {
  SmallVector<int64_t> shape(op.getType().getShape());
  for (auto [dim, resultDim] : llvm::enumerate(op.getBroadcastDimensions()))
    if (ShapedType::isDynamic(shape[resultDim]))
      shape[resultDim] = op.getOperand().getType().getDimSize(dim);
  types[0] = withShape(op.getType(), shape);
}

static LogicalResult inferPad(DynamicPadOp op, Types &types) {
  auto low = getConstantInts(op.getEdgePaddingLow());
  auto high = getConstantInts(op.getEdgePaddingHigh());
  auto interior = getConstantInts(op.getInteriorPadding());
  if (!low || !high || !interior)
    return success();
  types.clear();
  return inferPadOp(op.getLoc(), op.getOperand(), op.getPaddingValue(), *low,
                    *high, *interior, types);
}

/// Where the limits of a slice are its starts plus something, the operand of
/// that addition that says how far it reaches; else null.
static OpOperand *getExtent(RealDynamicSliceOp op) {
  auto add = op.getLimitIndices().getDefiningOp<AddOp>();
  if (!add)
    return nullptr;
  for (unsigned i : {0u, 1u})
    if (add->getOperand(i) == op.getStartIndices())
      return &add->getOpOperand(1 - i);
  return nullptr;
}

/// The slice's size follows from bounds that are known, or from how far it
/// reaches from a start that is not.
static LogicalResult inferSlice(RealDynamicSliceOp op, Types &types) {
  auto starts = getConstantInts(op.getStartIndices());
  auto limits = getConstantInts(op.getLimitIndices());
  auto strides = getConstantInts(op.getStrides());
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  if (!starts || !limits) {
    OpOperand *extent = getExtent(op);
    limits = extent ? getConstantInts(extent->get()) : std::nullopt;
    starts.emplace(operand.getRank(), 0);
  }
  if (!limits || !strides || !operand.hasStaticShape())
    return success();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    int64_t start = (*starts)[dim], limit = (*limits)[dim];
    int64_t stride = (*strides)[dim];
    if (start < 0 || start > limit || limit > size || stride <= 0)
      return op.emitOpError("expects a slice within dimension ")
             << dim << " of size " << size << ", but got " << start << " to "
             << limit << " by " << stride;
    shape.push_back(llvm::divideCeilSigned(limit - start, stride));
  }
  types[0] = withShape(operand, shape);
  return success();
}

static LogicalResult inferGather(DynamicGatherOp op, Types &types) {
  types.clear();
  auto sizes = getConstantInts(op.getSliceSizes());
  if (!sizes)
    return DynamicGatherOp::inferReturnTypes(
        op.getContext(), op.getLoc(), op->getOperands(),
        op->getRawDictionaryAttrs(), op->getPropertiesStorage(), {}, types);
  GatherOp::Properties properties;
  properties.dimension_numbers = op.getDimensionNumbersAttr();
  properties.slice_sizes = DenseI64ArrayAttr::get(op.getContext(), *sizes);
  return GatherOp::inferReturnTypes(op.getContext(), op.getLoc(),
                                    op->getOperands().take_front(2), {},
                                    &properties, {}, types);
}

static LogicalResult inferSetDimensionSize(SetDimensionSizeOp op,
                                           Types &types) {
  auto size = getConstantInts(op.getSize());
  RankedTensorType operand = op.getOperand().getType();
  if (!size || operand.isDynamicDim(op.getDimension()))
    return success();
  int64_t whole = operand.getDimSize(op.getDimension());
  if (size->front() < 0 || size->front() > whole)
    return op.emitOpError("expects a size from 0 to ")
           << whole << ", but got " << size->front();
  SmallVector<int64_t> shape(operand.getShape());
  shape[op.getDimension()] = size->front();
  types[0] = withShape(operand, shape);
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions and contractions
//===----------------------------------------------------------------------===//

static void inferReduce(ReduceOp op, Types &types) {
  for (auto [input, type] : llvm::zip_equal(op.getInputs(), types)) {
    BoundedShape shape(getTensorType(input));
    type = getReducedShape(shape, op.getDimensions())
               .getType(cast<RankedTensorType>(type).getElementType());
  }
}

static LogicalResult inferReduceWindow(ReduceWindowOp op, Types &types) {
  for (auto [input, type] : llvm::zip_equal(op.getInputs(), types)) {
    BoundedShape shape;
    if (failed(
            inferWindowedShape(op.getLoc(), BoundedShape(getTensorType(input)),
                               op.getWindowDimensions(), op.getWindowStrides(),
                               op.getBaseDilations(), op.getWindowDilations(),
                               op.getPadding(), shape)))
      return failure();
    type = shape.getType(cast<RankedTensorType>(type).getElementType());
  }
  return success();
}

static Type inferConvolution(ConvolutionOp op) {
  int64_t rank = op.getLhs().getType().getRank() - 2;
  SmallVector<int64_t> padding(2 * rank, 0);
  if (auto attr = op.getPadding())
    llvm::copy(attr->getValues<int64_t>(), padding.begin());
  return withShape(
      op.getType(),
      getConvolutionShape(op.getLhs().getType(), op.getRhs().getType(),
                          op.getDimensionNumbers(), op.getBatchGroupCount(),
                          op.getWindowStrides(), ArrayRef<int64_t>(padding),
                          op.getLhsDilation(), op.getRhsDilation()));
}

static Type inferConvolution(DynamicConvOp op) {
  auto padding = getConstantInts(op.getPadding());
  return withShape(
      op.getType(),
      getConvolutionShape(op.getLhs().getType(), op.getRhs().getType(),
                          op.getDimensionNumbers(), op.getBatchGroupCount(),
                          op.getWindowStrides(),
                          padding ? std::optional<ArrayRef<int64_t>>(*padding)
                                  : std::nullopt,
                          op.getLhsDilation(), op.getRhsDilation()));
}

/// Sizes of the result's labels, taken from the operands'; an ellipsis is left
/// alone.
static Type inferEinsum(StringRef config, ValueRange operands, Type written) {
  auto [left, right] = config.split("->");
  if (config.contains('.'))
    return written;
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  llvm::SmallDenseMap<char, int64_t> sizes;
  for (auto [term, operand] : llvm::zip_equal(terms, operands))
    for (auto [label, size] :
         llvm::zip_equal(term, getTensorType(operand).getShape()))
      if (!ShapedType::isDynamic(size))
        sizes[label] = size;
  SmallVector<int64_t> shape;
  for (char label : right) {
    auto size = sizes.find(label);
    shape.push_back(size == sizes.end() ? ShapedType::kDynamic : size->second);
  }
  return withShape(written, shape);
}

/// A narrower element splits off, a wider one takes in, the last dimension.
static Type inferBitcast(BitcastConvertOp op) {
  RankedTensorType operand = op.getOperand().getType(), result = op.getType();
  SmallVector<int64_t> shape(operand.getShape());
  if (result.getRank() > operand.getRank())
    shape.push_back(result.getShape().back());
  else if (result.getRank() < operand.getRank())
    shape.pop_back();
  return withShape(result, shape);
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

/// Elementwise ops that do not infer their types: the shape of the operands.
static void inferFromOperands(Operation *op, Types &types) {
  for (Value operand : op->getOperands()) {
    auto from = dyn_cast<RankedTensorType>(operand.getType());
    for (Type &type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!from || !tensor || from.getRank() != tensor.getRank())
        continue;
      if (Type met = meetTypes(type, withShape(tensor, from.getShape())))
        type = met;
    }
  }
}

/// chlo's ops with implicit broadcast.
static void inferImplicitBroadcast(Operation *op, Types &types) {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Value operand : op->getOperands())
    shapes.push_back(getTensorType(operand).getShape());
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  auto shape = xla::chlo::inferBroadcastShape(
      shapes, dims ? std::optional(dims.asArrayRef()) : std::nullopt);
  if (shape)
    types[0] = withShape(types[0], *shape);
}

static LogicalResult inferByInterface(InferTypeOpInterface op, Types &types) {
  types.clear();
  return op.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                             op->getRawDictionaryAttrs(),
                             op->getPropertiesStorage(), op->getRegions(),
                             types);
}

static bool keepsOperandShapes(Operation *op) {
  return isa<ElementwiseOpInterface>(op) ||
         op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
         op->hasTrait<xla::chlo::CompatibleOperandsAndResults>();
}

/// Types that follow from the operands; those written where nothing follows.
static LogicalResult inferTypes(Operation *op, Types &types) {
  llvm::append_range(types, op->getResultTypes());
  auto set = [&](Type type) {
    types[0] = type;
    return success();
  };
  auto done = [](auto &&infer) {
    infer();
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](DynamicBroadcastInDimOp o) {
        return inferFromShape(op, o.getOutputDimensions(), types);
      })
      .Case<DynamicReshapeOp, DynamicIotaOp>(
          [&](auto o) { return inferFromShape(op, o.getOutputShape(), types); })
      .Case([&](RngOp o) { return inferFromShape(op, o.getShape(), types); })
      .Case([&](ReshapeOp o) { return done([&] { inferReshape(o, types); }); })
      .Case([&](BroadcastInDimOp o) {
        return done([&] { inferBroadcast(o, types); });
      })
      .Case([&](DynamicPadOp o) { return inferPad(o, types); })
      .Case([&](RealDynamicSliceOp o) { return inferSlice(o, types); })
      .Case([&](DynamicGatherOp o) { return inferGather(o, types); })
      .Case(
          [&](SetDimensionSizeOp o) { return inferSetDimensionSize(o, types); })
      .Case([&](ReduceOp o) { return done([&] { inferReduce(o, types); }); })
      .Case([&](ReduceWindowOp o) { return inferReduceWindow(o, types); })
      .Case([&](SelectAndScatterOp o) {
        return set(
            withShape(types[0], getTensorType(o.getOperand()).getShape()));
      })
      .Case([&](DotOp o) {
        return set(getDotShape(o.getLhs().getType(), o.getRhs().getType())
                       .getType(o.getType().getElementType()));
      })
      .Case([&](DotGeneralOp o) {
        return set(getDotGeneralShape(o.getLhs().getType(),
                                      o.getRhs().getType(),
                                      o.getDotDimensionNumbers())
                       .getType(o.getType().getElementType()));
      })
      .Case<EinsumOp, UnaryEinsumOp>([&](auto o) {
        return set(
            inferEinsum(o.getEinsumConfig(), o->getOperands(), types[0]));
      })
      .Case<ConvolutionOp, DynamicConvOp>(
          [&](auto o) { return set(inferConvolution(o)); })
      .Case([&](BitcastConvertOp o) { return set(inferBitcast(o)); })
      .Case([&](CustomCallOp o) { return inferDynamicCall(o, types); })
      .Default([&](Operation *) -> LogicalResult {
        if (auto infer = dyn_cast<InferTypeOpInterface>(op))
          return inferByInterface(infer, types);
        if (keepsOperandShapes(op))
          inferFromOperands(op, types);
        else if (op->getName().getStringRef().starts_with("chlo.broadcast_"))
          inferImplicitBroadcast(op, types);
        return success();
      });
}

LogicalResult xla::hlo::refineResultTypes(Operation *op) {
  SmallVector<Type> types;
  if (failed(inferTypes(op, types)))
    return failure();
  for (auto [result, inferred] : llvm::zip_equal(op->getResults(), types)) {
    Type refined = meetTypes(result.getType(), inferred);
    if (!refined)
      return op->emitOpError("has a result of type ")
             << inferred << " at these shapes, but the program says "
             << result.getType();
    result.setType(refined);
  }
  // What was compatible while sizes were open need not be now, and those who
  // look at the op next rely on it.
  auto info = op->getRegisteredInfo();
  return info ? info->verifyInvariants(op) : success();
}

SmallVector<OpOperand *> xla::hlo::getShapeOperands(Operation *op) {
  bool isOpen = llvm::any_of(op->getResultTypes(), isDynamicType);
  auto all = [&](unsigned first, unsigned count) {
    SmallVector<OpOperand *> operands;
    for (unsigned i : llvm::seq(first, first + count))
      operands.push_back(&op->getOpOperand(i));
    return operands;
  };
  auto ifOpen = [&](unsigned index) {
    return isOpen ? all(index, 1) : SmallVector<OpOperand *>();
  };
  return TypeSwitch<Operation *, SmallVector<OpOperand *>>(op)
      .Case([&](DynamicIotaOp) { return ifOpen(0); })
      .Case<DynamicBroadcastInDimOp, DynamicReshapeOp, SetDimensionSizeOp>(
          [&](auto) { return ifOpen(1); })
      .Case<DynamicGatherOp, RngOp>([&](auto) { return ifOpen(2); })
      // Their static forms need the values also where the result is static.
      .Case([&](DynamicConvOp) { return all(2, 1); })
      .Case([&](DynamicPadOp) { return all(2, 3); })
      .Case([&](RealDynamicSliceOp slice) {
        SmallVector<OpOperand *> operands = all(3, 1);
        OpOperand *extent = getExtent(slice);
        if (isOpen && extent)
          operands.push_back(extent);
        else if (isOpen)
          operands = all(1, 3);
        return operands;
      })
      .Case([&](CustomCallOp call) { return getDynamicCallOperands(call); })
      .Default([](Operation *) { return SmallVector<OpOperand *>(); });
}
