//===- ArenaPacking.cpp - Places of temporaries in one arena --------------===//
//
// A sweep in order of start, with the holes kept by offset (to join neighbours)
// and by size (to find the best fit).
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/ArenaPacking.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <queue>
#include <set>

using namespace mlir;
using namespace xla;

namespace {
/// The holes of the arena.
class Holes {
public:
  /// Takes `bytes` from the smallest hole that has them, growing the arena if
  /// there is none. Returns the offset.
  int64_t take(int64_t bytes) {
    auto best = bySize.lower_bound({bytes, 0});
    if (best == bySize.end()) {
      // A hole at the end of the arena needs to grow by the rest only.
      int64_t offset = total;
      if (!byOffset.empty()) {
        auto last = std::prev(byOffset.end());
        if (last->first + last->second == total) {
          offset = last->first;
          remove(offset, last->second);
        }
      }
      total = offset + bytes;
      return offset;
    }
    auto [size, offset] = *best;
    remove(offset, size);
    if (size > bytes)
      add(offset + bytes, size - bytes);
    return offset;
  }

  /// Gives bytes back, joined with the holes beside them.
  void release(int64_t offset, int64_t bytes) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.end() && next->first == offset + bytes) {
      int64_t size = next->second;
      remove(next->first, size);
      bytes += size;
    }
    auto previous = byOffset.lower_bound(offset);
    if (previous != byOffset.begin()) {
      --previous;
      auto [previousOffset, size] = *previous;
      if (previousOffset + size == offset) {
        remove(previousOffset, size);
        offset = previousOffset;
        bytes += size;
      }
    }
    add(offset, bytes);
  }

  int64_t getTotal() const { return total; }

private:
  void add(int64_t offset, int64_t size) {
    byOffset[offset] = size;
    bySize.insert({size, offset});
  }
  void remove(int64_t offset, int64_t size) {
    byOffset.erase(offset);
    bySize.erase({size, offset});
  }

  std::map<int64_t, int64_t> byOffset;
  std::set<std::pair<int64_t, int64_t>> bySize;
  int64_t total = 0;
};
} // namespace

int64_t xla::packArena(MutableArrayRef<ArenaRequest> requests,
                       int64_t alignment) {
  SmallVector<ArenaRequest *> order;
  for (ArenaRequest &request : requests)
    order.push_back(&request);
  // Requests that start together stay in their order.
  llvm::sort(order, [](ArenaRequest *lhs, ArenaRequest *rhs) {
    return std::tie(lhs->start, lhs) < std::tie(rhs->start, rhs);
  });
  auto endsLater = [](ArenaRequest *lhs, ArenaRequest *rhs) {
    return std::tie(lhs->end, lhs->offset) > std::tie(rhs->end, rhs->offset);
  };
  std::priority_queue<ArenaRequest *, std::vector<ArenaRequest *>,
                      decltype(endsLater)>
      live(endsLater);
  Holes holes;
  auto roundUp = [&](int64_t bytes) {
    return int64_t(llvm::alignTo(bytes, alignment));
  };
  for (ArenaRequest *request : order) {
    if (request->bytes == 0)
      continue;
    while (!live.empty() && live.top()->end <= request->start) {
      holes.release(live.top()->offset, roundUp(live.top()->bytes));
      live.pop();
    }
    request->offset = holes.take(roundUp(request->bytes));
    live.push(request);
  }
  return holes.getTotal();
}
