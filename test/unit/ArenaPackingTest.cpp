//===- ArenaPackingTest.cpp - Tests of places in an arena -----------------===//
//
// That no two requests share bytes at one time, and that holes are filled where
// some order fills them.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/ArenaPacking.h"

#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <random>

using namespace xla;

static bool areApart(llvm::ArrayRef<ArenaRequest> requests) {
  for (size_t i = 0; i < requests.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const ArenaRequest &a = requests[i], &b = requests[j];
      if (a.start < b.end && b.start < a.end && a.offset < b.offset + b.bytes &&
          b.offset < a.offset + a.bytes)
        return false;
    }
  return true;
}

/// The sweep puts the first two side by side, and has no hole for the third
/// when the first ends.
TEST(ArenaPacking, FillsHolesInAnotherOrder) {
  llvm::SmallVector<ArenaRequest> requests = {
      {0, 2, 64}, {0, 6, 64}, {2, 6, 128}, {6, 8, 192}};
  EXPECT_EQ(packArena(requests, 64), 192);
  EXPECT_TRUE(areApart(requests));
}

TEST(ArenaPacking, KeepsRandomRequestsApart) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    llvm::SmallVector<ArenaRequest> requests;
    int64_t end = 0, bytes = 0;
    for (int i = 0, e = random() % 40; i < e; ++i) {
      int64_t start = random() % 60;
      requests.push_back({start, start + 1 + int64_t(random() % 20),
                          int64_t(random() % 1000)});
      bytes += (requests.back().bytes + 63) / 64 * 64;
      end = std::max(end, requests.back().end);
    }
    int64_t total = packArena(requests, 64);
    EXPECT_LE(total, bytes);
    EXPECT_TRUE(areApart(requests)) << round;
    for (const ArenaRequest &request : requests)
      EXPECT_LE(request.bytes ? request.offset + request.bytes : 0, total);
  }
}
