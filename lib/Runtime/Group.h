//===- Group.h - Processes that meet in memory ------------------*- C++ -*-===//
//
// The state behind an `xla_group`: who takes part in what, and the queues
// between processes and host. All of it is under one mutex; data is moved
// outside of it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_GROUP_H
#define XLA_LIB_RUNTIME_GROUP_H

#include "Runtime.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace xla_runtime {

/// Buffers that are on their way, with memory of their own.
struct Message {
  std::vector<xla_buffer> buffers;
  std::vector<std::vector<int64_t>> dims;
  std::vector<std::unique_ptr<char[]>> data;

  /// Of buffers that `checkMessage` allows; null if memory is short.
  static std::shared_ptr<Message> copy(const xla_buffer *buffers,
                                       int64_t count);
};

/// XLA_OK if buffers can be copied as they are: packed elements, an unknown
/// type or no shape cannot. Reports the failure; `call` may be null.
int32_t checkMessage(const xla_call *call, const xla_buffer *buffers,
                     int64_t count, const char *location);

/// One call of xla_invoke, while it runs on this thread. What a program does
/// with itself alone is kept here: neither another call nor another thread sees
/// it, and nothing of it is left when the call ends, however it ends.
class Execution {
public:
  explicit Execution(const xla_call *call);
  ~Execution();
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;

  /// The one on this thread whose entry got `call`, or null.
  static Execution *find(const xla_call *call);

  /// A grid of one process, made on first need.
  xla_group &getOwnGroup();

private:
  const xla_call *call;
  /// A function that the entry calls may invoke another entry.
  Execution *outer;
  std::unique_ptr<xla_group> group;
};

/// Bytes of an element, 0 for an unknown type or one that is packed.
int64_t getElementBytes(int32_t elementType);
int64_t countElements(const xla_buffer &buffer);
/// "f32[4,8]".
std::string describe(const xla_buffer &buffer);
const char *getKindName(int32_t kind);

/// The ids that the pairs of a collective_permute name, in their order: its
/// members.
std::vector<int64_t> getPermutedIds(const xla_collective &operation);

/// Computes the results of the member at `place` from what all members brought,
/// in the order of their group. The operations agree in everything but the
/// addresses of buffers and functions.
void performCollective(const std::vector<const xla_collective *> &operations,
                       size_t place);

/// Null if the operation makes sense in a group of `size` processes, else why
/// not.
std::string checkCollective(const xla_collective &operation, size_t size);

/// The grid of one process that the default host is.
xla_group *getDefaultGroup();

} // namespace xla_runtime

/// See the C header.
struct xla_group {
  xla_group(int32_t numReplicas, int32_t numPartitions);

  int32_t getNumProcesses() const { return numReplicas * numPartitions; }

  /// The services that are not the default host's. Of a grid of one process
  /// the calls share only what goes through the host; all else is the
  /// `Execution`'s.
  int32_t collective(const xla_call *call, const xla_collective *operation);
  int32_t infeed(const xla_call *call, const xla_buffer *buffers,
                 int64_t count);
  int32_t outfeed(const xla_call *call, const xla_buffer *buffers,
                  int64_t count);

  int32_t run(const xla_entry_fn *entries, const xla_info *const *infos,
              const xla_call *calls, int32_t *failedProcess);

  const int32_t numReplicas, numPartitions;
  xla_host host;

  std::mutex mutex;
  std::condition_variable changed;
  std::chrono::duration<double> timeout = std::chrono::seconds(60);
  /// Host queues by channel, and whether more may come in.
  std::map<int64_t, std::deque<std::shared_ptr<xla_runtime::Message>>>
      toProgram, fromProgram;
  bool isClosed = false;

private:
  using Lock = std::unique_lock<std::mutex>;
  enum class State { Running, Waiting, Ended };
  struct Meeting {
    std::string what;
    int32_t first;
    std::vector<const xla_collective *> operations;
    size_t arrived = 0, finished = 0;
  };
  /// Members, then the channel.
  using MeetingKey = std::vector<int64_t>;
  /// Channel, source, target; -1 where the program names none.
  using Route = std::array<int64_t, 3>;
  int32_t wait(Lock &lock, const xla_call *call, const std::string &forWhat,
               const char *location, bool forHost,
               const std::function<bool()> &isOver);
  void wake();
  int32_t stop(const xla_call *call, int32_t code, const std::string &message,
               const char *location);
  std::string explainWaits(int32_t self) const;
  std::string describeProcess(int64_t process) const;
  int32_t getProcess(const xla_call *call) const;
  void runProcess(int32_t process);

  int32_t takePart(const xla_call *call, const xla_collective &operation);
  /// The members of the group of `self`; false if an id is none of the grid's.
  bool findMembers(const xla_collective &operation, int32_t self,
                   std::vector<int64_t> &members) const;
  void appendMembers(const xla_collective &operation, const int64_t *row,
                     int64_t size, int32_t self,
                     std::vector<int64_t> &members) const;
  int32_t meet(const xla_call *call, const xla_collective &operation,
               const std::vector<int64_t> &members);
  int32_t transfer(const xla_call *call, const xla_collective &operation);
  int32_t receive(Lock &lock, const xla_call *call,
                  std::deque<std::shared_ptr<xla_runtime::Message>> &queue,
                  const std::string &from, const char *location, bool forHost,
                  const xla_buffer *buffers, int64_t count);

  std::map<MeetingKey, std::shared_ptr<Meeting>> meetings;
  std::map<Route, std::deque<std::shared_ptr<xla_runtime::Message>>> routes;
  std::vector<State> states;
  std::vector<std::string> waits;
  /// A process failed: no other can go on that needs one.
  bool isStopped = false;
  int32_t stopper = -1;

  /// Of `run`.
  const xla_entry_fn *entries = nullptr;
  const xla_info *const *infos = nullptr;
  const xla_call *calls = nullptr;
  int32_t failedProcess = -1, failedCode = XLA_OK;
};

#endif // XLA_LIB_RUNTIME_GROUP_H
