//===- VectorNestEmitter.cpp - Emit a nest in vectors ---------------------===//
//
// The loops around the vector loop are sequential and in the op's order, those
// of a reduction inside the others. Along the vector loop come steps of several
// vectors, steps of one vector, then single elements or one vector with a mask.
// Lanes and vectors of a reduction are combined in a fixed order: halves with
// halves, the accumulator in memory last.
//
//===----------------------------------------------------------------------===//

#include "VectorNestEmitter.h"
#include "Accumulation.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace xla;

namespace {
/// A set of accumulators: one value, vector or scalar, for each result.
using Lanes = SmallVector<Value>;

class Emitter {
public:
  Emitter(OpBuilder &builder, const VectorNest &nest, const VectorPlan &plan)
      : nest(nest), b(nest.op.getLoc(), builder), width(plan.width),
        unroll(plan.unroll), streams(plan.streams), masks(plan.masks),
        ivs(nest.extents.size()) {}

  void emit() {
    for (OpOperand &operand : nest.op->getOpOperands())
      buffers.push_back(flattenBuffer(b, operand.get()));
    emitOuter(0);
    // Stores past the caches are not ordered with the end of a task.
    if (streams)
      LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst);
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  Value add(Value index, int64_t offset) {
    if (offset == 0)
      return index;
    return arith::AddIOp::create(b, index, constant(offset));
  }

  /// The parallel loops, then what is inside them.
  void emitOuter(unsigned loop) {
    if (loop == nest.extents.size())
      return nest.kind == NestKind::Elementwise ? emitRun() : emitReduction();
    if (loop == nest.vectorLoop || nest.isReduction(loop))
      return emitOuter(loop + 1);
    if (nest.extents[loop] == 1) {
      ivs[loop] = constant(0);
      return emitOuter(loop + 1);
    }
    auto forOp = scf::ForOp::create(b, constant(0),
                                    constant(nest.extents[loop]), constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    ivs[loop] = forOp.getInductionVar();
    emitOuter(loop + 1);
  }

  /// Where `operand` has the element of iteration `ivs`.
  Value getAddress(unsigned operand) {
    AffineExpr position = b.getAffineConstantExpr(nest.offsets[operand]);
    SmallVector<Value> values;
    for (auto [iv, stride] : llvm::zip(ivs, nest.strides[operand])) {
      if (stride == 0)
        continue;
      position = position + b.getAffineDimExpr(values.size()) * stride;
      values.push_back(iv);
    }
    return affine::AffineApplyOp::create(
        b, AffineMap::get(values.size(), 0, position), values);
  }

  /// Loops along the vector loop from `from` to its end, first in steps of
  /// `unroll` vectors: `body(start, vectors)`, 0 vectors for single elements
  /// or, with masks, for all that is left. They carry `state`.
  Lanes emitSteps(Value from, Lanes state,
                  llvm::function_ref<Lanes(Value, int64_t, ValueRange)> body) {
    Value to = constant(nest.extents[nest.vectorLoop]);
    SmallVector<int64_t, 3> sizes = {1, 0};
    if (unroll > 1)
      sizes.insert(sizes.begin(), unroll);
    for (int64_t vectors : sizes) {
      int64_t step = vectors ? vectors * width : masks ? width : 1;
      std::optional<int64_t> start = getConstantIntValue(from);
      int64_t left = nest.extents[nest.vectorLoop] - start.value_or(0);
      if (start && left < (vectors ? step : 1))
        continue;
      Value end = to;
      if (vectors != 0) {
        AffineExpr dim = b.getAffineDimExpr(0), last = b.getAffineDimExpr(1);
        end = start ? constant(*start + left / step * step)
                    : affine::AffineApplyOp::create(
                          b,
                          AffineMap::get(
                              2, 0, dim + (last - dim).floorDiv(step) * step),
                          ValueRange{from, to});
      }
      auto forOp = scf::ForOp::create(b, from, end, constant(step), state);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(forOp.getBody());
      Lanes next =
          body(forOp.getInductionVar(), vectors, forOp.getRegionIterArgs());
      if (!state.empty())
        scf::YieldOp::create(b, next);
      state = Lanes(forOp.getResults());
      from = end;
    }
    return state;
  }

  //===--------------------------------------------------------------------===//
  // Bodies
  //===--------------------------------------------------------------------===//

  /// What the body reads of each input in `size` iterations from `start`, 0 for
  /// the single element there.
  SmallVector<Value> readInputs(Value start, int64_t size) {
    ivs[nest.vectorLoop] = start;
    SmallVector<Value> values;
    for (unsigned input = 0; input < nest.getNumInputs(); ++input) {
      bool uniform = nest.strides[input][nest.vectorLoop] == 0;
      Value address = getAddress(input);
      values.push_back(
          uniform || size == 0
              ? memref::LoadOp::create(b, buffers[input], ValueRange{address})
                    .getResult()
              : load(buffers[input], address, size));
    }
    return values;
  }

  /// The lanes of the vector at `start` that are before `end`.
  Value createMask(Value start, Value end) {
    Value count = arith::IndexCastOp::create(
        b, b.getI32Type(), arith::SubIOp::create(b, end, start));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                 createLaneNumbers(b.getI32Type(), width),
                                 broadcastToVector(b, count, width));
  }

  Value load(Value buffer, Value address, int64_t size) {
    if (!mask)
      return loadVector(b, buffer, address, size);
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    auto type = VectorType::get({size}, element);
    Value nothing = arith::ConstantOp::create(b, b.getZeroAttr(type));
    return vector::MaskedLoadOp::create(b, type, buffer, ValueRange{address},
                                        mask, nothing);
  }

  Value createLaneNumbers(Type type, int64_t size) {
    SmallVector<Attribute> numbers;
    for (int64_t lane = 0; lane < size; ++lane)
      numbers.push_back(IntegerAttr::get(type, lane));
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(VectorType::get({size}, type), numbers));
  }

  /// The index of the vector loop as numbers of `type`.
  Value createIndices(Type type, int64_t size) {
    // Bits that do not fit count for no lane: the sum is modulo them too.
    Value first = arith::IndexCastOp::create(b, type, ivs[nest.vectorLoop]);
    if (size == 0)
      return first;
    return arith::AddIOp::create(b, broadcastToVector(b, first, size),
                                 createLaneNumbers(type, size));
  }

  /// Creates `inner`, an op of the body, for `size` lanes.
  void cloneOp(Operation &inner, int64_t size, IRMapping &map) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      if (index.getDim() != nest.vectorLoop)
        map.map(index.getResult(), ivs[index.getDim()]);
      return;
    }
    if (nest.isLaneNumber(inner.getResult(0))) {
      Type type = inner.getResult(0).getType();
      map.map(inner.getResult(0), createIndices(type, size));
      return;
    }
    cloneForLanes(b, inner, size, map);
  }

  /// Of `size` lanes, the values that `wanted` stand for in the body where its
  /// first arguments are `inputs`.
  SmallVector<Value> evaluate(ValueRange inputs, ValueRange wanted,
                              int64_t size) {
    IRMapping map;
    Block *body = nest.op.getBody();
    map.map(body->getArguments().take_front(inputs.size()), inputs);
    for (Operation &inner : body->without_terminator()) {
      bool known = llvm::all_of(inner.getOperands(), [&](Value operand) {
        return map.contains(operand) || operand.getParentBlock() != body ||
               operand.getDefiningOp<linalg::IndexOp>();
      });
      // What depends on accumulators is combine's.
      if (known)
        cloneOp(inner, size, map);
    }
    return llvm::map_to_vector(wanted, [&](Value value) {
      return broadcastToVector(b, map.lookupOrDefault(value), size);
    });
  }

  /// The accumulators `first` combined with `second` by the ops of the body.
  Lanes combineInOrder(ValueRange first, ValueRange second) {
    auto vector = dyn_cast<VectorType>(first[0].getType());
    int64_t size = vector ? vector.getNumElements() : 0;
    IRMapping map;
    map.map(nest.op.getRegionOutputArgs(), first);
    for (auto [element, value] : llvm::zip(nest.elements, second))
      map.map(element, value);
    for (Operation *inner : nest.combiners)
      cloneOp(*inner, size, map);
    return llvm::map_to_vector(
        nest.op.getBody()->getTerminator()->getOperands(),
        [&](Value value) { return Value(map.lookup(value)); });
  }

  /// The same for accumulators of different lanes, which hold elements that do
  /// not follow each other.
  Lanes combine(ValueRange a, ValueRange c) {
    if (nest.kind != NestKind::IndexOfExtremum)
      return combineInOrder(a, c);
    Value swap =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, c[1], a[1]);
    Lanes first, second;
    for (auto [x, y] : llvm::zip(a, c)) {
      first.push_back(arith::SelectOp::create(b, swap, y, x));
      second.push_back(arith::SelectOp::create(b, swap, x, y));
    }
    return combineInOrder(first, second);
  }

  //===--------------------------------------------------------------------===//
  // Elementwise
  //===--------------------------------------------------------------------===//

  void store(Value value, unsigned output, Value address) {
    if (!isa<VectorType>(value.getType())) {
      memref::StoreOp::create(b, value, buffers[output], ValueRange{address});
      return;
    }
    if (mask) {
      vector::MaskedStoreOp::create(b, buffers[output], ValueRange{address},
                                    mask, value);
      return;
    }
    int64_t bytes =
        cast<VectorType>(value.getType()).getElementTypeBitWidth() * width / 8;
    vector::StoreOp::create(
        b, value, buffers[output], ValueRange{address}, streams,
        streams ? llvm::MaybeAlign(bytes) : llvm::MaybeAlign());
  }

  void emitElements(Value start, int64_t size) {
    SmallVector<Value> results =
        evaluate(readInputs(start, size),
                 nest.op.getBody()->getTerminator()->getOperands(), size);
    for (auto [i, result] : llvm::enumerate(results)) {
      unsigned output = nest.getNumInputs() + i;
      store(result, output, getAddress(output));
    }
  }

  /// The elements from `start` to `end`, fewer than a vector.
  void emitRest(Value start, Value end) {
    if (!masks)
      return emitElements(start, 0);
    mask = createMask(start, end);
    emitElements(start, width);
    mask = nullptr;
  }

  /// Elements before the first output lies at a multiple of a vector.
  Value countUnaligned() {
    unsigned output = nest.getNumInputs();
    ivs[nest.vectorLoop] = constant(0);
    AffineExpr element = b.getAffineDimExpr(0) + b.getAffineDimExpr(1);
    AffineMap missing =
        AffineMap::get(2, 0,
                       {element.ceilDiv(width) * width - element,
                        b.getAffineConstantExpr(nest.extents[nest.vectorLoop])},
                       b.getContext());
    Value start = createMisalignment(b, nest.op.getDpsInits()[0], 0, width);
    return affine::AffineMinOp::create(b, missing,
                                       ValueRange{start, getAddress(output)});
  }

  void emitRun() {
    Value from = constant(0);
    if (streams) {
      Value aligned = countUnaligned();
      auto forOp =
          scf::ForOp::create(b, from, aligned, constant(masks ? width : 1));
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(forOp.getBody());
      emitRest(forOp.getInductionVar(), aligned);
      from = aligned;
    }
    Value to = constant(nest.extents[nest.vectorLoop]);
    emitSteps(from, {}, [&](Value start, int64_t vectors, ValueRange) {
      if (vectors == 0)
        emitRest(start, to);
      for (int64_t i = 0; i < vectors; ++i)
        emitElements(add(start, i * width), width);
      return Lanes();
    });
  }

  //===--------------------------------------------------------------------===//
  // Reductions
  //===--------------------------------------------------------------------===//

  /// What lanes of accumulator `result` start from, of which `memory` holds the
  /// content before the loop.
  Value createStart(unsigned result, Value memory) {
    if (nest.kind != NestKind::Sum)
      return broadcastToVector(b, memory, width);
    Operation *combiner =
        nest.op.getBody()->getTerminator()->getOperand(result).getDefiningOp();
    auto type = VectorType::get({width}, memory.getType());
    return arith::ConstantOp::create(
        b,
        DenseElementsAttr::get(type, Attribute(getNeutralElement(combiner))));
  }

  /// One step over `vectors` vectors, or one element: `state` holds `unroll`
  /// sets of lanes and one of single accumulators.
  Lanes emitStep(Value start, int64_t vectors, ValueRange state) {
    unsigned count = nest.getNumOutputs();
    Lanes next(state);
    auto accumulate = [&](int64_t set, int64_t size, Value at) {
      SmallVector<Value> elements =
          evaluate(readInputs(at, size), nest.elements, size);
      Lanes sums = combineInOrder(state.slice(set * count, count), elements);
      llvm::copy(sums, next.begin() + set * count);
    };
    if (vectors == 0 && masks) {
      mask = createMask(start, constant(nest.extents[nest.vectorLoop]));
      accumulate(0, width, start);
      for (unsigned i = 0; i < count; ++i)
        next[i] = arith::SelectOp::create(b, mask, next[i], state[i]);
      mask = nullptr;
      return next;
    }
    if (vectors == 0)
      accumulate(unroll, 0, start);
    for (int64_t i = 0; i < vectors; ++i)
      accumulate(i, width, add(start, i * width));
    return next;
  }

  /// The reduction loops but for the vector loop, then that.
  Lanes emitReductionLoops(unsigned loop, Lanes state) {
    if (loop == nest.extents.size())
      return emitSteps(constant(0), state,
                       [&](Value start, int64_t vectors, ValueRange state) {
                         return emitStep(start, vectors, state);
                       });
    if (loop == nest.vectorLoop || !nest.isReduction(loop))
      return emitReductionLoops(loop + 1, state);
    if (nest.extents[loop] == 1) {
      ivs[loop] = constant(0);
      return emitReductionLoops(loop + 1, state);
    }
    auto forOp = scf::ForOp::create(
        b, constant(0), constant(nest.extents[loop]), constant(1), state);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    ivs[loop] = forOp.getInductionVar();
    scf::YieldOp::create(
        b, emitReductionLoops(loop + 1, Lanes(forOp.getRegionIterArgs())));
    return Lanes(forOp.getResults());
  }

  /// The lanes of `vectors` combined to one each.
  Lanes combineLanes(Lanes vectors) {
    for (int64_t size = width; size > 1; size /= 2) {
      SmallVector<int64_t> low = llvm::to_vector(llvm::seq<int64_t>(size / 2)),
                           high = llvm::to_vector(
                               llvm::seq<int64_t>(size / 2, size));
      auto take = [&](ArrayRef<int64_t> lanes) {
        return llvm::map_to_vector(vectors, [&](Value value) -> Value {
          return vector::ShuffleOp::create(b, value, value, lanes);
        });
      };
      Lanes first = take(low), second = take(high);
      vectors = combine(first, second);
    }
    return llvm::map_to_vector(vectors, [&](Value value) -> Value {
      return vector::ExtractOp::create(b, value, 0);
    });
  }

  void emitReduction() {
    unsigned count = nest.getNumOutputs();
    ivs[nest.vectorLoop] = constant(0);
    SmallVector<Value> addresses;
    Lanes memory, state;
    for (unsigned i = 0; i < count; ++i) {
      unsigned output = nest.getNumInputs() + i;
      addresses.push_back(getAddress(output));
      memory.push_back(memref::LoadOp::create(b, buffers[output],
                                              ValueRange{addresses.back()}));
    }
    for (int64_t set = 0; set < unroll; ++set)
      for (unsigned i = 0; i < count; ++i)
        state.push_back(createStart(i, memory[i]));
    llvm::append_range(state, memory);
    state = emitReductionLoops(0, state);

    for (int64_t sets = unroll; sets > 1; sets /= 2)
      for (int64_t set = 0; set < sets / 2; ++set) {
        ArrayRef<Value> all = state;
        Lanes sum = combine(all.slice(2 * set * count, count),
                            all.slice((2 * set + 1) * count, count));
        llvm::copy(sum, state.begin() + set * count);
      }
    Lanes singles(ArrayRef<Value>(state).take_back(count));
    state.truncate(count);
    Lanes results = combine(singles, combineLanes(state));
    for (unsigned i = 0; i < count; ++i)
      memref::StoreOp::create(b, results[i], buffers[nest.getNumInputs() + i],
                              ValueRange{addresses[i]});
  }

  const VectorNest &nest;
  ImplicitLocOpBuilder b;
  int64_t width, unroll;
  bool streams, masks;
  /// Set while only some lanes are read and written.
  Value mask;
  /// The current iteration.
  SmallVector<Value> ivs;
  SmallVector<Value> buffers;
};
} // namespace

Value xla::createMisalignment(ImplicitLocOpBuilder &b, Value buffer,
                              int64_t offset, int64_t width) {
  int64_t bytes =
      cast<MemRefType>(buffer.getType()).getElementTypeBitWidth() / 8;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(
      b, metadata.getBaseBuffer());
  AffineExpr element =
      b.getAffineDimExpr(0).floorDiv(bytes) + b.getAffineDimExpr(1) + offset;
  return affine::AffineApplyOp::create(b, AffineMap::get(2, 0, element % width),
                                       ValueRange{base, metadata.getOffset()});
}

void xla::emitVectorNest(OpBuilder &builder, const VectorNest &nest,
                         const VectorPlan &plan) {
  Emitter(builder, nest, plan).emit();
}
