//===- LoneProcessTest.cpp - Tests of one process and its host ------------===//

#include "GroupCall.h"

#include "gtest/gtest.h"
#include <thread>

namespace {
TEST(LoneProcess, TheDefaultHostIsAGridOfOne) {
  LoneCall call(xla_default_host());
  Operation op(XLA_ALL_REDUCE, {4, 5}, {2}, {2}, {0}, 1);
  EXPECT_EQ(op.run(&call), XLA_OK);
  EXPECT_EQ(op.to, (Ints{4, 5}));
  Operation two(XLA_ALL_REDUCE, {4, 5}, {2}, {2}, {0, 1}, 2);
  EXPECT_EQ(two.run(&call), XLA_INVALID_ARGUMENT);
  // A failure is that call's alone.
  EXPECT_EQ(op.run(&call), XLA_OK);
}

int32_t sendToSelf(const xla_call *call, int32_t value) {
  Operation op(XLA_SEND, {value}, {1}, {1}, {0, 0}, 2);
  return op.run(call);
}
/// Negative: a failure.
int32_t receiveFromSelf(const xla_call *call) {
  Operation op(XLA_RECV, {0}, {1}, {1}, {0, 0}, 2);
  int32_t code = op.run(call);
  return code == XLA_OK ? op.to[0] : -code;
}

/// Calls xla_invoke with a body that gives its result as the code.
int32_t invoke(const xla_host *host, Process body) {
  LoneCall call(host);
  call.profile_context = &body;
  xla_info info = {};
  info.abi_version = XLA_ABI_VERSION;
  info.struct_size = sizeof(info);
  return xla_invoke(
      [](const xla_call *call) {
        return (*static_cast<Process *>(call->profile_context))(call);
      },
      &info, &call);
}

TEST(LoneProcess, MessagesToItselfBelongToOneCall) {
  Grid grid(1, 1);
  for (const xla_host *host :
       {xla_default_host(), xla_group_host(grid.group)}) {
    // Each sends more than it takes, whether it fails or not.
    for (int32_t i : {100, 200, 300})
      EXPECT_EQ(invoke(host,
                       [=](const xla_call *call) {
                         sendToSelf(call, i);
                         sendToSelf(call, i + 1);
                         return receiveFromSelf(call);
                       }),
                i);
    EXPECT_EQ(invoke(host, receiveFromSelf), -XLA_FAILED);
    // Nor do calls within calls mix.
    EXPECT_EQ(invoke(host,
                     [=](const xla_call *call) {
                       sendToSelf(call, 400);
                       int32_t inner = invoke(host, [](const xla_call *call) {
                         sendToSelf(call, 50);
                         return receiveFromSelf(call);
                       });
                       return receiveFromSelf(call) + inner;
                     }),
              450);
  }
  // Without xla_invoke nobody says where a call ends.
  LoneCall call(xla_default_host());
  EXPECT_EQ(sendToSelf(&call, 1), XLA_UNIMPLEMENTED);
  EXPECT_EQ(receiveFromSelf(&call), -XLA_UNIMPLEMENTED);
}

TEST(LoneProcess, ThreadsMayCallOneProgramAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int32_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&wrong, thread] {
      for (int32_t i = 0; i < 20000; ++i) {
        int32_t value = 100 + 4 * i + thread;
        wrong[thread] += value != invoke(nullptr, [=](const xla_call *call) {
                           sendToSelf(call, value);
                           return receiveFromSelf(call);
                         });
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(LoneProcess, WhatHasNoBytesIsNoMessage) {
  Grid grid(1, 1);
  const xla_host *host = xla_group_host(grid.group);
  LoneCall call(host);
  Operation op(XLA_SEND, {1}, {1}, {1}, {}, 1);
  xla_buffer packed = op.argument, odd = op.argument, large = op.argument;
  packed.element_type = XLA_I4;
  const int64_t negative[] = {-1, -1}, many[] = {int64_t(1) << 62, 8, 0};
  odd.dims = negative;
  odd.rank = 2;
  large.dims = many;
  large.rank = 3;
  EXPECT_EQ(host->outfeed(host->context, &call, &packed, 1, ""),
            XLA_UNIMPLEMENTED);
  EXPECT_EQ(host->infeed(host->context, &call, &packed, 1, ""),
            XLA_UNIMPLEMENTED);
  EXPECT_EQ(host->outfeed(host->context, &call, &odd, 1, ""),
            XLA_INVALID_ARGUMENT);
  for (const xla_buffer *buffer : {&packed, &odd, &large})
    EXPECT_EQ(xla_queue_put(grid.group, 0, buffer, 1), XLA_INVALID_ARGUMENT);
  int64_t count = 0;
  EXPECT_EQ(xla_queue_front(grid.group, 0, &count), nullptr);
}

TEST(LoneProcess, QueuesGoBothWays) {
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

TEST(LoneProcess, OutfeedsOfNothingAreNoEnd) {
  Grid grid(1, 1);
  Operation data(XLA_SEND, {1, 2}, {2}, {2}, {}, 1);
  auto body = [&](const xla_call *call) {
    const xla_host *host = call->host;
    for (int64_t number : {0, 1})
      if (int32_t code =
              host->outfeed(host->context, call, &data.argument, number, ""))
        return code;
    return int32_t(XLA_OK);
  };
  EXPECT_EQ(grid.run(body), XLA_OK) << grid.errors[0];
  int64_t count = -1;
  EXPECT_NE(xla_queue_front(grid.group, 0, &count), nullptr);
  EXPECT_EQ(count, 0);
  xla_queue_pop(grid.group, 0);
  EXPECT_NE(xla_queue_front(grid.group, 0, &count), nullptr);
  EXPECT_EQ(count, 1);
  xla_queue_pop(grid.group, 0);
  EXPECT_EQ(xla_queue_front(grid.group, 0, &count), nullptr);
}

TEST(LoneProcess, MessagesThatNoMemoryHolds) {
  Grid grid(1, 1);
  Operation op(XLA_SEND, {1}, {1}, {1}, {}, 1);
  op.fromDims = {int64_t(1) << 50};
  op.argument.dims = op.fromDims.data();
  EXPECT_EQ(xla_queue_put(grid.group, 0, &op.argument, 1), XLA_OUT_OF_MEMORY);
  auto send = [&](const xla_call *call) { return op.run(call); };
  EXPECT_EQ(grid.run(send), XLA_OUT_OF_MEMORY);
  EXPECT_EQ(grid.errors[0], "no memory for a message");
  op.channel_id = 9;
  op.is_host_transfer = 1;
  EXPECT_EQ(grid.run(send), XLA_OUT_OF_MEMORY);
  auto outfeed = [&](const xla_call *call) {
    return call->host->outfeed(call->host->context, call, &op.argument, 1, "");
  };
  EXPECT_EQ(grid.run(outfeed), XLA_OUT_OF_MEMORY);
}
} // namespace
