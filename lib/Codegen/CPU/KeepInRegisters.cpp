//===- KeepInRegisters.cpp - Small tensors of regions in registers --------===//
//
// Writes the body of a region kernel anew. Tensors that fit become vectors and
// scalars; loops and branches carry those. Large tensors stay tensors, of which
// parts are read and written.
//
// Assumes a kernel on tensors that bears `xla.region`. Guarantees the same
// values; sums may be in another order where they are marked so.
//
//===----------------------------------------------------------------------===//

#include "RegionWriter.h"
#include "xla/Codegen/CPU/Passes.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Dialect/XLA/IR/Region.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUKEEPINREGISTERSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-keep-in-registers"

using namespace mlir;
using namespace xla;

static PassCounter numHeldOps(DEBUG_TYPE, "num-held-ops");
static PassCounter numKeptTensorOps(DEBUG_TYPE, "num-kept-tensor-ops");

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Sets the insertion point behind the definition of `value`.
static void setAfter(OpBuilder &b, Value value) {
  if (Operation *op = value.getDefiningOp())
    b.setInsertionPointAfter(op);
  else
    b.setInsertionPointToStart(cast<BlockArgument>(value).getOwner());
}

/// The one of `list` that is defined last; all are visible at one place.
static Value getLast(ArrayRef<Value> list) {
  Value last = list.front();
  for (Value value : list.drop_front()) {
    Block *block = value.getParentBlock(), *lastBlock = last.getParentBlock();
    bool later;
    if (block != lastBlock)
      later =
          lastBlock->findAncestorOpInBlock(*block->getParentOp()) != nullptr;
    else if (!value.getDefiningOp() || !last.getDefiningOp())
      later = value.getDefiningOp() != nullptr;
    else
      later = last.getDefiningOp()->isBeforeInBlock(value.getDefiningOp());
    if (later)
      last = value;
  }
  return last;
}

RegisterTensor RegionWriter::getHeld(Value value) {
  auto found = held.find(value);
  if (found != held.end())
    return found->second;
  // A tensor that some op kept in memory: read where it comes from.
  Value tensor = values.lookup(value);
  OpBuilder::InsertionGuard guard(b);
  setAfter(b, tensor);
  auto type = cast<RankedTensorType>(value.getType());
  TensorPart all;
  all.sizes = llvm::to_vector(type.getShape());
  all.offsets.assign(type.getRank(), b.getIndexAttr(0));
  RegisterTensor result = registers.read(value.getLoc(), tensor, all, type);
  held[value] = result;
  return result;
}

Value RegionWriter::getTensor(Value value) {
  if (Value tensor = values.lookupOrNull(value))
    return tensor;
  RegisterTensor result = held.at(value);
  OpBuilder::InsertionGuard guard(b);
  setAfter(b, getLast(result.registers));
  Value tensor = registers.materialize(value.getLoc(), result);
  values.map(value, tensor);
  return tensor;
}

OpFoldResult RegionWriter::getOffset(OpFoldResult offset) const {
  if (auto value = dyn_cast<Value>(offset))
    return getScalar(value);
  return offset;
}

void RegionWriter::hold(Value value, RegisterTensor tensor) {
  tensor.type = cast<RankedTensorType>(value.getType());
  held[value] = std::move(tensor);
}

void RegionWriter::hold(Value value, ArrayRef<Value> own) {
  hold(value, RegisterTensor{{}, llvm::to_vector_of<Value, 4>(own)});
}

SmallVector<Type> RegionWriter::expandTypes(TypeRange types) const {
  SmallVector<Type> expanded;
  for (Type type : types) {
    if (fitsRegisters(type))
      llvm::append_range(expanded,
                         registers.getTypes(cast<RankedTensorType>(type)));
    else
      expanded.push_back(type);
  }
  return expanded;
}

SmallVector<Value> RegionWriter::expand(ValueRange from) {
  SmallVector<Value> expanded;
  for (Value value : from) {
    if (isHeld(value))
      llvm::append_range(expanded, getHeld(value).registers);
    else
      expanded.push_back(values.lookup(value));
  }
  return expanded;
}

void RegionWriter::bind(ValueRange from, ValueRange to) {
  for (Value value : from) {
    if (!isHeld(value)) {
      values.map(value, to.front());
      to = to.drop_front();
      continue;
    }
    size_t count =
        registers.getTypes(cast<RankedTensorType>(value.getType())).size();
    hold(value, llvm::to_vector(to.take_front(count)));
    to = to.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// Ops on tensors
//===----------------------------------------------------------------------===//

/// Clones `op`; what it and its regions read is in memory then.
void RegionWriter::writeKept(Operation &op) {
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (held.contains(operand))
        (void)getTensor(operand);
  });
  b.clone(op, values);
  numKeptTensorOps +=
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>);
}

void RegionWriter::writeConstant(arith::ConstantOp op) {
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!value || !isHeld(op))
    return writeKept(*op);
  hold(op, registers.constant(op.getLoc(), value));
}

bool RegionWriter::writeGeneric(linalg::GenericOp op) {
  if (!RegisterBuilder::canHold(op))
    return false;
  // Tensors that the body reads by index are in memory.
  op.getBody()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (held.contains(operand))
        (void)getTensor(operand);
  });
  SmallVector<RegisterTensor> results = registers.lower(
      op, [&](Value operand) { return getHeld(operand); }, values);
  for (auto [result, tensor] : llvm::zip(op->getResults(), results))
    hold(result, tensor);
  return true;
}

/// Ops that keep all elements in their order.
void RegionWriter::writeReshape(Operation *op) {
  if (!isHeld(op->getResult(0)))
    return writeKept(*op);
  hold(op->getResult(0), getHeld(op->getOperand(0)));
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

void RegionWriter::writeOp(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](arith::ConstantOp constant) { writeConstant(constant); })
      .Case([&](tensor::EmptyOp empty) {
        if (isHeld(empty))
          hold(empty, registers.undefined(op.getLoc(), empty.getType()));
        else
          writeKept(op);
      })
      .Case([&](linalg::FillOp fill) {
        if (op.getNumResults() == 1 && isHeld(op.getResult(0)))
          hold(op.getResult(0),
               registers.splat(op.getLoc(),
                               cast<RankedTensorType>(op.getResultTypes()[0]),
                               getScalar(fill.value())));
        else
          writeKept(op);
      })
      .Case([&](linalg::GenericOp generic) {
        if (!writeGeneric(generic))
          writeKept(op);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
          [&](Operation *reshape) { writeReshape(reshape); })
      .Case([&](tensor::ExtractOp extract) { writeExtract(extract); })
      .Case([&](tensor::ExtractSliceOp slice) { writeExtractSlice(slice); })
      .Case([&](tensor::InsertSliceOp slice) { writeInsertSlice(slice); })
      .Case([&](scf::WhileOp loop) { writeWhile(loop); })
      .Case([&](scf::ForOp loop) { writeFor(loop); })
      .Case<scf::IfOp, scf::IndexSwitchOp>(
          [&](Operation *branch) { writeBranches(*branch); })
      .Default([&](Operation *other) { writeKept(*other); });
}

/// Writes everything in `block` but its terminator.
void RegionWriter::writeBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    writeOp(op);
    numHeldOps += op.getNumResults() == 1 && held.contains(op.getResult(0));
  }
}

void RegionWriter::write() {
  Block &old = kernel.getBody().front();
  Block *body = b.createBlock(&kernel.getBody(), kernel.getBody().end());
  for (BlockArgument argument : old.getArguments())
    values.map(argument,
               body->addArgument(argument.getType(), argument.getLoc()));
  writeBlock(old);
  SmallVector<Value> results;
  for (Value value : old.getTerminator()->getOperands())
    results.push_back(getTensor(value));
  b.setInsertionPointToEnd(body);
  func::ReturnOp::create(b, old.getTerminator()->getLoc(), results);
  old.dropAllReferences();
  old.erase();
}

namespace {
struct XLACPUKeepInRegistersPass
    : xla::impl::XLACPUKeepInRegistersPassBase<XLACPUKeepInRegistersPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel) || !kernel->hasAttr(kRegionAttr))
      return;
    FailureOr<TargetFeatures> target = TargetFeatures::of(kernel);
    if (failed(target))
      return signalPassFailure();
    // Named ops first: their bodies say what they do.
    SmallVector<linalg::LinalgOp> named;
    kernel.walk([&](linalg::LinalgOp op) {
      if (!isa<linalg::GenericOp, linalg::FillOp>(op) &&
          llvm::all_of(op->getResultTypes(), fitsRegisters))
        named.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    }
    RegionWriter(kernel, target->vectorBytes / 4).write();
  }
};
} // namespace
