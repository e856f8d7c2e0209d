//===- HostLiveness.cpp - When a host-level tensor is needed --------------===//
//
// Textual numbering and interval sets.
//
//===----------------------------------------------------------------------===//

#include "HostLiveness.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace xla;

bool LiveRanges::meets(const LiveRanges &other) const {
  const auto *left = ranges.begin(), *right = other.ranges.begin();
  while (left != ranges.end() && right != other.ranges.end()) {
    if (left->end <= right->start)
      ++left;
    else if (right->end <= left->start)
      ++right;
    else
      return true;
  }
  return false;
}

void LiveRanges::add(const LiveRanges &other) {
  SmallVector<LiveRange, 2> merged(ranges);
  merged.append(other.ranges.begin(), other.ranges.end());
  llvm::sort(merged, [](const LiveRange &lhs, const LiveRange &rhs) {
    return lhs.start < rhs.start;
  });
  ranges.clear();
  for (const LiveRange &range : merged) {
    if (!ranges.empty() && range.start <= ranges.back().end)
      ranges.back().end = std::max(ranges.back().end, range.end);
    else
      ranges.push_back(range);
  }
}

void LiveRanges::add(LiveRange range) {
  LiveRanges other;
  other.ranges.push_back(range);
  add(other);
}

HostLiveness::HostLiveness(Operation *root) { number(root); }

void HostLiveness::number(Operation *op) {
  begin[op] = next++;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        number(&inner);
  end[op] = op->getNumRegions() == 0 ? begin[op] : next++;
}

int64_t HostLiveness::getLastUse(Value value, int64_t start) const {
  int64_t last = start + 1;
  Region *home = value.getParentRegion();
  for (Operation *user : value.getUsers()) {
    int64_t time = getRead(user);
    // A loop around the use, but not around the definition, uses it again and
    // again.
    for (Operation *op = user; op->getParentRegion() != home;) {
      op = op->getParentOp();
      if (isa<LoopLikeOpInterface>(op))
        time = getEnd(op) + 1;
    }
    last = std::max(last, time);
  }
  return last;
}
