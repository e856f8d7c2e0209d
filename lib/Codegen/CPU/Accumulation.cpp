//===- Accumulation.cpp - Shape of sums along contiguous results ----------===//

#include "Accumulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace xla;

/// Adds `factor * expr` to the coefficients of the loops and to the constant;
/// false where `expr` is not linear.
static bool addLinear(AffineExpr expr, int64_t factor,
                      MutableArrayRef<int64_t> coefficients,
                      int64_t &constant) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] += factor;
    return true;
  }
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant += factor * number.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addLinear(binary.getLHS(), factor, coefficients, constant) &&
           addLinear(binary.getRHS(), factor, coefficients, constant);
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && number &&
         addLinear(binary.getLHS(), factor * number.getValue(), coefficients,
                   constant);
}

/// Elements between neighbours in each dimension of `type`.
static FailureOr<SmallVector<int64_t>> getElementStrides(Type type) {
  SmallVector<int64_t> strides;
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    int64_t offset;
    if (failed(buffer.getStridesAndOffset(strides, offset)) ||
        llvm::is_contained(strides, ShapedType::kDynamic))
      return failure();
    return strides;
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape())
    return failure();
  return computeStrides(shaped.getShape());
}

bool xla::getLinearAccess(OpOperand &operand, ArrayRef<int64_t> extents,
                          MutableArrayRef<int64_t> strides, int64_t &offset) {
  auto op = cast<linalg::GenericOp>(operand.getOwner());
  Type element = getElementTypeOrSelf(operand.get().getType());
  if (!element.isIntOrFloat() || !isa<ShapedType>(operand.get().getType()))
    return false;
  FailureOr<SmallVector<int64_t>> steps =
      getElementStrides(operand.get().getType());
  if (failed(steps))
    return false;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [expr, step] : llvm::zip(map.getResults(), *steps))
    if (!addLinear(expr, step, strides, offset))
      return false;
  // A loop of one iteration moves nothing.
  for (auto [stride, extent] : llvm::zip(strides, extents))
    if (extent == 1)
      stride = 0;
  return true;
}

bool xla::hasWholeBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0;
}

bool xla::isVectorizable(Operation &op) {
  return isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) &&
         !isa<arith::RemFOp, math::IPowIOp, math::FPowIOp>(op) &&
         op.getNumRegions() == 0 && op.getNumResults() == 1 &&
         llvm::all_of(op.getOperandTypes(),
                      llvm::IsaPred<FloatType, IntegerType, IndexType>);
}

static bool isElementwiseBody(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), isVectorizable);
}

std::optional<Accumulation> Accumulation::match(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || !isElementwiseBody(op))
    return std::nullopt;
  Accumulation result;
  result.op = op;
  result.extents = op.getStaticLoopRanges();
  if (llvm::any_of(result.extents, [](int64_t extent) { return extent < 1; }))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    SmallVector<int64_t> strides(result.extents.size(), 0);
    int64_t offset = 0;
    if (!hasWholeBytes(operand.get().getType()) ||
        !getLinearAccess(operand, result.extents, strides, offset))
      return std::nullopt;
    result.strides.push_back(strides);
    result.offsets.push_back(offset);
  }
  return result;
}

SmallVector<unsigned> Accumulation::getContiguousLoops(int64_t wanted) const {
  SmallVector<unsigned> loops;
  int64_t extent = 1;
  while (extent < wanted) {
    // The loop that goes on where the ones so far end.
    auto isNext = [&](unsigned loop) {
      return isParallel(loop) && extents[loop] > 1 &&
             getOutputStrides()[loop] == extent;
    };
    auto all = llvm::seq<unsigned>(0, extents.size());
    auto next = llvm::find_if(all, isNext);
    if (next == all.end())
      break;
    loops.insert(loops.begin(), *next);
    extent *= extents[*next];
  }
  return loops;
}

int64_t Accumulation::getExtent(ArrayRef<unsigned> loops) const {
  int64_t extent = 1;
  for (unsigned loop : loops)
    extent *= extents[loop];
  return extent;
}

Operation *Accumulation::getReorderableSum() const {
  Block *body = op.getBody();
  Value accumulator = body->getArguments().back();
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != sum.getOperation() ||
      !arith::bitEnumContainsAll(sum.getFastmath(),
                                 arith::FastMathFlags::reassoc))
    return nullptr;
  return sum;
}

bool Accumulation::isInvariant(unsigned operand,
                               ArrayRef<unsigned> loops) const {
  return llvm::all_of(
      loops, [&](unsigned loop) { return strides[operand][loop] == 0; });
}

bool Accumulation::isContiguous(unsigned operand,
                                ArrayRef<unsigned> loops) const {
  int64_t extent = 1;
  for (unsigned loop : llvm::reverse(loops)) {
    if (strides[operand][loop] != extent)
      return false;
    extent *= extents[loop];
  }
  return true;
}

Value xla::flattenBuffer(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity()) {
    if (type.getRank() == 1)
      return buffer;
    // Not a collapse_shape, which would be folded into every access as
    // divisions.
    int64_t size = type.getNumElements();
    return memref::ReinterpretCastOp::create(
        b, MemRefType::get({size}, type.getElementType()), buffer,
        /*offset=*/0, ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1});
  }
  int64_t last = 1;
  auto [strides, ignored] = type.getStridesAndOffset();
  for (auto [stride, size] : llvm::zip(strides, type.getShape()))
    last += stride * (size - 1);
  auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
  auto flat = MemRefType::get(
      {last}, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {1}));
  return memref::ReinterpretCastOp::create(
      b, flat, metadata.getBaseBuffer(),
      OpFoldResult(Value(metadata.getOffset())),
      ArrayRef<OpFoldResult>{b.getIndexAttr(last)},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

std::optional<std::pair<unsigned, unsigned>>
xla::findTransposedLoops(const Accumulation &nest) {
  std::optional<unsigned> across, along;
  for (unsigned loop = 0; loop < nest.extents.size(); ++loop) {
    if (!nest.isParallel(loop))
      return std::nullopt;
    if (nest.getOutputStrides()[loop] == 1)
      along = loop;
  }
  if (!along ||
      nest.op.payloadUsesValueFromOperand(nest.op.getDpsInitOperand(0)))
    return std::nullopt;
  for (unsigned input = 0; input < nest.getNumInputs(); ++input) {
    ArrayRef<int64_t> strides = nest.strides[input];
    if (strides[*along] == 0 || strides[*along] == 1)
      continue;
    // All inputs that lie across must lie along one loop.
    const int64_t *unit = llvm::find(strides, 1);
    if (unit == strides.end() || (across && *across != unit - strides.begin()))
      return std::nullopt;
    across = unit - strides.begin();
  }
  if (!across)
    return std::nullopt;
  return std::make_pair(*across, *along);
}

Value xla::loadVector(ImplicitLocOpBuilder &b, Value buffer, Value index,
                      int64_t size) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return vector::LoadOp::create(b, VectorType::get({size}, element), buffer,
                                ValueRange{index});
}

Value xla::broadcastToVector(ImplicitLocOpBuilder &b, Value value,
                             int64_t size) {
  if (size == 0 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      b, VectorType::get({size}, value.getType()), value);
}

void xla::cloneForLanes(ImplicitLocOpBuilder &b, Operation &op, int64_t size,
                        IRMapping &map) {
  bool uniform = llvm::none_of(op.getOperands(), [&](Value operand) {
    return isa<VectorType>(map.lookupOrDefault(operand).getType());
  });
  if (uniform) {
    map.map(op.getResult(0), b.clone(op, map)->getResult(0));
    return;
  }
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : op.getOperands())
    state.operands.push_back(
        broadcastToVector(b, map.lookupOrDefault(operand), size));
  state.addTypes(VectorType::get({size}, op.getResult(0).getType()));
  state.addAttributes(op.getAttrs());
  map.map(op.getResult(0), b.create(state)->getResult(0));
}

Value xla::cloneBody(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                     ValueRange arguments, int64_t size) {
  Block *body = op.getBody();
  IRMapping map;
  for (auto [argument, value] : llvm::zip(body->getArguments(), arguments))
    map.map(argument, value);
  for (Operation &inner : body->without_terminator())
    cloneForLanes(b, inner, size, map);
  Value result = map.lookupOrDefault(body->getTerminator()->getOperand(0));
  return broadcastToVector(b, result, size);
}

SmallVector<linalg::GenericOp> xla::getScheduledOps(func::FuncOp kernel,
                                                    KernelClass kernelClass) {
  SmallVector<linalg::GenericOp> ops;
  kernel.walk([&](linalg::GenericOp op) {
    auto schedule = op->getAttrOfType<ScheduleAttr>(kScheduleAttr);
    if (schedule && schedule.getKernelClass() == kernelClass &&
        op.hasPureBufferSemantics())
      ops.push_back(op);
  });
  return ops;
}

std::optional<AccumulationSchedule>
AccumulationSchedule::read(const Accumulation &sum, ScheduleAttr schedule) {
  ArrayRef<int64_t> tiles = schedule.getTileSizes();
  DictionaryAttr extra = schedule.getExtra();
  auto vectors =
      extra ? extra.getAs<DenseI64ArrayAttr>("vector_loops") : nullptr;
  if (tiles.size() != sum.extents.size() || !vectors || vectors.empty() ||
      schedule.getVectorWidth() < 1)
    return std::nullopt;
  AccumulationSchedule result;
  result.width = schedule.getVectorWidth();
  for (int64_t loop : vectors.asArrayRef()) {
    if (loop < 0 || loop >= int64_t(tiles.size()) || !sum.isParallel(loop))
      return std::nullopt;
    result.vectorLoops.push_back(loop);
  }
  result.vectorTile = tiles[result.vectorLoops.back()];
  for (unsigned loop = 0; loop < tiles.size(); ++loop) {
    if (!tiles[loop] || llvm::is_contained(result.vectorLoops, loop))
      continue;
    if (sum.isParallel(loop)) {
      result.rowLoop = loop;
      result.rows = tiles[loop];
    } else {
      result.blockLoop = loop;
      result.block = tiles[loop];
    }
  }
  if (auto pack = extra.getAs<DenseI64ArrayAttr>("pack"))
    result.packed.assign(pack.asArrayRef().begin(), pack.asArrayRef().end());

  if (result.vectorTile < 1 ||
      !sum.isContiguous(sum.getNumInputs(), result.vectorLoops))
    return std::nullopt;
  for (unsigned input = 0; input < sum.getNumInputs(); ++input) {
    bool isPacked = llvm::is_contained(result.packed, int64_t(input));
    if (isPacked && result.rowLoop && !sum.isInvariant(input, *result.rowLoop))
      return std::nullopt;
    if (!isPacked && !sum.isInvariant(input, result.vectorLoops) &&
        !sum.isContiguous(input, result.vectorLoops))
      return std::nullopt;
  }
  return result;
}
