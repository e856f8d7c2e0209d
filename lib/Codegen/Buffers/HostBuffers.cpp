//===- HostBuffers.cpp - Which buffer a host-level tensor lives in --------===//
//
// The algorithm is described in the header. Here: a walk that makes classes,
// live ranges and the list of copies; JoinBuffers.cpp has the rest.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/HostBuffers.h"
#include "HostBufferBuilder.h"
#include "InPlaceCalls.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

unsigned HostBufferBuilder::addClass(Type type, HostBuffer::Kind kind,
                                     int64_t index) {
  BufferClass added;
  added.buffer.kind = kind;
  added.buffer.index = index;
  added.buffer.bytes = *getDenseByteSize(type);
  added.parent = classes.size();
  classes.push_back(std::move(added));
  return classes.back().parent;
}

/// Puts `value`, which is there from `start` on, into a class.
void HostBufferBuilder::addValue(Value value, unsigned id, int64_t start) {
  idOf[value] = id;
  classes[find(id)].ranges.add(
      {start, liveness.getLastUse(value, /*start=*/start)});
}

unsigned HostBufferBuilder::find(unsigned id) {
  while (classes[id].parent != id) {
    classes[id].parent = classes[classes[id].parent].parent;
    id = classes[id].parent;
  }
  return id;
}

void HostBufferBuilder::join(unsigned lhs, unsigned rhs) {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs)
    return;
  // What is the caller's or a constant gives the class its buffer.
  if (classes[rhs].buffer.kind != HostBuffer::Kind::Arena)
    std::swap(lhs, rhs);
  classes[lhs].ranges.add(classes[rhs].ranges);
  classes[lhs].buffer.bytes =
      std::max(classes[lhs].buffer.bytes, classes[rhs].buffer.bytes);
  classes[rhs].parent = lhs;
}

/// Joins two classes if one buffer can serve both.
bool HostBufferBuilder::tryJoin(unsigned lhs, unsigned rhs) {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs)
    return true;
  HostBuffer::Kind left = classes[lhs].buffer.kind;
  HostBuffer::Kind right = classes[rhs].buffer.kind;
  auto isReadOnly = [](HostBuffer::Kind kind) {
    return kind == HostBuffer::Kind::Argument ||
           kind == HostBuffer::Kind::Constant;
  };
  if (isReadOnly(left) || isReadOnly(right))
    return false;
  if (left != HostBuffer::Kind::Arena && right != HostBuffer::Kind::Arena)
    return false;
  if (classes[lhs].ranges.meets(classes[rhs].ranges))
    return false;
  join(lhs, rhs);
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Fails if `op` has a tensor without a known size.
LogicalResult HostBufferBuilder::checkTypes(Operation *op) {
  for (Type type : op->getResultTypes())
    if (isa<TensorType>(type) && !getDenseByteSize(type))
      return op->emitOpError() << "expects results of static shape and of "
                                  "plain elements, but got "
                               << type;
  return success();
}

void HostBufferBuilder::visitCall(Operation *call) {
  bool hasPairs = false;
  for (OpResult result : call->getResults()) {
    if (!isa<TensorType>(result.getType()))
      continue;
    bool inPlace =
        carriedBefore.contains(result) ||
        getInPlaceOperand(call, result.getResultNumber(), symbols) >= 0;
    hasPairs |= inPlace;
    addValue(result, addClass(result.getType(), HostBuffer::Kind::Arena),
             inPlace ? liveness.getRead(call) : liveness.getWrite(call));
    // Written even if nobody reads it, while the operands are still read.
    if (!inPlace)
      classes[idOf[result]].ranges.add(
          {liveness.getWrite(call), liveness.getRead(call) + 1});
  }
  if (hasPairs)
    inPlaceCalls.push_back(call);
  auto kernelCall = dyn_cast<CallKernelOp>(call);
  Operation *kernel =
      kernelCall ? symbols.lookup(kernelCall.getCallee()) : nullptr;
  if (!kernel)
    return;
  if (auto bytes = kernel->getAttrOfType<IntegerAttr>(kScratchBytesAttr))
    if (bytes.getInt() > 0)
      scratchCalls.emplace_back(kernelCall, bytes.getInt());
}

/// Gives a loop's values their classes, before its regions are visited; returns
/// its copies, which come after those of its regions.
std::array<CopySite, 3> HostBufferBuilder::visitWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  scf::YieldOp yield = loop.getYieldOp();
  CopySite entering{loop, {}}, ending{condition, {}}, repeating{yield, {}};
  for (auto [init, argument, yielded] : llvm::zip(
           loop.getInits(), loop.getBeforeArguments(), yield.getOperands())) {
    if (!isa<TensorType>(argument.getType()))
      continue;
    unsigned id = addClass(argument.getType(), HostBuffer::Kind::Arena);
    addValue(argument, id, liveness.getRead(loop));
    // What is yielded is kept until the loop goes round.
    classes[id].ranges.add({liveness.getRead(yield), liveness.getEnd(loop)});
    entering.copies.emplace_back(init, id);
    repeating.copies.emplace_back(yielded, id);
    // In place as it mostly is: what the body gets is what is carried.
    unsigned index = argument.getArgNumber();
    Value made = skipReshapes(yielded);
    if (index < condition.getArgs().size() &&
        condition.getArgs()[index] == argument &&
        made.getDefiningOp<CallKernelOp>() &&
        made.getParentBlock() == yield->getBlock())
      carriedBefore[made] = loop.getAfterArguments()[index];
  }
  for (auto [passed, argument, result] : llvm::zip(
           condition.getArgs(), loop.getAfterArguments(), loop.getResults())) {
    if (!isa<TensorType>(argument.getType()))
      continue;
    unsigned id = addClass(argument.getType(), HostBuffer::Kind::Arena);
    addValue(argument, id, liveness.getRead(condition));
    addValue(result, id, liveness.getEnd(loop));
    ending.copies.emplace_back(passed, id);
  }
  return {std::move(ending), std::move(repeating), std::move(entering)};
}

/// A conditional: each region's terminator writes the results.
void HostBufferBuilder::visitBranch(Operation *branch) {
  SmallVector<unsigned> ids(branch->getNumResults());
  for (OpResult result : branch->getResults()) {
    if (!isa<TensorType>(result.getType()))
      continue;
    unsigned id = addClass(result.getType(), HostBuffer::Kind::Arena);
    ids[result.getResultNumber()] = id;
    addValue(result, id, liveness.getEnd(branch));
  }
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    Operation *yield = region.front().getTerminator();
    CopySite site{yield, {}};
    for (auto [operand, id] : llvm::zip(yield->getOperands(), ids)) {
      if (!isa<TensorType>(operand.getType()))
        continue;
      int64_t time = liveness.getRead(yield);
      classes[find(id)].ranges.add({time, time + 1});
      site.copies.emplace_back(operand, id);
    }
    sites.push_back(std::move(site));
  }
}

LogicalResult HostBufferBuilder::visit(Operation &op) {
  if (failed(checkTypes(&op)))
    return failure();
  std::array<CopySite, 3> loopSites;
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    loopSites = visitWhile(loop);
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (failed(visitBlock(block)))
        return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<CallKernelOp, CallHostOp>([&](Operation *call) {
        visitCall(call);
        return success();
      })
      .Case([&](scf::WhileOp) {
        llvm::move(loopSites, std::back_inserter(sites));
        return success();
      })
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](Operation *branch) {
        visitBranch(branch);
        return success();
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](Operation *reshape) {
            addValue(reshape->getResult(0), idOf.lookup(reshape->getOperand(0)),
                     liveness.getRead(reshape));
            return success();
          })
      .Case([&](arith::ConstantOp constant) {
        if (!isa<TensorType>(constant.getType()))
          return success();
        unsigned id = addClass(constant.getType(), HostBuffer::Kind::Constant);
        classes[id].buffer.constant = constant;
        addValue(constant, id, liveness.getWrite(constant));
        return success();
      })
      .Case([&](func::ReturnOp ret) {
        CopySite site{ret, {}};
        for (OpOperand &operand : ret->getOpOperands())
          site.copies.emplace_back(operand.get(),
                                   addClass(operand.get().getType(),
                                            HostBuffer::Kind::Result,
                                            operand.getOperandNumber()));
        sites.push_back(std::move(site));
        return success();
      })
      // Terminators belong to the op around them.
      .Case<tensor::ExtractOp, scf::ConditionOp, scf::YieldOp>(
          [](Operation *) { return success(); })
      .Default([](Operation *other) -> LogicalResult {
        auto isTensor = [](Type type) { return isa<TensorType>(type); };
        if (llvm::none_of(other->getOperandTypes(), isTensor) &&
            llvm::none_of(other->getResultTypes(), isTensor) &&
            other->getNumRegions() == 0)
          return success();
        return other->emitOpError(
            "expects a call, a reshape, a constant or structured control flow "
            "at the host level");
      });
}

LogicalResult HostBufferBuilder::visitBlock(Block &block) {
  for (Operation &op : block)
    if (failed(visit(op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

FailureOr<HostBufferAssignment> HostBufferBuilder::build() {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expects a body of one block");
  for (BlockArgument argument : function.getArguments()) {
    if (!getDenseByteSize(argument.getType()))
      return function.emitOpError() << "expects arguments of static shape and "
                                       "of plain elements, but got "
                                    << argument.getType();
    addValue(argument,
             addClass(argument.getType(), HostBuffer::Kind::Argument,
                      argument.getArgNumber()),
             0);
  }
  if (failed(visitBlock(function.getBody().front())))
    return failure();
  joinInPlaceOperands();
  joinCopies();
  HostBufferAssignment assignment;
  number(assignment);
  for (unsigned result = 0; result < function.getNumResults(); ++result)
    assignment.donors.push_back(donation.getDonor(result));
  for (const CopySite &site : sites)
    orderCopies(site, assignment);
  packClasses(assignment);
  return assignment;
}

FailureOr<HostBufferAssignment>
HostBufferAssignment::compute(func::FuncOp function, SymbolTable &symbols) {
  return HostBufferBuilder(function, symbols).build();
}

ArrayRef<BufferCopy>
HostBufferAssignment::getCopiesBefore(Operation *op) const {
  auto found = copies.find(op);
  return found == copies.end() ? ArrayRef<BufferCopy>() : found->second;
}

int64_t HostBufferAssignment::getScratchOffset(Operation *call) const {
  auto found = scratchOffsets.find(call);
  return found == scratchOffsets.end() ? -1 : found->second;
}
