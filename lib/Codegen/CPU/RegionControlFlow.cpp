//===- RegionControlFlow.cpp - Loops and branches on registers ------------===//
//
// Each value that a loop or branch hands on becomes the registers that stand
// for it.
//
//===----------------------------------------------------------------------===//

#include "RegionWriter.h"

using namespace mlir;
using namespace xla;

/// A block of `region` for what `arguments` stand for.
static Block *addBlock(OpBuilder &b, Region &region, ArrayRef<Type> types,
                       Location loc) {
  SmallVector<Location> locations(types.size(), loc);
  return b.createBlock(&region, region.end(), types, locations);
}

void RegionWriter::writeWhile(scf::WhileOp op) {
  Location loc = op.getLoc();
  auto loop = scf::WhileOp::create(b, loc, expandTypes(op.getResultTypes()),
                                   expand(op.getInits()));
  OpBuilder::InsertionGuard guard(b);
  auto start = [&](Region &region, Block &from) {
    Block *block =
        addBlock(b, region, expandTypes(from.getArgumentTypes()), loc);
    bind(from.getArguments(), block->getArguments());
    writeBlock(from);
  };
  start(loop.getBefore(), op.getBefore().front());
  scf::ConditionOp::create(b, op.getConditionOp().getLoc(),
                           getScalar(op.getConditionOp().getCondition()),
                           expand(op.getConditionOp().getArgs()));
  start(loop.getAfter(), op.getAfter().front());
  scf::YieldOp::create(b, op.getYieldOp().getLoc(),
                       expand(op.getYieldOp().getOperands()));
  bind(op.getResults(), loop.getResults());
}

void RegionWriter::writeFor(scf::ForOp op) {
  auto loop =
      scf::ForOp::create(b, op.getLoc(), getScalar(op.getLowerBound()),
                         getScalar(op.getUpperBound()), getScalar(op.getStep()),
                         expand(op.getInitArgs()));
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(b);
  Block *body = loop.getBody();
  if (!body->empty())
    body->getTerminator()->erase();
  b.setInsertionPointToEnd(body);
  values.map(op.getInductionVar(), loop.getInductionVar());
  bind(op.getRegionIterArgs(), loop.getRegionIterArgs());
  writeBlock(*op.getBody());
  Operation *yield = op.getBody()->getTerminator();
  scf::YieldOp::create(b, yield->getLoc(), expand(yield->getOperands()));
  bind(op.getResults(), loop.getResults());
}

/// Fills `to` with what the block of `from`, an arm of a branch, becomes.
void RegionWriter::fillRegion(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(b);
  addBlock(b, to, {}, from.getLoc());
  writeBlock(from.front());
  Operation *yield = from.front().getTerminator();
  scf::YieldOp::create(b, yield->getLoc(), expand(yield->getOperands()));
}

void RegionWriter::writeBranches(Operation &op) {
  SmallVector<Type> types = expandTypes(op.getResultTypes());
  Operation *branch;
  if (auto choice = dyn_cast<scf::IfOp>(op))
    branch = scf::IfOp::create(b, op.getLoc(), types,
                               getScalar(choice.getCondition()),
                               /*addThenBlock=*/false, /*addElseBlock=*/false);
  else
    branch = scf::IndexSwitchOp::create(
        b, op.getLoc(), types, getScalar(cast<scf::IndexSwitchOp>(op).getArg()),
        cast<scf::IndexSwitchOp>(op).getCases(),
        cast<scf::IndexSwitchOp>(op).getNumCases());
  for (auto [from, to] : llvm::zip(op.getRegions(), branch->getRegions()))
    if (!from.empty())
      fillRegion(from, to);
  bind(op.getResults(), branch->getResults());
}
