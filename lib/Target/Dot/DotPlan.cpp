//===- DotPlan.cpp - What of a module a graph shows where -----------------===//
//
// Each computation is drawn at most once: what is fused inside of what it is
// fused into, what is called beside it. So a graph is linear in its module,
// whatever calls what.
//
//===----------------------------------------------------------------------===//

#include "DotPlan.h"

using namespace llvm;
using namespace xla;

/// Fusions deeper than this in each other are drawn beside each other.
static constexpr unsigned kMaxDepth = 32;

void DotPlan::planFusions(unsigned computation, unsigned depth) {
  const DrawnComputation &drawn = program.getComputations()[computation];
  for (unsigned i = 0; i < drawn.numOps; ++i) {
    unsigned index = drawn.firstOp + i;
    const DrawnOp &op = program.getOps()[index];
    if (op.isMerged)
      continue;
    bool isFusion = op.proto->opcode() == "fusion" && op.calls.size() == 1;
    if (isFusion && !showFusions)
      continue;
    for (unsigned callee : op.calls) {
      const DrawnComputation &called = program.getComputations()[callee];
      if (isPlanned[callee] || called.numOps == 0 || !called.trivialOp.empty())
        continue;
      isPlanned[callee] = true;
      if (isFusion && depth < kMaxDepth) {
        inPlace[callee] = index;
        planFusions(callee, depth + 1);
      } else {
        topLevel.push_back(callee);
      }
    }
  }
}

DotPlan::DotPlan(const DrawnProgram &program, unsigned root, bool showFusions)
    : program(program), showFusions(showFusions),
      inPlace(program.getComputations().size(), kNone),
      isPlanned(program.getComputations().size(), false) {
  isPlanned[root] = true;
  topLevel.push_back(root);
  for (size_t i = 0; i < topLevel.size(); ++i)
    planFusions(topLevel[i], 0);
}

unsigned DotPlan::getSource(unsigned index) const {
  // Cycles are possible in files only, and so is such depth.
  for (unsigned steps = 0; steps < 4 * kMaxDepth && index != kNone; ++steps) {
    const DrawnOp &op = program.getOps()[index];
    unsigned outside = leaveFusions(index);
    if (op.isMerged && op.proto->opcode() == "get-tuple-element") {
      index = op.operands[0];
    } else if (op.isMerged) {
      return kNone;
    } else if (outside != index) {
      index = outside;
    } else if (isDrawnInPlace(op)) {
      index = program.getComputations()[op.calls[0]].root;
    } else {
      return index;
    }
  }
  return kNone;
}

unsigned DotPlan::leaveFusions(unsigned index) const {
  for (unsigned depth = 0; index != kNone && depth <= kMaxDepth; ++depth) {
    const DrawnOp &op = program.getOps()[index];
    unsigned caller = inPlace[op.computation];
    if (op.proto->opcode() != "parameter" || caller == kNone)
      return index;
    uint64_t number = op.proto->parameter_number();
    ArrayRef<unsigned> operands = program.getOps()[caller].operands;
    index = number < operands.size() ? operands[number] : kNone;
  }
  return kNone;
}
