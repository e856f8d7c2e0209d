//===- GroupCall.h - Processes for tests ------------------------*- C++ -*-===//
//
// Operations on numbers, and calls without compiled code to do them in.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_UNIT_GROUPCALL_H
#define XLA_TEST_UNIT_GROUPCALL_H

#include "xla/Runtime/xla_runtime.h"

#include <functional>
#include <string>
#include <vector>

namespace {
using Ints = std::vector<int32_t>;
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
} // namespace

#endif // XLA_TEST_UNIT_GROUPCALL_H
