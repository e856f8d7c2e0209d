//===- GroupTransfer.cpp - Groups of ids, messages, host queues -----------===//
//
// Which processes an operation means, and what goes through queues: from one
// process to another, or between the processes and their host. Messages are
// copies: who sends never waits.
//
//===----------------------------------------------------------------------===//

#include "Group.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace xla_runtime;

//===----------------------------------------------------------------------===//
// Groups of ids
//===----------------------------------------------------------------------===//

static bool isPairwise(int32_t kind) {
  return kind == XLA_COLLECTIVE_PERMUTE || kind == XLA_SEND || kind == XLA_RECV;
}

/// Whether ids with a channel name partitions.
static bool isCrossPartition(const xla_collective &operation) {
  return operation.channel_id > 0 &&
         (isPairwise(operation.kind) || operation.kind == XLA_ALL_TO_ALL ||
          operation.kind == XLA_COLLECTIVE_BROADCAST);
}

/// How many different ids `operation` may name.
static int64_t countIds(const xla_collective &operation,
                        const xla_group &group) {
  if (isCrossPartition(operation))
    return group.numPartitions;
  if (operation.channel_id > 0 && operation.use_global_ids)
    return group.getNumProcesses();
  return group.numReplicas;
}

/// Appends the processes that a row of ids stands for, seen from `self`.
void xla_group::appendMembers(const xla_collective &operation,
                              const int64_t *row, int64_t size, int32_t self,
                              std::vector<int64_t> &members) const {
  int64_t replica = self / numPartitions, partition = self % numPartitions;
  bool isGlobal = operation.channel_id > 0 && operation.use_global_ids;
  // All partitions of the replicas, partition by partition.
  bool isBoth =
      operation.channel_id > 0 && !isGlobal && !isCrossPartition(operation);
  for (int64_t p = 0; p < (isBoth ? numPartitions : 1); ++p)
    for (int64_t i = 0; i < size; ++i) {
      if (row[i] < 0)
        continue;
      if (isCrossPartition(operation))
        members.push_back(replica * numPartitions + row[i]);
      else if (isGlobal)
        members.push_back(row[i]);
      else
        members.push_back(row[i] * numPartitions + (isBoth ? p : partition));
    }
}

bool xla_group::findMembers(const xla_collective &operation, int32_t self,
                            std::vector<int64_t> &members) const {
  int64_t numIds = countIds(operation, *this);
  std::vector<int64_t> ids(operation.groups,
                           operation.groups +
                               operation.num_groups * operation.group_size);
  for (int64_t id : ids)
    if (id >= numIds)
      return false;
  int64_t numGroups = operation.num_groups, size = operation.group_size;
  if (ids.empty() && operation.kind != XLA_COLLECTIVE_PERMUTE) {
    for (int64_t id = 0; id < numIds; ++id)
      ids.push_back(id);
    numGroups = 1;
    size = numIds;
  }
  // All pairs meet at once, so that cycles need no order.
  if (operation.kind == XLA_COLLECTIVE_PERMUTE) {
    ids = getPermutedIds(operation);
    numGroups = ids.empty() ? 0 : 1;
    size = static_cast<int64_t>(ids.size());
  }
  for (int64_t row = 0; row < numGroups; ++row) {
    members.clear();
    appendMembers(operation, ids.data() + row * size, size, self, members);
    if (std::find(members.begin(), members.end(), self) != members.end())
      return true;
  }
  members.clear();
  return true;
}

int32_t xla_group::collective(const xla_call *call,
                              const xla_collective *operation) {
  if (operation->abi_version != XLA_ABI_VERSION ||
      operation->struct_size < XLA_COLLECTIVE_SIZE_1)
    return report(call, XLA_INVALID_ARGUMENT,
                  "a collective of another ABI version", nullptr);
  bool isMessage = operation->kind == XLA_SEND || operation->kind == XLA_RECV;
  if (getNumProcesses() > 1 || (isMessage && operation->is_host_transfer))
    return takePart(call, *operation);
  if (Execution *execution = Execution::find(call))
    return execution->getOwnGroup().takePart(call, *operation);
  // Nobody could tell when to forget a message.
  if (isMessage)
    return report(call, XLA_UNIMPLEMENTED,
                  "expected send and recv of one process in an entry that "
                  "xla_invoke has called",
                  operation->location);
  return xla_group(1, 1).takePart(call, *operation);
}

/// Whether the ids are what the kind of the operation needs.
static bool hasWellFormedGroups(const xla_collective &operation) {
  int64_t rows = operation.num_groups, size = operation.group_size;
  if (rows < 0 || size < 0)
    return false;
  if (!isPairwise(operation.kind) || rows == 0)
    return true;
  return size == 2 &&
         std::all_of(operation.groups, operation.groups + rows * size,
                     [](int64_t id) { return id >= 0; });
}

/// Zeros in buffers; those of no elements need not be there.
static void clear(const xla_buffer *buffers, int32_t count) {
  for (const xla_buffer *buffer = buffers; buffer != buffers + count; ++buffer)
    if (int64_t bytes =
            countElements(*buffer) * getElementBytes(buffer->element_type))
      std::memset(buffer->data, 0, bytes);
}

int32_t xla_group::takePart(const xla_call *call,
                            const xla_collective &operation) {
  const char *location = operation.location;
  int32_t self = getProcess(call);
  if (self < 0)
    return report(call, XLA_INVALID_ARGUMENT,
                  ("replica " + std::to_string(call->replica_id) +
                   ", partition " + std::to_string(call->partition_id) +
                   " is none of a grid of " + std::to_string(numReplicas) +
                   " replicas and " + std::to_string(numPartitions) +
                   " partitions")
                      .c_str(),
                  location);
  std::vector<int64_t> members;
  std::string problem;
  if (!hasWellFormedGroups(operation))
    problem = std::string(getKindName(operation.kind)) +
              (isPairwise(operation.kind) ? " has groups that are no pairs"
                                          : " has groups of no size");
  else if (operation.kind == XLA_SEND || operation.kind == XLA_RECV)
    return transfer(call, operation);
  else if (!findMembers(operation, self, members))
    problem = std::string(getKindName(operation.kind)) +
              " names processes outside of a grid of " +
              std::to_string(numReplicas) + " replicas and " +
              std::to_string(numPartitions) + " partitions";
  else if (!members.empty())
    problem = checkCollective(operation, members.size());
  else if (operation.kind != XLA_COLLECTIVE_PERMUTE &&
           operation.kind != XLA_COLLECTIVE_BROADCAST)
    problem = std::string(getKindName(operation.kind)) + " has no group for " +
              describeProcess(self);
  if (!problem.empty()) {
    std::lock_guard<std::mutex> lock(mutex);
    return stop(call, XLA_INVALID_ARGUMENT, problem, location);
  }
  if (!members.empty())
    return meet(call, operation, members);
  if (int32_t code = checkMessage(call, operation.results,
                                  operation.num_buffers, location))
    return code;
  clear(operation.results, operation.num_buffers);
  return XLA_OK;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Bytes of a row-major buffer; -1 if elements have no bytes of their own or
/// there is no such shape.
static int64_t getByteSize(const xla_buffer &buffer) {
  int64_t bytes = getElementBytes(buffer.element_type);
  bool fits = bytes > 0 && buffer.rank >= 0, isEmpty = false;
  for (int32_t i = 0; fits && i < buffer.rank; ++i) {
    int64_t dim = buffer.dims[i];
    isEmpty |= dim == 0;
    fits = dim >= 0 &&
           !__builtin_mul_overflow(bytes, std::max<int64_t>(dim, 1), &bytes);
  }
  return !fits ? -1 : isEmpty ? 0 : bytes;
}

int32_t xla_runtime::checkMessage(const xla_call *call,
                                  const xla_buffer *buffers, int64_t count,
                                  const char *location) {
  for (int64_t i = 0; i < count; ++i)
    if (getByteSize(buffers[i]) < 0) {
      bool isPacked = getElementBytes(buffers[i].element_type) == 0;
      return report(call, isPacked ? XLA_UNIMPLEMENTED : XLA_INVALID_ARGUMENT,
                    isPacked ? "elements that are packed cannot be sent"
                             : "a buffer of no known shape cannot be sent",
                    location);
    }
  return XLA_OK;
}

std::shared_ptr<Message> Message::copy(const xla_buffer *buffers,
                                       int64_t count) {
  auto message = std::make_shared<Message>();
  for (int64_t i = 0; i < count; ++i) {
    int64_t bytes = getByteSize(buffers[i]);
    message->data.emplace_back(new (std::nothrow) char[bytes + 1]);
    if (!message->data.back())
      return nullptr;
    if (bytes)
      std::memcpy(message->data.back().get(), buffers[i].data, bytes);
    message->dims.emplace_back(buffers[i].dims,
                               buffers[i].dims + buffers[i].rank);
  }
  for (int64_t i = 0; i < count; ++i) {
    xla_buffer buffer = buffers[i];
    buffer.data = message->data[i].get();
    buffer.dims = message->dims[i].data();
    buffer.minor_to_major = nullptr;
    message->buffers.push_back(buffer);
  }
  return message;
}

static int32_t reportNoMemory(const xla_call *call, const char *location) {
  return report(call, XLA_OUT_OF_MEMORY, "no memory for a message", location);
}

static std::string describeAll(const xla_buffer *buffers, int64_t count) {
  std::string text = "(";
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + describe(buffers[i]);
  return text + ")";
}

/// Waits for the oldest message of `queue` and takes it.
int32_t xla_group::receive(Lock &lock, const xla_call *call,
                           std::deque<std::shared_ptr<Message>> &queue,
                           const std::string &from, const char *location,
                           bool forHost, const xla_buffer *buffers,
                           int64_t count) {
  if (forHost && isClosed && queue.empty())
    return stop(call, XLA_FAILED, from + " is empty", location);
  int32_t code = wait(lock, call, "data in " + from, location, forHost,
                      [&] { return !queue.empty() || (forHost && isClosed); });
  if (code != XLA_OK)
    return code;
  if (queue.empty())
    return stop(call, XLA_FAILED, from + " is empty", location);
  std::shared_ptr<Message> message = queue.front();
  std::string expected = describeAll(buffers, count);
  std::string got =
      describeAll(message->buffers.data(), message->buffers.size());
  if (got != expected)
    return stop(call, XLA_INVALID_ARGUMENT,
                "expected " + expected + " from " + from + ", but got " + got,
                location);
  queue.pop_front();
  for (int64_t i = 0; i < count; ++i)
    if (int64_t bytes = countElements(buffers[i]) *
                        getElementBytes(buffers[i].element_type))
      std::memcpy(buffers[i].data, message->data[i].get(), bytes);
  return XLA_OK;
}

int32_t xla_group::transfer(const xla_call *call,
                            const xla_collective &operation) {
  int32_t self = getProcess(call);
  bool isSend = operation.kind == XLA_SEND;
  const xla_buffer *buffers = isSend ? operation.arguments : operation.results;
  if (int32_t code = checkMessage(call, buffers, operation.num_buffers,
                                  operation.location))
    return code;
  std::shared_ptr<Message> message;
  if (isSend && !(message = Message::copy(buffers, operation.num_buffers)))
    return reportNoMemory(call, operation.location);
  std::string channel = "channel " + std::to_string(operation.channel_id);
  Lock lock(mutex);
  if (operation.is_host_transfer) {
    if (!isSend)
      return receive(lock, call, toProgram[operation.channel_id],
                     channel + " from the host", operation.location,
                     /*forHost=*/true, buffers, operation.num_buffers);
    fromProgram[operation.channel_id].push_back(std::move(message));
    return XLA_OK;
  }
  Route route = {operation.channel_id, -1, -1};
  std::string from = channel;
  if (operation.group_size > 0) {
    std::vector<int64_t> pair;
    for (int64_t row = 0; row < operation.num_groups; ++row) {
      const int64_t *ids = operation.groups + row * operation.group_size;
      int64_t numIds = countIds(operation, *this);
      if (ids[0] >= numIds || ids[1] >= numIds)
        return stop(call, XLA_INVALID_ARGUMENT,
                    std::string(getKindName(operation.kind)) +
                        " names processes outside of the grid",
                    operation.location);
      std::vector<int64_t> members;
      appendMembers(operation, ids, 2, self, members);
      if (members[isSend ? 0 : 1] == self)
        pair = members;
    }
    // Nobody to send to; or nobody sends, which gives zeros.
    if (pair.empty()) {
      if (!isSend)
        clear(buffers, operation.num_buffers);
      return XLA_OK;
    }
    route = {operation.channel_id, pair[0], pair[1]};
    from += " from " + describeProcess(pair[0]);
  }
  if (!isSend)
    return receive(lock, call, routes[route], from, operation.location,
                   /*forHost=*/false, buffers, operation.num_buffers);
  routes[route].push_back(std::move(message));
  wake();
  return XLA_OK;
}

//===----------------------------------------------------------------------===//
// Host queues
//===----------------------------------------------------------------------===//

int32_t xla_group::infeed(const xla_call *call, const xla_buffer *buffers,
                          int64_t count) {
  if (getProcess(call) < 0)
    return report(call, XLA_INVALID_ARGUMENT,
                  "a process that is none of the grid's", nullptr);
  if (int32_t code = checkMessage(call, buffers, count, nullptr))
    return code;
  Lock lock(mutex);
  return receive(lock, call, toProgram[0], "the infeed", nullptr,
                 /*forHost=*/true, buffers, count);
}

int32_t xla_group::outfeed(const xla_call *call, const xla_buffer *buffers,
                           int64_t count) {
  if (int32_t code = checkMessage(call, buffers, count, nullptr))
    return code;
  std::shared_ptr<Message> message = Message::copy(buffers, count);
  if (!message)
    return reportNoMemory(call, nullptr);
  Lock lock(mutex);
  fromProgram[0].push_back(std::move(message));
  return XLA_OK;
}

extern "C" int32_t xla_queue_put(xla_group *group, int64_t channel,
                                 const xla_buffer *buffers, int64_t count) {
  group = group ? group : getDefaultGroup();
  if (checkMessage(/*call=*/nullptr, buffers, count, /*location=*/nullptr))
    return XLA_INVALID_ARGUMENT;
  std::shared_ptr<Message> message = Message::copy(buffers, count);
  if (!message)
    return XLA_OUT_OF_MEMORY;
  std::lock_guard<std::mutex> lock(group->mutex);
  group->toProgram[channel].push_back(std::move(message));
  group->changed.notify_all();
  return XLA_OK;
}

extern "C" void xla_queue_close(xla_group *group) {
  group = group ? group : getDefaultGroup();
  std::lock_guard<std::mutex> lock(group->mutex);
  group->isClosed = true;
  group->changed.notify_all();
}

extern "C" const xla_buffer *xla_queue_front(xla_group *group, int64_t channel,
                                             int64_t *count) {
  group = group ? group : getDefaultGroup();
  std::lock_guard<std::mutex> lock(group->mutex);
  auto &queue = group->fromProgram[channel];
  if (queue.empty())
    return nullptr;
  // Null would say that there is none: one without buffers is no end either.
  static const xla_buffer none = {};
  const std::vector<xla_buffer> &buffers = queue.front()->buffers;
  *count = static_cast<int64_t>(buffers.size());
  return buffers.empty() ? &none : buffers.data();
}

extern "C" void xla_queue_pop(xla_group *group, int64_t channel) {
  group = group ? group : getDefaultGroup();
  std::lock_guard<std::mutex> lock(group->mutex);
  auto &queue = group->fromProgram[channel];
  if (!queue.empty())
    queue.pop_front();
}
