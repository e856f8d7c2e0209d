//===- Group.cpp - Processes that meet in memory --------------------------===//
//
// Who waits for whom. A process that can not go on says so at once where that
// can be known: when a process that it needs has ended, or all wait. Else a
// timeout ends the wait.
//
//===----------------------------------------------------------------------===//

#include "Group.h"

#include "xla/Support/Thread.h"

#include <algorithm>

using namespace xla_runtime;

/// How often a waiting process looks at its call's cancel flag.
static constexpr std::chrono::milliseconds pollInterval(20);

static constexpr int64_t maxProcesses = 4096;

xla_group::xla_group(int32_t numReplicas, int32_t numPartitions)
    : numReplicas(numReplicas), numPartitions(numPartitions),
      host(getDefaultServices()), states(getNumProcesses(), State::Running),
      waits(getNumProcesses()) {
  host.context = this;
  host.collective = [](void *context, const xla_call *call,
                       const xla_collective *operation) {
    return static_cast<xla_group *>(context)->collective(call, operation);
  };
  host.infeed = [](void *context, const xla_call *call,
                   const xla_buffer *buffers, int64_t count, const char *) {
    return static_cast<xla_group *>(context)->infeed(call, buffers, count);
  };
  host.outfeed = [](void *context, const xla_call *call,
                    const xla_buffer *buffers, int64_t count, const char *) {
    return static_cast<xla_group *>(context)->outfeed(call, buffers, count);
  };
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

static thread_local Execution *innermost = nullptr;

Execution::Execution(const xla_call *call) : call(call), outer(innermost) {
  innermost = this;
}

Execution::~Execution() { innermost = outer; }

Execution *Execution::find(const xla_call *call) {
  Execution *execution = innermost;
  while (execution && execution->call != call)
    execution = execution->outer;
  return execution;
}

xla_group &Execution::getOwnGroup() {
  if (!group)
    group = std::make_unique<xla_group>(1, 1);
  return *group;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

std::string xla_group::describeProcess(int64_t process) const {
  return "process " + std::to_string(process) + " (replica " +
         std::to_string(process / numPartitions) + ", partition " +
         std::to_string(process % numPartitions) + ")";
}

/// The number of the process that calls; -1 if the grid has none like it.
int32_t xla_group::getProcess(const xla_call *call) const {
  if (call->replica_id < 0 || call->replica_id >= numReplicas ||
      call->partition_id < 0 || call->partition_id >= numPartitions)
    return -1;
  return call->replica_id * numPartitions + call->partition_id;
}

void xla_group::wake() {
  std::replace(states.begin(), states.end(), State::Waiting, State::Running);
  changed.notify_all();
}

/// Reports a failure. Others that wait fail too: nobody alone would be waited
/// for, so a grid of one process goes on.
int32_t xla_group::stop(const xla_call *call, int32_t code,
                        const std::string &message, const char *location) {
  if (getNumProcesses() > 1 && !isStopped) {
    isStopped = true;
    stopper = getProcess(call);
    wake();
  }
  return report(call, code, message.c_str(), location);
}

/// What all processes but `self` do.
std::string xla_group::explainWaits(int32_t self) const {
  std::string text;
  for (int32_t process = 0; process < getNumProcesses(); ++process)
    if (process != self)
      text +=
          "; " + describeProcess(process) +
          (states[process] == State::Ended ? std::string(" has ended")
                                           : " waits for " + waits[process]);
  return text;
}

int32_t xla_group::wait(Lock &lock, const xla_call *call,
                        const std::string &forWhat, const char *location,
                        bool forHost, const std::function<bool()> &isOver) {
  int32_t self = getProcess(call);
  // However the wait ends, nobody takes this one for a waiting process then.
  struct Running {
    State &state;
    ~Running() { state = State::Running; }
  } running{states[self]};
  auto start = std::chrono::steady_clock::now();
  while (!isOver()) {
    if (isStopped)
      return report(call, XLA_CANCELLED,
                    (describeProcess(stopper) + " failed meanwhile").c_str(),
                    location);
    if (isCancelled(call))
      return report(call, XLA_CANCELLED, nullptr, location);
    if (std::chrono::steady_clock::now() - start > timeout)
      return stop(call, XLA_FAILED,
                  "waited " + std::to_string(timeout.count()) +
                      " seconds for " + forWhat,
                  location);
    // Whoever waits for the host may go on any time.
    if (!forHost) {
      states[self] = State::Waiting;
      waits[self] = forWhat;
      if (std::find(states.begin(), states.end(), State::Running) ==
          states.end())
        return stop(call, XLA_FAILED,
                    describeProcess(self) + " waits for ever for " + forWhat +
                        explainWaits(self),
                    location);
    }
    changed.wait_for(lock, pollInterval);
  }
  return XLA_OK;
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

/// What all members of a meeting must be doing: everything that the memory
/// they write depends on.
static std::string describeOperation(const xla_collective &operation) {
  std::string text = getKindName(operation.kind);
  text += "(";
  for (int32_t i = 0; i < operation.num_buffers; ++i)
    text += (i ? ", " : "") + describe(operation.arguments[i]);
  text += ")";
  if (operation.kind == XLA_ALL_GATHER || operation.kind == XLA_ALL_TO_ALL ||
      operation.kind == XLA_REDUCE_SCATTER)
    text += " in dimension " + std::to_string(operation.dimension);
  if (operation.kind == XLA_ALL_TO_ALL)
    text += " to " + std::to_string(operation.concat_dimension);
  return text;
}

int32_t xla_group::meet(const xla_call *call, const xla_collective &operation,
                        const std::vector<int64_t> &members) {
  int32_t self = getProcess(call);
  std::string what = describeOperation(operation);
  MeetingKey key = members;
  key.push_back(operation.channel_id);
  Lock lock(mutex);
  std::shared_ptr<Meeting> &open = meetings[key];
  if (!open) {
    open = std::make_shared<Meeting>();
    open->what = what;
    open->first = self;
    open->operations.resize(members.size());
  }
  std::shared_ptr<Meeting> meeting = open;
  size_t place =
      std::find(members.begin(), members.end(), self) - members.begin();
  if (meeting->what != what)
    return stop(call, XLA_INVALID_ARGUMENT,
                describeProcess(self) + " does " + what + ", but " +
                    describeProcess(meeting->first) + " does " + meeting->what,
                operation.location);
  if (meeting->operations[place])
    return stop(call, XLA_INVALID_ARGUMENT,
                describeProcess(self) + " takes part in " + what +
                    " twice at once",
                operation.location);
  meeting->operations[place] = &operation;
  if (++meeting->arrived == members.size()) {
    meetings.erase(key);
    wake();
  } else {
    std::string missing;
    for (size_t i = 0; i < members.size(); ++i)
      if (!meeting->operations[i])
        missing += (missing.empty() ? "" : ", ") + describeProcess(members[i]);
    int32_t code = wait(
        lock, call, missing + " to take part in " + what, operation.location,
        /*forHost=*/false, [&] { return meeting->arrived == members.size(); });
    if (code != XLA_OK) {
      // What it brought is gone when this returns.
      meeting->operations[place] = nullptr;
      --meeting->arrived;
      return code;
    }
  }
  lock.unlock();
  performCollective(meeting->operations, place);
  // Nobody leaves while others read its arguments or write its results.
  lock.lock();
  if (++meeting->finished == members.size())
    changed.notify_all();
  else
    changed.wait(lock, [&] { return meeting->finished == members.size(); });
  return XLA_OK;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void xla_group::runProcess(int32_t process) {
  xla_call call = calls[process];
  call.host = &host;
  call.replica_id = process / numPartitions;
  call.partition_id = process % numPartitions;
  int32_t code = xla_invoke(entries[process], infos[process], &call);
  std::lock_guard<std::mutex> lock(mutex);
  // The one that stopped the others failed first, whoever ends first.
  if (code != XLA_OK && (failedProcess < 0 || process == stopper)) {
    failedProcess = process;
    failedCode = code;
  }
  if (code != XLA_OK && !isStopped) {
    isStopped = getNumProcesses() > 1;
    stopper = process;
  }
  states[process] = State::Ended;
  // Those who wait look again: this one will not come any more.
  wake();
}

int32_t xla_group::run(const xla_entry_fn *entriesToRun,
                       const xla_info *const *infosToRun,
                       const xla_call *callsToRun, int32_t *failed) {
  entries = entriesToRun;
  infos = infosToRun;
  calls = callsToRun;
  std::fill(states.begin(), states.end(), State::Running);
  meetings.clear();
  routes.clear();
  isStopped = false;
  stopper = failedProcess = -1;
  failedCode = XLA_OK;

  std::vector<xla::Thread> threads(getNumProcesses());
  for (int32_t process = 1; process < getNumProcesses(); ++process) {
    if (threads[process].start([this, process] { runProcess(process); }))
      continue;
    std::lock_guard<std::mutex> lock(mutex);
    xla_call call = calls[process];
    call.replica_id = process / numPartitions;
    call.partition_id = process % numPartitions;
    states[process] = State::Ended;
    int32_t code = stop(&call, XLA_OUT_OF_MEMORY,
                        "no thread for " + describeProcess(process), nullptr);
    // One that has started may have failed before.
    if (failedProcess < 0) {
      failedProcess = process;
      failedCode = code;
    }
  }
  runProcess(0);
  for (xla::Thread &thread : threads)
    thread.join();
  if (failed)
    *failed = failedProcess;
  return failedCode;
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

extern "C" xla_group *xla_group_create(int32_t num_replicas,
                                       int32_t num_partitions) {
  if (num_replicas < 1 || num_partitions < 1 ||
      int64_t(num_replicas) * num_partitions > maxProcesses)
    return nullptr;
  return new xla_group(num_replicas, num_partitions);
}

extern "C" void xla_group_destroy(xla_group *group) { delete group; }

extern "C" const xla_host *xla_group_host(xla_group *group) {
  return &group->host;
}

extern "C" void xla_group_set_timeout(xla_group *group, double seconds) {
  std::lock_guard<std::mutex> lock(group->mutex);
  group->timeout = std::chrono::duration<double>(seconds);
}

extern "C" int32_t xla_group_run(xla_group *group, const xla_entry_fn *entries,
                                 const xla_info *const *infos,
                                 const xla_call *calls,
                                 int32_t *failed_process) {
  return group->run(entries, infos, calls, failed_process);
}
