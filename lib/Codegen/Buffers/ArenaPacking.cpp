//===- ArenaPacking.cpp - Places of temporaries in one arena --------------===//
//
// A sweep in order of start, with the holes kept by offset (to join neighbours)
// and by size (to find the best fit). Where it needs more than is alive at
// once, placing one by one in other orders.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/ArenaPacking.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
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

static int64_t sweep(MutableArrayRef<ArenaRequest> requests,
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

/// The bytes of those that are needed at once, at the worst time.
static int64_t getPeak(ArrayRef<ArenaRequest> requests, int64_t alignment) {
  // What ends at a time goes before what starts then.
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const ArenaRequest &request : requests) {
    auto bytes = int64_t(llvm::alignTo(request.bytes, alignment));
    changes.emplace_back(request.start, bytes);
    changes.emplace_back(request.end, -bytes);
  }
  llvm::sort(changes);
  int64_t live = 0, peak = 0;
  for (auto [time, bytes] : changes)
    peak = std::max(peak, live += bytes);
  return peak;
}

/// Places `requests` in the order of `order`, each where it leaves least of a
/// hole between those that are placed and needed at the same time. Returns the
/// bytes of the arena, or `most` as soon as they are not fewer.
static int64_t placeInOrder(MutableArrayRef<ArenaRequest> requests,
                            ArrayRef<unsigned> order, int64_t alignment,
                            int64_t most) {
  // By offset.
  std::vector<const ArenaRequest *> placed;
  int64_t total = 0;
  for (unsigned number : order) {
    ArenaRequest &request = requests[number];
    auto bytes = int64_t(llvm::alignTo(request.bytes, alignment));
    if (bytes == 0)
      continue;
    int64_t end = 0, best = -1, bestSize = 0;
    for (const ArenaRequest *other : placed) {
      if (other->end <= request.start || request.end <= other->start)
        continue;
      int64_t size = other->offset - end;
      if (size >= bytes && (best < 0 || size < bestSize)) {
        best = end;
        bestSize = size;
      }
      end = std::max(end, other->offset +
                              int64_t(llvm::alignTo(other->bytes, alignment)));
    }
    request.offset = best < 0 ? end : best;
    total = std::max(total, request.offset + bytes);
    if (total >= most)
      return most;
    placed.insert(llvm::upper_bound(placed, &request,
                                    [](const auto *a, const auto *b) {
                                      return a->offset < b->offset;
                                    }),
                  &request);
  }
  return total;
}

/// Requests above which the square of their number takes too long.
static constexpr size_t mostPlaced = 2048;

int64_t xla::packArena(MutableArrayRef<ArenaRequest> requests,
                       int64_t alignment) {
  int64_t total = sweep(requests, alignment);
  if (requests.size() > mostPlaced || total == getPeak(requests, alignment))
    return total;
  auto bySize = [](const ArenaRequest &a, const ArenaRequest &b) {
    return std::tuple(-a.bytes, a.start) < std::tuple(-b.bytes, b.start);
  };
  auto byLength = [](const ArenaRequest &a, const ArenaRequest &b) {
    return std::tuple(a.start - a.end, -a.bytes) <
           std::tuple(b.start - b.end, -b.bytes);
  };
  auto byArea = [](const ArenaRequest &a, const ArenaRequest &b) {
    return double(a.bytes) * double(a.end - a.start) >
           double(b.bytes) * double(b.end - b.start);
  };
  using Order = bool (*)(const ArenaRequest &, const ArenaRequest &);
  for (Order comesBefore : {Order(bySize), Order(byLength), Order(byArea)}) {
    SmallVector<unsigned> order =
        llvm::to_vector(llvm::seq<unsigned>(requests.size()));
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return comesBefore(requests[a], requests[b]);
    });
    SmallVector<ArenaRequest> tried(requests);
    int64_t needed = placeInOrder(tried, order, alignment, total);
    if (needed >= total)
      continue;
    total = needed;
    llvm::copy(tried, requests.begin());
  }
  return total;
}
