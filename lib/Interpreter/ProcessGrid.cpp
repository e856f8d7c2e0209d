//===- ProcessGrid.cpp - The processes of one evaluation ------------------===//
//
// Turns, meetings and queues.
//
//===----------------------------------------------------------------------===//

#include "ProcessGrid.h"
#include "xla/Support/Thread.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

ProcessGrid::ProcessGrid(int64_t numReplicas, int64_t numPartitions)
    : numReplicas(numReplicas), numPartitions(numPartitions),
      states(getNumProcesses(), State::Ready), waits(getNumProcesses()),
      locks(getNumProcesses(), nullptr) {}

std::string ProcessGrid::describe(int64_t process) const {
  return ("process " + llvm::Twine(process) + " (replica " +
          llvm::Twine(process / numPartitions) + ", partition " +
          llvm::Twine(process % numPartitions) + ")")
      .str();
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void ProcessGrid::wakeAll() {
  for (State &state : states)
    if (state == State::Waiting)
      state = State::Ready;
}

/// Gives the turn to the next process after `from` that can go on; false if
/// there is none.
bool ProcessGrid::passTurn(int64_t from) {
  for (int64_t step = 1; step <= getNumProcesses(); ++step) {
    int64_t next = (from + step) % getNumProcesses();
    if (states[next] != State::Ready)
      continue;
    current = next;
    turn.notify_all();
    return true;
  }
  return false;
}

LogicalResult ProcessGrid::reportDeadlock(Operation *op, int64_t self) {
  isStopped = true;
  isDeadlocked = false;
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "waits for ever in " << describe(self)
                                  << " for " << waits[self];
  for (int64_t process = 0; process < getNumProcesses(); ++process) {
    if (process == self)
      continue;
    Diagnostic &note = diagnostic.attachNote();
    note << describe(process);
    if (states[process] == State::Done)
      note << " has ended";
    else
      note << " waits for " << waits[process];
  }
  wakeAll();
  return diagnostic;
}

LogicalResult ProcessGrid::wait(Operation *op, int64_t self,
                                const std::string &forWhat,
                                llvm::function_ref<bool()> isOver) {
  while (!isOver()) {
    if (isStopped)
      return failure();
    waits[self] = forWhat;
    states[self] = State::Waiting;
    if (isDeadlocked || !passTurn(self)) {
      states[self] = State::Ready;
      current = self;
      return reportDeadlock(op, self);
    }
    turn.wait(*locks[self], [&] { return current == self; });
  }
  return success();
}

LogicalResult
ProcessGrid::run(Operation *op,
                 llvm::function_ref<LogicalResult(int64_t)> body) {
  current = 0;
  bool anyFailed = false;
  auto runOne = [&](int64_t self) {
    std::unique_lock<std::mutex> lock(mutex);
    locks[self] = &lock;
    turn.wait(lock, [&] { return current == self; });
    if (!isStopped && failed(body(self))) {
      anyFailed = isStopped = true;
      wakeAll();
    }
    states[self] = State::Done;
    if (passTurn(self) || !llvm::is_contained(states, State::Waiting))
      return;
    // Those who wait do so for this one or for each other.
    isDeadlocked = true;
    wakeAll();
    passTurn(self);
  };
  std::vector<Thread> threads(getNumProcesses());
  {
    // None begins before all are there.
    std::lock_guard<std::mutex> lock(mutex);
    for (int64_t process = 0; process < getNumProcesses(); ++process) {
      if (!isStopped &&
          threads[process].start([&, process] { runOne(process); }))
        continue;
      if (!isStopped)
        op->emitOpError() << "needs a thread for each of " << getNumProcesses()
                          << " processes, but there is none for "
                          << describe(process);
      anyFailed = isStopped = true;
      states[process] = State::Done;
    }
    if (states[0] == State::Done)
      return failure();
  }
  for (Thread &thread : threads)
    thread.join();
  return failure(anyFailed);
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

FailureOr<std::vector<Values>>
ProcessGrid::meet(Operation *op, int64_t self, ArrayRef<int64_t> members,
                  int64_t channel, const std::string &what, Values values) {
  MeetingKey key(std::vector<int64_t>(members.begin(), members.end()), channel);
  std::shared_ptr<Meeting> &open = meetings[key];
  if (!open) {
    open = std::make_shared<Meeting>();
    open->what = what;
    open->first = self;
    open->arrived.resize(members.size());
  }
  std::shared_ptr<Meeting> meeting = open;
  if (meeting->what != what)
    return op->emitOpError()
           << "expects in " << describe(self) << " to do what "
           << describe(meeting->first) << " does, " << meeting->what
           << ", but does " << what;
  size_t place = llvm::find(members, self) - members.begin();
  meeting->arrived[place] = std::move(values);
  if (++meeting->count == members.size()) {
    meeting->isComplete = true;
    meetings.erase(key);
    wakeAll();
  } else {
    std::string missing;
    for (int64_t member : members)
      if (!meeting->arrived[llvm::find(members, member) - members.begin()])
        missing += (missing.empty() ? "" : ", ") + describe(member);
    if (failed(wait(op, self, missing + " to take part in " + what,
                    [&] { return meeting->isComplete; })))
      return failure();
  }
  std::vector<Values> all;
  for (const std::optional<Values> &one : meeting->arrived)
    all.push_back(*one);
  return all;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

void ProcessGrid::send(const Route &route, Values values) {
  queues[route].push_back(std::move(values));
  wakeAll();
}

FailureOr<Values> ProcessGrid::receive(Operation *op, int64_t self,
                                       const Route &route) {
  std::deque<Values> &queue = queues[route];
  std::string forWhat = "values in channel " + std::to_string(route.channel);
  if (route.source >= 0)
    forWhat += " from " + describe(route.source);
  if (failed(wait(op, self, forWhat, [&] { return !queue.empty(); })))
    return failure();
  Values values = std::move(queue.front());
  queue.pop_front();
  return values;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// How many ids a mode has.
static int64_t countIds(hlo::GroupMode mode, const ProcessGrid &grid) {
  switch (mode) {
  case hlo::GroupMode::CrossReplica:
  case hlo::GroupMode::CrossReplicaAndPartition:
    return grid.getNumReplicas();
  case hlo::GroupMode::CrossPartition:
    return grid.getNumPartitions();
  case hlo::GroupMode::FlattenedIds:
    return grid.getNumProcesses();
  }
  llvm_unreachable("covered switch");
}

/// The processes that a row of ids stands for, seen from `self`.
static SmallVector<int64_t> getMembers(ArrayRef<int64_t> row,
                                       hlo::GroupMode mode,
                                       const ProcessGrid &grid, int64_t self) {
  int64_t numPartitions = grid.getNumPartitions();
  SmallVector<int64_t> members;
  switch (mode) {
  case hlo::GroupMode::CrossReplica:
    for (int64_t replica : row)
      members.push_back(replica * numPartitions + self % numPartitions);
    break;
  case hlo::GroupMode::CrossPartition:
    for (int64_t partition : row)
      members.push_back(self / numPartitions * numPartitions + partition);
    break;
  case hlo::GroupMode::CrossReplicaAndPartition:
    for (int64_t partition = 0; partition < numPartitions; ++partition)
      for (int64_t replica : row)
        members.push_back(replica * numPartitions + partition);
    break;
  case hlo::GroupMode::FlattenedIds:
    members.assign(row.begin(), row.end());
    break;
  }
  return members;
}

FailureOr<SmallVector<int64_t>>
xla::interpreter::findGroup(Operation *op, const hlo::IdGroups &groups,
                            hlo::GroupMode mode, const ProcessGrid &grid,
                            int64_t self) {
  int64_t numIds = countIds(mode, grid);
  hlo::IdGroups all;
  if (groups.empty())
    all.push_back(llvm::to_vector(llvm::seq<int64_t>(0, numIds)));
  SmallVector<int64_t> found;
  for (ArrayRef<int64_t> row : groups.empty() ? all : groups) {
    for (int64_t id : row)
      if (id < 0 || id >= numIds)
        return op->emitOpError() << "names process " << id << " of a grid of "
                                 << grid.getNumReplicas() << " replicas and "
                                 << grid.getNumPartitions() << " partitions";
    SmallVector<int64_t> members = getMembers(row, mode, grid, self);
    if (llvm::is_contained(members, self))
      found = std::move(members);
  }
  return found;
}
