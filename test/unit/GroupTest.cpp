//===- GroupTest.cpp - Tests of processes that meet in memory -------------===//

#include "xla/Runtime/xla_runtime.h"

#include "gtest/gtest.h"
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {
using Process = std::function<int32_t(const xla_call *)>;

/// One tensor of i32 and the operation it is for.
struct Operation : xla_collective {
  std::vector<int64_t> fromDims, toDims, ids;
  std::vector<int32_t> from, to;
  xla_buffer argument = {}, result = {};

  Operation(int32_t collectiveKind, std::vector<int32_t> values,
            std::vector<int64_t> dims, std::vector<int64_t> resultDims,
            std::vector<int64_t> groups, int64_t groupSize)
      : xla_collective(), fromDims(dims), toDims(resultDims), ids(groups),
        from(values) {
    int64_t size = 1;
    for (int64_t dim : toDims)
      size *= dim;
    to.resize(size, -1);
    argument = {from.data(), fromDims.data(), nullptr, int32_t(dims.size()),
                XLA_I32};
    result = {to.data(), toDims.data(), nullptr, int32_t(toDims.size()),
              XLA_I32};
    abi_version = XLA_ABI_VERSION;
    struct_size = sizeof(xla_collective);
    kind = collectiveKind;
    num_buffers = 1;
    arguments = &argument;
    results = &result;
    this->groups = ids.data();
    num_groups = int64_t(ids.size()) / groupSize;
    group_size = groupSize;
    // Subtraction shows the order of combining.
    combine = [](void *into, const void *other, int64_t count) {
      for (int64_t i = 0; i < count; ++i)
        static_cast<int32_t *>(into)[i] -=
            static_cast<const int32_t *>(other)[i];
    };
  }
  Operation(const Operation &) = delete;

  int32_t run(const xla_call *call) {
    return call->host->collective(call->host->context, call, this);
  }
};

struct Grid {
  xla_group *group;
  int32_t replicas, partitions;
  std::vector<std::string> errors;
  std::vector<int32_t> codes;
  int32_t failed = -2;

  Grid(int32_t replicas, int32_t partitions)
      : group(xla_group_create(replicas, partitions)), replicas(replicas),
        partitions(partitions) {}
  ~Grid() { xla_group_destroy(group); }

  /// Runs `body` in every process.
  int32_t run(Process body) {
    return run(std::vector<Process>(replicas * partitions, std::move(body)));
  }
  int32_t run(std::vector<Process> bodies) {
    size_t n = bodies.size();
    std::vector<xla_call> calls(n);
    std::vector<std::vector<char>> texts(n, std::vector<char>(512, 0));
    xla_info info = {};
    info.abi_version = XLA_ABI_VERSION;
    info.struct_size = sizeof(info);
    for (size_t i = 0; i < n; ++i) {
      calls[i] = {};
      calls[i].abi_version = XLA_ABI_VERSION;
      calls[i].struct_size = sizeof(xla_call);
      calls[i].error = texts[i].data();
      calls[i].error_capacity = 512;
      calls[i].profile_context = &bodies[i];
    }
    xla_entry_fn entry = [](const xla_call *call) {
      return (*static_cast<Process *>(call->profile_context))(call);
    };
    std::vector<xla_entry_fn> entries(n, entry);
    std::vector<const xla_info *> infos(n, &info);
    int32_t code = xla_group_run(group, entries.data(), infos.data(),
                                 calls.data(), &failed);
    errors.clear();
    for (auto &text : texts)
      errors.push_back(text.data());
    return code;
  }
};

int32_t getSelf(const xla_call *call) {
  return 10 * call->replica_id + call->partition_id;
}

using Ints = std::vector<int32_t>;

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
  EXPECT_EQ(xla_group_create(0, 1), nullptr);
  EXPECT_EQ(xla_group_create(1 << 20, 1 << 20), nullptr);
}

/// A call of a process that runs by itself.
struct LoneCall : xla_call {
  char text[256] = {};
  explicit LoneCall(const xla_host *services) : xla_call() {
    abi_version = XLA_ABI_VERSION;
    struct_size = sizeof(xla_call);
    host = services;
    error = text;
    error_capacity = sizeof(text);
  }
};

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

//===----------------------------------------------------------------------===//
// One process, and its host
//===----------------------------------------------------------------------===//

TEST(Group, TheDefaultHostIsAGridOfOne) {
  LoneCall call(xla_default_host());
  Operation op(XLA_ALL_REDUCE, {4, 5}, {2}, {2}, {0}, 1);
  EXPECT_EQ(op.run(&call), XLA_OK);
  EXPECT_EQ(op.to, (Ints{4, 5}));
  Operation two(XLA_ALL_REDUCE, {4, 5}, {2}, {2}, {0, 1}, 2);
  EXPECT_EQ(two.run(&call), XLA_INVALID_ARGUMENT);
  // A failure is that call's alone.
  EXPECT_EQ(op.run(&call), XLA_OK);
}

TEST(Group, QueuesGoBothWays) {
  Grid grid(1, 1);
  Operation data(XLA_SEND, {1, 2}, {2}, {2}, {}, 1);
  Operation other(XLA_SEND, {3}, {1}, {1}, {}, 1);
  EXPECT_EQ(xla_queue_put(grid.group, 0, &data.argument, 1), XLA_OK);
  EXPECT_EQ(xla_queue_put(grid.group, 9, &other.argument, 1), XLA_OK);
  xla_queue_close(grid.group);
  auto body = [](const xla_call *call) {
    Operation feed(XLA_RECV, {0, 0}, {2}, {2}, {}, 1);
    const xla_host *host = call->host;
    if (int32_t code = host->infeed(host->context, call, &feed.result, 1, ""))
      return code;
    Operation receive(XLA_RECV, {0}, {1}, {1}, {}, 1);
    receive.channel_id = 9;
    receive.is_host_transfer = 1;
    if (int32_t code = receive.run(call))
      return code;
    feed.to[0] += receive.to[0];
    return host->outfeed(host->context, call, &feed.result, 1, "");
  };
  EXPECT_EQ(grid.run(body), XLA_OK) << grid.errors[0];
  int64_t count = 0;
  const xla_buffer *out = xla_queue_front(grid.group, 0, &count);
  ASSERT_NE(out, nullptr);
  ASSERT_EQ(count, 1);
  EXPECT_EQ(out->dims[0], 2);
  EXPECT_EQ(static_cast<const int32_t *>(out->data)[0], 4);
  EXPECT_EQ(static_cast<const int32_t *>(out->data)[1], 2);
  xla_queue_pop(grid.group, 0);
  EXPECT_EQ(xla_queue_front(grid.group, 0, &count), nullptr);
  // Closed and empty: no wait.
  EXPECT_EQ(grid.run(body), XLA_FAILED);
  EXPECT_EQ(grid.errors[0], "the infeed is empty");
}
} // namespace
