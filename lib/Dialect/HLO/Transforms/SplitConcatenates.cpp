//===- SplitConcatenates.cpp - Concatenations of few operands -------------===//
//
// A concatenation is a chain of writes into one buffer, and the analysis that
// finds out that no write harms another takes time that grows with a power of
// their number: of many operands, groups are put together first. Copies each
// element once more for each power of the group's size. Assumes verified HLO.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOSPLITCONCATENATESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-split-concatenates"
static xla::PassCounter numSplitOps(DEBUG_TYPE, "num-split-ops");

/// Puts every `most` operands of `op` together.
static void group(ConcatenateOp op, size_t most) {
  OpBuilder b(op);
  int64_t dim = op.getDimension();
  SmallVector<Value> groups;
  ValueRange rest = op.getInputs();
  while (!rest.empty()) {
    ValueRange members = rest.take_front(most);
    rest = rest.drop_front(members.size());
    if (members.size() == 1) {
      groups.push_back(members.front());
      continue;
    }
    SmallVector<int64_t> shape(op.getType().getShape());
    shape[dim] = 0;
    for (Value member : members)
      shape[dim] += cast<RankedTensorType>(member.getType()).getDimSize(dim);
    groups.push_back(ConcatenateOp::create(
        b, op.getLoc(), op.getType().clone(shape), members, dim));
  }
  op.getInputsMutable().assign(groups);
}

namespace {
struct SplitConcatenatesPass
    : xla::hlo::impl::HLOSplitConcatenatesPassBase<SplitConcatenatesPass> {
  using Base::Base;

  void runOnOperation() override {
    size_t most = std::max<int64_t>(2, maxOperands);
    getOperation()->walk([&](ConcatenateOp op) {
      bool isStatic = llvm::all_of(op->getOperandTypes(), [](Type type) {
        return cast<RankedTensorType>(type).hasStaticShape();
      });
      if (!isStatic || op.getInputs().size() <= most)
        return;
      while (op.getInputs().size() > most)
        group(op, most);
      numSplitOps += 1;
    });
  }
};
} // namespace
