//===- LaunchMapping.cpp - How a structured op becomes a launch -----------===//
//
// Loop order, index arithmetic and the scalar body of a structured op. The
// order of the parallel loops follows the first output: consecutive threads
// then write consecutive elements, whatever the order of the op's own loops.
//
//===----------------------------------------------------------------------===//

#include "LaunchMapping.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace xla::gpu;

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

int64_t LoopDims::count(ArrayRef<unsigned> dims) const {
  int64_t product = 1;
  for (unsigned dim : dims)
    product *= sizes[dim];
  return product;
}

LoopDims xla::gpu::getLoopDims(linalg::GenericOp op) {
  LoopDims dims;
  dims.sizes = op.getStaticLoopRanges();
  for (auto [dim, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (linalg::isReductionIterator(type))
      dims.reduction.push_back(dim);
  AffineMap layout = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto add = [&](unsigned dim) {
    if (!llvm::is_contained(dims.reduction, dim) &&
        !llvm::is_contained(dims.parallel, dim))
      dims.parallel.push_back(dim);
  };
  // Parallel loops that the output does not see rewrite the same element; they
  // come first, that is slowest.
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (!layout.isFunctionOfDim(dim))
      add(dim);
  for (AffineExpr expr : layout.getResults())
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        add(dim.getPosition());
    });
  return dims;
}

/// The op that combines output `number` with a new term, or null if the body
/// is not `yield combine(f(inputs), output)`.
static Operation *getCombiner(linalg::GenericOp op, unsigned number) {
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), number, combiners) ||
      combiners.size() != 1 || combiners.front()->getNumOperands() != 2)
    return nullptr;
  return combiners.front();
}

bool xla::gpu::isBlockReducible(linalg::GenericOp op, const LoopDims &dims,
                                int64_t warpSize) {
  if (dims.reduction.empty() || dims.count(dims.reduction) < warpSize)
    return false;
  for (unsigned i = 0, e = op.getNumDpsInits(); i < e; ++i) {
    Operation *combiner = getCombiner(op, i);
    if (!combiner || !arith::getNeutralElement(combiner))
      return false;
  }
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (!last || !llvm::is_contained(dims.reduction, last.getPosition()))
      return false;
  }
  return true;
}

void xla::gpu::delinearize(OpBuilder &builder, Location loc, Value linear,
                           ArrayRef<unsigned> dims, const LoopDims &loops,
                           MutableArrayRef<Value> indices) {
  for (unsigned dim : llvm::reverse(dims.drop_front(dims.empty() ? 0 : 1))) {
    Value size = createIndex(builder, loc, loops.sizes[dim]);
    indices[dim] = arith::RemUIOp::create(builder, loc, linear, size);
    linear = arith::DivUIOp::create(builder, loc, linear, size);
  }
  if (!dims.empty())
    indices[dims.front()] = linear;
}

/// Evaluates `expr` over the loop indices.
static Value applyExpr(OpBuilder &builder, Location loc, AffineExpr expr,
                       ValueRange indices) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indices[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return createIndex(builder, loc, constant.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = applyExpr(builder, loc, binary.getLHS(), indices);
  Value rhs = applyExpr(builder, loc, binary.getRHS(), indices);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  default:
    return arith::RemSIOp::create(builder, loc, lhs, rhs);
  }
}

static SmallVector<Value> applyMap(OpBuilder &builder, Location loc,
                                   AffineMap map, ValueRange indices) {
  SmallVector<Value> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(applyExpr(builder, loc, expr, indices));
  return results;
}

Value xla::gpu::loadOperand(OpBuilder &builder, linalg::GenericOp op,
                            OpOperand &operand, ValueRange indices) {
  if (!isa<MemRefType>(operand.get().getType()))
    return operand.get();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return memref::LoadOp::create(builder, op.getLoc(), operand.get(),
                                applyMap(builder, op.getLoc(), map, indices));
}

void xla::gpu::storeOutput(OpBuilder &builder, linalg::GenericOp op,
                           unsigned number, Value value, ValueRange indices) {
  OpOperand *output = op.getDpsInitOperand(number);
  AffineMap map = op.getMatchingIndexingMap(output);
  memref::StoreOp::create(builder, op.getLoc(), value, output->get(),
                          applyMap(builder, op.getLoc(), map, indices));
}

SmallVector<Value> xla::gpu::cloneBody(OpBuilder &builder, linalg::GenericOp op,
                                       ValueRange indices, ValueRange outputs) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(input);
    if (!arg.use_empty())
      mapping.map(arg, loadOperand(builder, op, *input, indices));
  }
  for (auto [arg, value] : llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    if (value)
      mapping.map(arg, value);
  Block *body = op.getBody();
  for (Operation &inner : body->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      builder.clone(inner, mapping);
  }
  SmallVector<Value> results;
  for (Value value : body->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

mlir::gpu::LaunchOp xla::gpu::createLaunch(OpBuilder &builder, Location loc,
                                           int64_t blocks,
                                           const LaunchShape &shape,
                                           TypeRange workgroupTypes) {
  Value one = createIndex(builder, loc, 1);
  Value gridSize = createIndex(builder, loc, blocks);
  Value blockSize = createIndex(builder, loc, shape.blockSize);
  auto launch = mlir::gpu::LaunchOp::create(
      builder, loc, gridSize, one, one, blockSize, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), workgroupTypes);
  // One device module for the whole program, one name for each launch.
  launch.setModuleAttr(
      FlatSymbolRefAttr::get(builder.getContext(), "device_kernels"));
  launch.setFunctionAttr(
      FlatSymbolRefAttr::get(builder.getContext(), shape.name));
  builder.setInsertionPointToEnd(&launch.getBody().front());
  auto end = mlir::gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPoint(end);
  return launch;
}

/// Emits one loop per reduction dimension, innermost last, and the body in
/// them; returns the accumulated values.
static SmallVector<Value>
emitSequentialReduction(OpBuilder &builder, linalg::GenericOp op,
                        const LoopDims &dims, ArrayRef<unsigned> remaining,
                        MutableArrayRef<Value> indices,
                        ValueRange accumulators) {
  if (remaining.empty())
    return cloneBody(builder, op, indices, accumulators);
  Location loc = op.getLoc();
  Value zero = createIndex(builder, loc, 0);
  Value one = createIndex(builder, loc, 1);
  Value size = createIndex(builder, loc, dims.sizes[remaining.front()]);
  auto loop = scf::ForOp::create(builder, loc, zero, size, one, accumulators);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  indices[remaining.front()] = loop.getInductionVar();
  SmallVector<Value> results =
      emitSequentialReduction(builder, op, dims, remaining.drop_front(),
                              indices, loop.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, results);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void xla::gpu::mapToThreads(OpBuilder &builder, linalg::GenericOp op,
                            const LoopDims &dims, const LaunchShape &shape) {
  Location loc = op.getLoc();
  int64_t count = dims.count(dims.parallel);
  OpBuilder::InsertionGuard guard(builder);
  auto launch = createLaunch(builder, loc,
                             llvm::divideCeil(count, shape.blockSize), shape);
  Value threads = createIndex(builder, loc, shape.blockSize);
  Value base =
      arith::MulIOp::create(builder, loc, launch.getBlockIds().x, threads);
  Value id = arith::AddIOp::create(builder, loc, base, launch.getThreadIds().x);
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       id, createIndex(builder, loc, count));
  auto guarded = scf::IfOp::create(builder, loc, inside);
  builder.setInsertionPointToStart(guarded.thenBlock());

  SmallVector<Value> indices(op.getNumLoops());
  delinearize(builder, loc, id, dims.parallel, dims, indices);
  SmallVector<Value> accumulators;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    // Where nothing is accumulated, the old value may be undefined.
    bool used = !dims.reduction.empty() ||
                !op.getMatchingBlockArgument(&output).use_empty();
    accumulators.push_back(used ? loadOperand(builder, op, output, indices)
                                : Value());
  }
  SmallVector<Value> results = emitSequentialReduction(
      builder, op, dims, dims.reduction, indices, accumulators);
  for (auto [number, value] : llvm::enumerate(results))
    storeOutput(builder, op, number, value, indices);
}
