//===- GroupTest.cpp - Tests of processes that meet in memory -------------===//

#include "GroupCall.h"

#include "gtest/gtest.h"
#include <chrono>
#include <pthread.h>
#include <thread>

namespace {
int32_t getSelf(const xla_call *call) {
  return 10 * call->replica_id + call->partition_id;
}

TEST(Group, GathersInTheOrderOfTheGroup) {
  Grid grid(2, 2);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_ALL_GATHER, {getSelf(call), -getSelf(call)}, {2, 1},
                 {2, 2}, {1, 0}, 2);
    op.dimension = 1;
    int32_t code = op.run(call), p = call->partition_id;
    EXPECT_EQ(op.to, (Ints{10 + p, p, -10 - p, -p}));
    return code;
  }),
            XLA_OK);
  EXPECT_EQ(grid.failed, -1);
}

TEST(Group, ChannelsDecideWhatIdsAre) {
  Grid grid(2, 2);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation both(XLA_ALL_GATHER, {getSelf(call)}, {1}, {4}, {0, 1}, 2);
    both.channel_id = 1;
    int32_t code = both.run(call);
    EXPECT_EQ(both.to, (Ints{0, 10, 1, 11}));
    if (code != XLA_OK)
      return code;
    Operation global(XLA_ALL_GATHER, {getSelf(call)}, {1}, {2}, {3, 0, 1, 2},
                     2);
    global.channel_id = 2;
    global.use_global_ids = 1;
    code = global.run(call);
    EXPECT_EQ(global.to, call->replica_id == call->partition_id
                             ? (Ints{11, 0})
                             : (Ints{1, 10}));
    if (code != XLA_OK)
      return code;
    Operation partitions(XLA_COLLECTIVE_BROADCAST, {getSelf(call)}, {1}, {1},
                         {1, 0}, 2);
    partitions.channel_id = 3;
    code = partitions.run(call);
    EXPECT_EQ(partitions.to, Ints{10 * call->replica_id + 1});
    return code;
  }),
            XLA_OK);
}

TEST(Group, ReducesInTheOrderOfTheGroup) {
  Grid grid(3, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    int32_t self = call->replica_id;
    Operation all(XLA_ALL_REDUCE, {self, 1, 2, 3}, {4}, {4}, {2, 1, 0}, 3);
    EXPECT_EQ(all.run(call), XLA_OK);
    EXPECT_EQ(all.to, (Ints{1, -1, -2, -3}));
    Operation parts(XLA_REDUCE_SCATTER, {self, 5, 6, 7, 8, 9}, {2, 3}, {2, 1},
                    {0, 1, 2}, 3);
    parts.dimension = 1;
    EXPECT_EQ(parts.run(call), XLA_OK);
    EXPECT_EQ(parts.to,
              (std::vector<Ints>{{-3, -7}, {-5, -8}, {-6, -9}}[self]));
    Operation one(XLA_COLLECTIVE_REDUCE, {self}, {1}, {1}, {0, 1, 2}, 3);
    int32_t root = 2;
    one.roots = &root;
    EXPECT_EQ(one.run(call), XLA_OK);
    EXPECT_EQ(one.to, Ints{self == 2 ? -3 : 0});
    return XLA_OK;
  }),
            XLA_OK);
}

TEST(Group, ExchangesPartsInAnyDimensions) {
  Grid grid(2, 1);
  for (bool swapped : {false, true})
    EXPECT_EQ(grid.run([=](const xla_call *call) {
      int32_t base = 100 * call->replica_id, self = call->replica_id;
      Operation op(XLA_ALL_TO_ALL,
                   {base, base + 1, base + 2, base + 3, base + 4, base + 5,
                    base + 6, base + 7},
                   {2, 2, 2},
                   swapped ? std::vector<int64_t>{4, 1, 2}
                           : std::vector<int64_t>{1, 4, 2},
                   {0, 1}, 2);
      op.dimension = swapped ? 1 : 0;
      op.concat_dimension = swapped ? 0 : 1;
      int32_t code = op.run(call);
      Ints expected;
      for (int32_t from : {0, 100})
        for (int32_t i : swapped ? Ints{0, 1, 4, 5} : Ints{0, 1, 2, 3})
          expected.push_back(from + i + self * (swapped ? 2 : 4));
      EXPECT_EQ(op.to, expected);
      return code;
    }),
              XLA_OK);
}

TEST(Group, PermutesWithCyclesAndWithoutSources) {
  Grid grid(4, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_COLLECTIVE_PERMUTE, {call->replica_id + 1}, {1}, {1},
                 {0, 1, 1, 0, 2, 2}, 2);
    int32_t code = op.run(call);
    EXPECT_EQ(op.to, Ints{(Ints{2, 1, 3, 0})[call->replica_id]});
    return code;
  }),
            XLA_OK);
}

TEST(Group, SendsWithoutWaiting) {
  Grid grid(2, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation send(XLA_SEND, {call->replica_id, 7}, {2}, {2}, {0, 1, 1, 0}, 2);
    Operation receive(XLA_RECV, {0, 0}, {2}, {2}, {0, 1, 1, 0}, 2);
    EXPECT_EQ(send.run(call), XLA_OK);
    int32_t code = receive.run(call);
    EXPECT_EQ(receive.to, (Ints{1 - call->replica_id, 7}));
    return code;
  }),
            XLA_OK);
}

TEST(Group, ManyMeetingsInARow) {
  Grid grid(2, 2);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    for (int32_t i = 0; i < 500; ++i) {
      Operation op(XLA_ALL_GATHER, {i}, {1}, {2}, {0, 1}, 2);
      if (int32_t code = op.run(call))
        return code;
      EXPECT_EQ(op.to, (Ints{i, i}));
    }
    return int32_t(XLA_OK);
  }),
            XLA_OK);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST(Group, ProcessesMustAgree) {
  Grid grid(2, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(call->replica_id ? XLA_ALL_REDUCE : XLA_COLLECTIVE_BROADCAST,
                 {1, 2}, {2}, {2}, {0, 1}, 2);
    op.location = "here";
    return op.run(call);
  }),
            XLA_INVALID_ARGUMENT);
  std::string error = grid.errors[grid.failed];
  EXPECT_NE(error.find("here: "), std::string::npos) << error;
  EXPECT_NE(error.find("does all_reduce(i32[2])"), std::string::npos) << error;
  EXPECT_NE(error.find("does collective_broadcast(i32[2])"), std::string::npos)
      << error;
  EXPECT_NE(grid.errors[1 - grid.failed].find("failed meanwhile"),
            std::string::npos);
}

TEST(Group, WaitingForAnEndedProcessFailsAtOnce) {
  Grid grid(2, 1);
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(grid.run([](const xla_call *call) {
    if (call->replica_id == 1)
      return int32_t(XLA_OK);
    Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, 1}, 2);
    return op.run(call);
  }),
            XLA_FAILED);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(grid.failed, 0);
  EXPECT_NE(grid.errors[0].find("process 1 (replica 1, partition 0) has ended"),
            std::string::npos)
      << grid.errors[0];
  // The group serves again.
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, 1}, 2);
    return op.run(call);
  }),
            XLA_OK);
}

TEST(Group, WaitingForEachOtherFailsAtOnce) {
  Grid grid(1, 2);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation receive(XLA_RECV, {0}, {1}, {1}, {0, 1, 1, 0}, 2);
    receive.channel_id = 5;
    return receive.run(call);
  }),
            XLA_FAILED);
  EXPECT_NE(grid.errors[grid.failed].find("waits for ever"), std::string::npos);
}

TEST(Group, AFailedProcessEndsTheOthers) {
  Grid grid(2, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    if (call->replica_id == 1)
      return int32_t(77);
    Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, 1}, 2);
    return op.run(call);
  }),
            77);
  EXPECT_EQ(grid.failed, 1);
}

TEST(Group, WrongShapesAndGroupsAreRefused) {
  Grid grid(2, 1);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_ALL_GATHER, {1}, {1}, {3}, {0, 1}, 2);
    return op.run(call);
  }),
            XLA_INVALID_ARGUMENT);
  EXPECT_NE(grid.errors[grid.failed].find("does not give i32[3]"),
            std::string::npos);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, 2}, 2);
    return op.run(call);
  }),
            XLA_INVALID_ARGUMENT);
  EXPECT_EQ(grid.run([](const xla_call *call) {
    Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, -1}, 2);
    return op.run(call);
  }),
            XLA_INVALID_ARGUMENT);
  for (int32_t kind : {XLA_SEND, XLA_RECV, XLA_COLLECTIVE_PERMUTE})
    for (int64_t size : {1, 2})
      EXPECT_EQ(grid.run([=](const xla_call *call) {
        Operation op(kind, {1}, {1}, {1}, {0, -1}, size);
        return op.run(call);
      }),
                XLA_INVALID_ARGUMENT);
  EXPECT_EQ(xla_group_create(0, 1), nullptr);
  EXPECT_EQ(xla_group_create(1 << 20, 1 << 20), nullptr);
}

#ifdef __GLIBC__
TEST(Group, LackOfThreadsDoesNotHideAnEarlierFailure) {
  pthread_attr_t before, huge;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  ASSERT_EQ(pthread_attr_init(&huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&huge, size_t(1) << 47), 0);
  Grid grid(500, 1);
  EXPECT_EQ(grid.run([&](const xla_call *call) {
    if (call->replica_id != 1) {
      Operation op(XLA_RECV, {1}, {1}, {1}, {}, 1);
      return op.run(call);
    }
    Operation op(XLA_ALL_GATHER, {1}, {1}, {3}, {}, 1);
    int32_t code = op.run(call);
    // No further process gets a thread.
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    return code;
  }),
            XLA_INVALID_ARGUMENT);
  EXPECT_EQ(grid.failed, 1);
  EXPECT_EQ(pthread_setattr_default_np(&before), 0);
}
#endif

TEST(Group, WaitsEndByTimeoutAndCancellation) {
  Grid grid(2, 1);
  xla_group_set_timeout(grid.group, 0.05);
  LoneCall call(xla_group_host(grid.group));
  Operation op(XLA_ALL_REDUCE, {1}, {1}, {1}, {0, 1}, 2);
  EXPECT_EQ(op.run(&call), XLA_FAILED);
  EXPECT_NE(std::string(call.text).find("waited"), std::string::npos);

  Grid other(2, 1);
  LoneCall cancelled(xla_group_host(other.group));
  volatile int32_t flag = 0;
  cancelled.cancel = &flag;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    __atomic_store_n(const_cast<int32_t *>(&flag), 1, __ATOMIC_RELAXED);
  });
  EXPECT_EQ(op.run(&cancelled), XLA_CANCELLED);
  canceller.join();
}
} // namespace
